import {
  BACKSLASH,
  BASE64,
  BLANK,
  backslashesBefore,
  DIGIT,
  isLineBreak,
  isQuote,
  kindOf,
  LETTER,
} from "../characters.ts"
import { found, HOLD, NONE, type Reading } from "../reading.ts"

/** `-----BEGIN … PRIVATE KEY-----`. */
export function privateKey(reading: Reading): number {
  const { text, at, final } = reading
  const head = at + "-----BEGIN".length
  const line = text.slice(head, head + 48)
  const marks = line.indexOf("-----")
  if (marks === -1) return line.length < 48 && !final ? HOLD : NONE
  const title = line.slice(0, marks)
  if (!/^[A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?$/.test(title)) return NONE
  // A sentence that merely names the line goes on in words; a key goes on with a line break or with base64.
  let body = head + marks + 5
  const spaces = body
  while (body < text.length && body - spaces < 4 && kindOf(text.charCodeAt(body)) & BLANK) body++
  if (body + 1 >= text.length) return final ? NONE : HOLD
  const code = text.charCodeAt(body)
  if (isLineBreak(code) || (code === BACKSLASH && /[nr\\]/.test(text[body + 1]!)))
    return found(reading, at, { type: "pem" })
  let end = body
  while (end < text.length && end - body < 16 && kindOf(text.charCodeAt(end)) & (LETTER | DIGIT | BASE64)) end++
  if (end - body >= 16) return found(reading, at, { type: "pem" })
  return end === text.length && !final ? HOLD : NONE
}

export function endOfPrivateKey(reading: Reading, from: number): { at: number; found: boolean } {
  const { text, final } = reading
  const stop = "-----END"
  let end = from
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (isQuote(code)) return { at: end - backslashesWithin(text, end, from), found: true }
    if (code !== 0x2d) continue
    if (text.startsWith(stop, end)) {
      const close = text.indexOf("-----", end + stop.length)
      if (close !== -1 && close - end < 60) return { at: close + 5, found: true }
      if (text.length - end < 60 && !final) return { at: end, found: false }
    } else if (!final && text.length - end < stop.length && stop.startsWith(text.slice(end)))
      return { at: end, found: false }
  }
  return { at: final ? text.length : text.length - backslashesWithin(text, text.length, from), found: false }
}

function backslashesWithin(text: string, end: number, from: number): number {
  return Math.min(backslashesBefore(text, end), end - from)
}
