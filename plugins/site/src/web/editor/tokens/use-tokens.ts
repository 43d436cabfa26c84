import { useMemo } from "react"
import type { DesignTokens, TokensPatch } from "../../../document.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import { variablesUsed } from "./token-uses.ts"

export interface Tokens {
  readonly tokens: DesignTokens
  readonly used: ReadonlyMap<string, number>
  readonly mayEdit: boolean
  /** False where it does not fit; the editor tells why. */
  change(name: string, set: TokensPatch): boolean
}

export function useTokens(): Tokens {
  const store = useStore()
  const tokens = useEditor((state) => state.site.facts.tokens)
  const sheets = useEditor((state) => state.site.sheets)
  const used = useMemo(() => variablesUsed(sheets), [sheets])
  return {
    tokens,
    used,
    mayEdit: store.mayEdit,
    change: (name, set) => store.perform({ name, commands: [{ type: "setTokens", set }] }).ok,
  }
}

/** By name, as the sheet of the site has them. */
export function byName<T>(tokens: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(tokens).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
