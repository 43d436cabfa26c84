import type { SingleCommand } from "../undo/touched-by.ts"
import type { StyleEdit } from "./rules.ts"
import { type Piece, type Stylesheet, sheetOf } from "./stylesheet.ts"

/** The commands that give a sheet another text. Rules that stay keep their ids, so nobody's place in them is lost. */
export function rewriteSheet(sheet: Stylesheet, css: string, nextId: () => string): SingleCommand[] {
  const after = sheetOf(css, { id: sheet.id, name: sheet.name }).pieces.map(({ text }) => text)
  const before = sheet.pieces
  let head = 0
  while (head < before.length && head < after.length && before[head]!.text === after[head]) head += 1
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before.at(-1 - tail)!.text === after.at(-1 - tail)
  )
    tail += 1
  const edits: StyleEdit[] = before
    .slice(head, before.length - tail)
    .map(({ id, text }) => ({ type: "remove", piece: id, expected: text }))
  let last = before[head - 1]?.id ?? null
  for (const text of after.slice(head, after.length - tail)) {
    const piece: Piece = { id: nextId(), text }
    edits.push({ type: "add", piece, after: last })
    last = piece.id
  }
  return edits.length > 0 ? [{ type: "editStyles", sheet: sheet.id, edits }] : []
}
