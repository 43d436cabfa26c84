import type { Ctx } from "@countersign/core/server"

/** A text without what looks like a credential, of a length that fits: what stands in a secret's place may be longer. */
export function storedText({ runtime }: Ctx, text: string, longest: number): string {
  // Cutting may leave half of a surrogate pair, which Postgres refuses.
  return runtime.secrets.words.mask(text).slice(0, longest).toWellFormed()
}

/** The beginning of a text, for a card's one line. */
export function excerpt(text: string, longest = 80): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length <= longest
    ? line
    : `${line
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`
}
