import { useChange, useMe } from "@countersign/core/web"
import { type Theme, useTheme } from "@countersign/ui"
import { useEffect } from "react"
import type { Me } from "../session.ts"
import { updatePreferences } from "../session-verbs.ts"

/** The theme a person chose follows them to every browser they sign in with. */
export function useFollowedTheme(me: Me): void {
  const { setTheme } = useTheme()
  const chosen = me.preferences.theme
  useEffect(() => setTheme(chosen), [chosen, setTheme])
}

export function useThemeChoice(): { theme: Theme; choose(theme: Theme): void } {
  const me = useMe()
  const { theme, setTheme } = useTheme()
  const store = useChange(updatePreferences, { alsoChanges: ["platform.person"] })
  return {
    theme,
    choose(next) {
      // At once, also when the server cannot be told: the choice then lasts in this browser.
      setTheme(next)
      if (next !== me.preferences.theme) store.mutate({ theme: next })
    },
  }
}
