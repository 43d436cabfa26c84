import secureJson from "secure-json-parse"
import { InvalidInputError } from "./errors.ts"

/** How much of a JSON text is looked at. Values are members of objects and entries of lists, at any depth. */
export interface JsonLimits {
  depth: number
  values: number
}

/** For a body of a mebibyte: what pages, scripts and tools send has a few hundred values at most. */
export const BODY_LIMITS: JsonLimits = { depth: 64, values: 20_000 }

/** Text that is not JSON, told apart for protocols that have a word of their own for it. */
export class NotJsonError extends InvalidInputError {}

/**
 * The one way in for JSON that others wrote: bodies of every door and arguments of every model. Bounded before it is
 * parsed, since a mebibyte can hold half a million objects, and every schema would complain about each of them.
 * `what` begins the sentence of a refusal.
 */
export function parseJson(
  text: string,
  options: { what?: string; limits?: JsonLimits; keepUnstorable?: boolean } = {},
): unknown {
  const { what = "The body", limits = BODY_LIMITS, keepUnstorable = false } = options
  demandWithin(text, limits, what)
  let value: unknown
  try {
    value = secureJson.parse(text, undefined, { protoAction: "error", constructorAction: "error" })
  } catch (error) {
    const { message } = error as Error
    if (isJson(text))
      throw new InvalidInputError(`${what} has a key that is not allowed anywhere, such as "__proto__". Leave it out.`)
    throw new NotJsonError(`${what} is not valid JSON: ${message}`)
  }
  // Only an escape can bring in what a well-formed text cannot hold, and hardly any text has one.
  if (!keepUnstorable && /\\u(?:0000|d[89a-f])/i.test(text)) demandStorable(value)
  return value
}

/** Postgres holds neither U+0000 nor half of a surrogate pair, and nobody types them. */
export function demandStorable(value: unknown): void {
  const open: unknown[] = [value]
  for (let at = 0; at < open.length; at++) {
    const one = open[at]
    if (typeof one === "string") demandStorableText(one)
    else if (Array.isArray(one)) for (const entry of one) open.push(entry)
    else if (isPlain(one))
      for (const key in one) {
        demandStorableText(key)
        open.push(one[key])
      }
  }
}

function demandStorableText(text: string): void {
  if (text.includes("\0"))
    throw new InvalidInputError(
      "The input has the character U+0000 in it, which cannot be stored. Take it out and send it again.",
    )
  if (!text.isWellFormed())
    throw new InvalidInputError(
      "The input has half of a surrogate pair in it, which is no character and cannot be stored. Take it out and send it again.",
    )
}

/** Counts by the punctuation outside of strings, in one pass and without building anything. */
function demandWithin(text: string, limits: JsonLimits, what: string): void {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth++
      values++
      if (depth > limits.depth) throw new InvalidInputError(`${what} nests deeper than ${limits.depth} levels.`)
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
    else if (code === COMMA) values++
    if (values > limits.values)
      throw new InvalidInputError(
        `${what} has more than ${limits.values.toLocaleString("en")} values in it. Send less at once.`,
      )
  }
}

const QUOTE = 34
const COMMA = 44
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Where the quote that closes it stands; the end of the text if none does. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === BACKSLASH) first--
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
