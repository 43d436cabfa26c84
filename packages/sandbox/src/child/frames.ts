/** One message a line, as JSON, which holds no line break of its own. */
export function writeFrame(message: object): string {
  return `${JSON.stringify(message)}\n`
}

/**
 * Cuts a stream into frames. What is longer than `longest` bytes is told once and nothing after it is read, so that the
 * other side cannot fill this one's memory.
 */
export function createFrameReader({
  longest,
  onFrame,
  onOverflow,
}: {
  longest: number
  onFrame(text: string): void
  onOverflow(): void
}) {
  let parts: Buffer[] = []
  let held = 0
  let overflown = false
  return (chunk: Buffer) => {
    let rest = chunk
    while (!overflown && rest.length > 0) {
      const end = rest.indexOf(10)
      const part = end < 0 ? rest : rest.subarray(0, end)
      held += part.length
      if (held > longest) {
        overflown = true
        parts = []
        return onOverflow()
      }
      parts.push(part)
      if (end < 0) return
      const text = Buffer.concat(parts).toString("utf8")
      parts = []
      held = 0
      rest = rest.subarray(end + 1)
      onFrame(text)
    }
  }
}
