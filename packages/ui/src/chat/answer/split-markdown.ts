/**
 * Markdown cut into pieces that mean the same alone as together, so that of a growing text only the last one has to be
 * parsed again. Cuts are made at blank lines only, and never inside of a fence, a list or an indented continuation.
 */
export function splitMarkdown(source: string): readonly string[] {
  // A definition gives its address to links in any other place.
  if (DEFINITION.test(source)) return [source]
  const pieces: string[] = []
  let piece: string[] = []
  let fence: string | null = null
  let blank = false
  let inList = false
  for (const line of source.split("\n")) {
    if (fence === null && blank && line.trim() !== "" && beginsAnew(line, inList)) {
      pieces.push(piece.join("\n"))
      piece = []
      inList = false
    }
    piece.push(line)
    blank = fence === null && line.trim() === ""
    if (fence === null) inList ||= LIST_ITEM.test(line)
    fence = fenceAfter(fence, line)
  }
  if (piece.some((line) => line.trim() !== "")) pieces.push(piece.join("\n"))
  return pieces
}

/**
 * The end of a text that is still being written, with what would change its shape at the next letter put right:
 * a heading's underline, a list's mark, a link half written, emphasis that has not closed.
 */
export function settleTail(piece: string): string {
  const lines = piece.split("\n")
  if (lines.reduce(fenceAfter, null) !== null) return piece
  const last = lines.pop() ?? ""
  // A row of a table shows once it is whole.
  if (isUndecided(last) || (last.startsWith("|") && !last.trimEnd().endsWith("|"))) return lines.join("\n")
  return [...lines, closeEmphasis(withoutOpenLink(last))].join("\n")
}

const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m
const LIST_ITEM = /^ {0,3}([-*+]|\d{1,9}[.)])(\s|$)/
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const OPEN_LINK = /!?\[([^\]]*)(?:\](?:\([^)]*)?)?$/

/** A longer text in brackets is no link that is being written. */
const LONGEST_LINK = 1_000

function withoutOpenLink(line: string): string {
  const head = line.slice(0, -LONGEST_LINK)
  return head + line.slice(head.length).replace(OPEN_LINK, "$1")
}

function isUndecided(line: string): boolean {
  if (line === "") return false
  const bare = line.trim()
  return /^[-=*_+#>|:\s]*$/.test(bare) || /^\d{1,9}[.)]?$/.test(bare)
}

function beginsAnew(line: string, inList: boolean): boolean {
  if (/^(\t| {4})/.test(line)) return false
  if (!inList) return true
  return !/^\s/.test(line) && !LIST_ITEM.test(line)
}

function fenceAfter(open: string | null, line: string): string | null {
  const [, mark = "", rest = ""] = FENCE.exec(line) ?? []
  if (!mark) return open
  if (open === null) return mark.startsWith("`") && rest.includes("`") ? null : mark
  return mark[0] === open[0] && mark.length >= open.length && rest.trim() === "" ? null : open
}

function closeEmphasis(line: string): string {
  const ticks = line.match(/`/g)?.length ?? 0
  if (ticks % 2 === 1) return line.endsWith("`") ? line.slice(0, -1) : `${line}\``
  const bare = line.replace(/`[^`]*`/g, "")
  if ((bare.match(/\*\*/g)?.length ?? 0) % 2 === 0) return line
  const bareEnd = line.trimEnd()
  return bareEnd.endsWith("**") ? bareEnd.slice(0, -2) : `${bareEnd.endsWith("*") ? bareEnd.slice(0, -1) : bareEnd}**`
}
