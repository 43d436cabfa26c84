export type DiffPart = { kind: "same" | "added" | "removed"; text: string }

/** What was taken from `before` and added in `after`, word by word, white space kept. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const a = before.match(WORD) ?? []
  const b = after.match(WORD) ?? []
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++

  const middleA = a.slice(start, a.length - end)
  const middleB = b.slice(start, b.length - end)
  // The table below is quadratic: beyond this a rewrite is shown as one.
  const middle =
    middleA.length * middleB.length > MOST_CELLS
      ? [
          { kind: "removed" as const, text: middleA.join("") },
          { kind: "added" as const, text: middleB.join("") },
        ]
      : longestCommon(middleA, middleB)

  return merge([
    { kind: "same", text: a.slice(0, start).join("") },
    ...middle,
    { kind: "same", text: a.slice(a.length - end).join("") },
  ])
}

// Letters and digits with what usually sits inside an id or a number; white space; any other sign by itself.
const WORD = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu

const MOST_CELLS = 250_000

function longestCommon(a: readonly string[], b: readonly string[]): DiffPart[] {
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
    }
  }

  const parts: DiffPart[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      parts.push({ kind: "same", text: a[i] ?? "" })
      i++
      j++
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
      parts.push({ kind: "removed", text: a[i++] ?? "" })
    } else {
      parts.push({ kind: "added", text: b[j++] ?? "" })
    }
  }
  while (i < a.length) parts.push({ kind: "removed", text: a[i++] ?? "" })
  while (j < b.length) parts.push({ kind: "added", text: b[j++] ?? "" })
  return parts
}

/** Joins neighbours of one kind, and lets a lone space between two changes belong to them, which reads as one change. */
function merge(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = []
  let removed = ""
  let added = ""
  const flush = () => {
    if (removed) merged.push({ kind: "removed", text: removed })
    if (added) merged.push({ kind: "added", text: added })
    removed = ""
    added = ""
  }
  const filled = parts.filter((part) => part.text !== "")
  filled.forEach((part, index) => {
    if (part.kind === "removed") removed += part.text
    else if (part.kind === "added") added += part.text
    else if (part.text.trim() === "" && removed && added && filled[index + 1] && filled[index + 1]?.kind !== "same") {
      removed += part.text
      added += part.text
    } else {
      flush()
      const last = merged.at(-1)
      if (last?.kind === "same") last.text += part.text
      else merged.push({ ...part })
    }
  })
  flush()
  return merged
}
