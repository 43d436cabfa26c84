import { createKnownValues, type KnownValues } from "./known.ts"
import { isOpaque, looksChosen } from "./looks.ts"
import { LONGEST_NAME, nameKind } from "./names.ts"
import { createScan, REDACTED } from "./scan.ts"
import { textsOf } from "./sent-texts.ts"

export { REDACTED }

export interface Mask extends Masking {
  /**
   * For an answer to whoever sent this: known values that they sent themselves are left as they are, and only what has
   * the shape of a credential is replaced in them. Otherwise an answer would tell a guess that is right from a wrong one.
   */
  answering(sent: unknown): (text: string) => string
  /**
   * For words that people and models write as they like and read again: of the known values only those that nobody can
   * guess. Whoever has a short one written down must not learn from its absence that it is one.
   */
  readonly words: Masking
  remember(plain: string): void
}

export interface Masking {
  mask(text: string): string
  /** For a text that comes in pieces. */
  stream(): MaskStream
}

/** What was said so far without its secrets; what could be the beginning of one waits for the next piece. */
export interface MaskStream {
  push(piece: string): string
  /** What is still held back, once nothing follows. */
  end(): string
}

/**
 * Two kinds of secrets in one pass: values this process has seen in clear, wherever and however encoded they occur, and
 * text that has the shape of a credential. Only the credential itself is replaced, so a line stays readable.
 */
export function createMask(options: { onForget?(count: number): void } = {}): Mask {
  const known = createKnownValues(options)
  const unguessable = createKnownValues()
  return {
    ...maskingOf(known),
    answering: (sent) => createScan(known.without(textsOf(sent))).readWhole,
    words: maskingOf(unguessable),
    remember(plain) {
      known.remember(plain)
      if (!isGuessable(plain)) unguessable.remember(plain)
    },
  }
}

function maskingOf(known: KnownValues): Masking {
  const whole = createScan(known)
  return {
    mask: whole.readWhole,
    stream() {
      const scan = createScan(known)
      return { push: (piece) => scan.read(piece, false), end: () => scan.read("", true) }
    },
  }
}

/** Keys and tokens are longer and of more characters than what people think up; a long sentence is no less safe. */
function isGuessable(plain: string): boolean {
  return plain.length < 20 || new Set(plain).size < 10
}

/** JSON of a value without its secrets; it stays JSON whatever the value says. */
export function maskedJson(value: unknown, mask: (text: string) => string): string {
  return maskedJsonText(JSON.stringify(value), mask)
}

/** The same for a text that is JSON already, such as a line of the log. */
export function maskedJsonText(json: string, mask: (text: string) => string): string {
  const masked = mask(json)
  if (masked === json) return json
  try {
    JSON.parse(masked)
    return masked
  } catch {
    return JSON.stringify(maskedParts(JSON.parse(json), mask))
  }
}

/** Text by text, names of fields included. */
function maskedParts(value: unknown, mask: (text: string) => string, name = ""): unknown {
  if (typeof value === "string") return isSecretField(name, value) ? REDACTED : mask(value)
  if (Array.isArray(value)) return value.map((one) => maskedParts(one, mask, name))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [mask(key), maskedParts(one, mask, key)]))
}

function isSecretField(name: string, value: string): boolean {
  const kind = nameKind(name, Math.max(0, name.length - LONGEST_NAME), name.length)
  if (kind === null || value === "") return false
  if (kind === "likely") return looksChosen(value)
  return kind === "opaque" || kind === "perhaps" ? isOpaque(value) : true
}
