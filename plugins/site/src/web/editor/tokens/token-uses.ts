/** How often the styles of a site use a custom property. */
import type { Piece, Stylesheet } from "../../../document.ts"

export function variablesUsed(sheets: readonly Stylesheet[]): ReadonlyMap<string, number> {
  const used = new Map<string, number>()
  for (const { pieces } of sheets)
    for (const piece of pieces) for (const [name, times] of usedIn(piece)) used.set(name, (used.get(name) ?? 0) + times)
  return used
}

/** Pieces do not change, so each is read once. */
const read = new WeakMap<Piece, ReadonlyMap<string, number>>()

function usedIn(piece: Piece): ReadonlyMap<string, number> {
  let used = read.get(piece)
  if (!used) {
    const found = new Map<string, number>()
    for (const [, name = ""] of piece.text.matchAll(/var\(\s*(--[\w-]+)/g)) found.set(name, (found.get(name) ?? 0) + 1)
    used = found
    read.set(piece, used)
  }
  return used
}

/** As people read it beside a token. */
export function usesInWords(used: ReadonlyMap<string, number>, variables: readonly string[]): string {
  const times = variables.reduce((sum, name) => sum + (used.get(name) ?? 0), 0)
  return times === 0 ? "not used in the styles" : times === 1 ? "used once" : `used ${times} times`
}
