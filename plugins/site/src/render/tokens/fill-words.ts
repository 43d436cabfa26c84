import { partsOf, type Token } from "../../document/tokens/read-tokens.ts"
import { lookUp, type Work } from "../work.ts"
import { type Names, wordsOf } from "./values.ts"

/** Text with its tokens filled in. What a value says is never read for tokens again. */
export function fillWords(
  work: Work,
  names: Names,
  text: string,
  written: (value: string, token: Token, first: boolean) => string = (value) => value,
): string {
  if (!text.includes("{")) {
    work.spend(text.length)
    return text
  }
  const parts = partsOf(text)
  if (parts.length === 1 && typeof parts[0] === "string") {
    work.spend(text.length)
    return text
  }
  const filled: string[] = []
  let first = true
  for (const part of parts) {
    const piece = typeof part === "string" ? part : written(wordsOf(lookUp(work, names, part).value), part, first)
    work.spend(piece.length)
    if (piece.trim() !== "") first = false
    filled.push(piece)
  }
  return filled.join("")
}

/** As a person reads it: a moment in the site's language and time zone. */
export function fillText(work: Work, names: Names, text: string): string {
  return fillWords(work, names, text, (value, token) =>
    lookUp(work, names, token).type === "instant" ? momentOf(work, value) : value,
  )
}

function momentOf({ input: { site } }: Work, value: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return value
  return formatIn(wordsOf(site.language) || "en", wordsOf(site.timeZone) || "UTC").format(at)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = formatOf(language, timeZone) ?? formatOf("en", "UTC")!
  // One site has one language and zone, a preview of others a few.
  if (formats.size > 50) formats.clear()
  formats.set(key, made)
  return made
}

function formatOf(language: string, timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
      timeZoneName: "short",
    })
  } catch {
    return null
  }
}
