import { createKnownValues } from "./mask-known.ts"
import { isSecretField } from "./mask-names.ts"
import { createScan, REDACTED } from "./mask-scan.ts"

export { REDACTED }

export interface Mask {
  mask(text: string): string
  remember(plain: string): void
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
export function createMask(): Mask {
  const known = createKnownValues()
  const whole = createScan(known)
  return {
    remember: known.remember,
    mask: whole.readWhole,
    stream() {
      const scan = createScan(known)
      return { push: (piece) => scan.read(piece, false), end: () => scan.read("", true) }
    },
  }
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
