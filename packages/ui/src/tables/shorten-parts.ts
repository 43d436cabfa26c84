import type { DiffPart } from "./word-diff.ts"

/** Longer than this, or over more lines, a text is folded until somebody asks for all of it. */
export const LONG_TEXT = 420
const LONG_LINES = 10
/** Unchanged words kept on each side of a change. */
const CONTEXT = 60

export function isLong(text: string | null): boolean {
  return text !== null && (text.length > LONG_TEXT || text.split("\n", LONG_LINES + 1).length > LONG_LINES)
}

/** What changed, with a few words around it; an ellipsis stands for what is left out. */
export function shortenParts(parts: readonly DiffPart[]): DiffPart[] {
  const shown: DiffPart[] = []
  let room = LONG_TEXT
  for (const [index, part] of parts.entries()) {
    if (room <= 0) break
    const text = part.kind === "same" ? shortenSame(part.text, index > 0, index < parts.length - 1) : part.text
    shown.push({
      kind: part.kind,
      text: text.length > room ? `${text.slice(0, room).replace(/(?<!\S)\S*$/, "")}…` : text,
    })
    room -= text.length
  }
  return shown
}

function shortenSame(text: string, changeBefore: boolean, changeAfter: boolean): string {
  const head = changeBefore ? CONTEXT : 0
  const tail = changeAfter ? CONTEXT : 0
  // Nothing changed at all: its beginning says more than its middle.
  if (head + tail === 0 || text.length <= head + tail + 20) return text
  const start = text.slice(0, head).replace(/(?<!\S)\S*$/, "")
  const end = tail > 0 ? text.slice(-tail).replace(/^\S*/, "") : ""
  return `${start}…${end}`
}
