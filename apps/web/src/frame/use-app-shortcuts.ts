import type { NavigationItem } from "@countersign/core/web"
import { useShortcuts } from "@countersign/ui"

export interface ShortcutTargets {
  go(href: string): void
  open(what: "palette" | "shortcuts"): void
}

export function useAppShortcuts(navigation: readonly NavigationItem[], { go, open }: ShortcutTargets): void {
  const places = navigation.flatMap(({ shortcut, path }) =>
    shortcut ? [[`g ${shortcut}`, () => go(path)] as const] : [],
  )
  useShortcuts({
    ...Object.fromEntries(places),
    "Mod-k": () => open("palette"),
    "?": () => open("shortcuts"),
    "/": () => focusSearch() || open("palette"),
  })
}

/** The page's own search, where it has one. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>("#main input[type=search]")
  search?.focus()
  search?.select()
  return search !== null
}
