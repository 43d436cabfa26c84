import { memo, useMemo } from "react"
import { cx } from "../class-names.ts"
import { PlainText } from "./PlainText.tsx"

/** Text as it was written, of any length: what is out of sight is not laid out. */
export function LongText({ children, className }: { children: string; className?: string }) {
  const chunks = useMemo(() => chunksOf(children), [children])
  return (
    <div className={cx("min-w-0 text-prose", className)}>
      {chunks.map((chunk, index) => (
        // Chunks are only ever added at the end.
        <Chunk key={index.toString()}>{chunk}</Chunk>
      ))}
    </div>
  )
}

const Chunk = memo(function Chunk({ children }: { children: string }) {
  return (
    <div className="whitespace-pre-wrap break-words [contain-intrinsic-size:auto_800px] [content-visibility:auto]">
      <PlainText>{children}</PlainText>
    </div>
  )
})

/** A few screens each. */
const CHUNK = 16 * 1024

/** Cut after a line where there is one, else after a word, else anywhere; the same cuts however much follows. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = []
  let from = 0
  while (text.length - from > CHUNK) {
    // Not a search in the whole text, which would go back to its beginning each time.
    const piece = text.slice(from, from + CHUNK)
    const line = piece.lastIndexOf("\n")
    const word = piece.lastIndexOf(" ")
    if (line > CHUNK / 2) {
      // The line's end is the end of the block.
      chunks.push(piece.slice(0, line))
      from += line + 1
    } else {
      const end = word > CHUNK / 2 ? from + word + 1 : wholeCharacter(text, from + CHUNK)
      chunks.push(text.slice(from, end))
      from = end
    }
  }
  chunks.push(text.slice(from))
  return chunks
}

/** Not between the two halves of a character. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
