import { BLANK, isLineBreak, isQuote, kindOf } from "../characters.ts"
import { lookAt } from "../looks.ts"
import { isNameCharacter, LONGEST_NAME } from "../names.ts"
import { type Ending, FOUND, found, HOLD, NONE, type Reading } from "../reading.ts"
import { isAlone } from "./lines.ts"

/** `Cookie: sid=…; theme=dark`; a sentence after the word has no pair in front. */
export function cookies(reading: Reading, start: number): number {
  const { text, final } = reading
  let end = start
  while (end < text.length && end - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(end))) end++
  if (end >= text.length) return final ? NONE : HOLD
  if (end === start || text.charCodeAt(end) !== 0x3d) return NONE
  if (end + 1 >= text.length) return final ? NONE : HOLD
  if (kindOf(text.charCodeAt(end + 1)) & BLANK) return NONE
  return found(reading, start, { type: "line", quote: quoteAround(text, start) })
}

/** `Authorization: <scheme> <what proves it>`, or the proof alone. */
export function authorization(reading: Reading, start: number): number {
  const { text, final } = reading
  const look = lookAt(text, start, final)
  if (!look) return HOLD
  const how: Ending = { type: "line", quote: quoteAround(text, start) }
  const scheme = text.slice(start, look.end).toLowerCase()
  if (!SCHEMES.has(scheme)) return look.strong && look.length >= 8 && !look.none ? found(reading, start, how) : NONE
  let proof = look.end
  while (proof < text.length && proof - look.end < 8 && kindOf(text.charCodeAt(proof)) & BLANK) proof++
  if (proof >= text.length) return final ? NONE : HOLD
  if (proof === look.end) return NONE
  const next = lookAt(text, proof, final)
  if (!next) return HOLD
  if (next.none || next.length < 3) return NONE
  // `Authorization: Bearer tokens are …` goes on with words.
  const alone = next.whole ? isAlone(reading, next.end) : FOUND
  if (alone === HOLD) return HOLD
  return next.strong || alone === FOUND || /=|,$/.test(text.slice(proof, next.end)) ? found(reading, proof, how) : NONE
}

/** The quote that a header stands in: `-H "Authorization: …"`. */
function quoteAround(text: string, start: number): number {
  const from = Math.max(0, start - 48)
  for (let before = start - 1; before >= from; before--) {
    const code = text.charCodeAt(before)
    if (isQuote(code)) return code
    if (isLineBreak(code)) return 0
  }
  return 0
}

const SCHEMES = new Set(
  "bearer basic token digest negotiate ntlm hawk oauth apikey api-key key aws4-hmac-sha256 sharedkey sharedaccesssignature genie genickey splunk ssws jwt dpop signature hmac snowflake private-token".split(
    " ",
  ),
)
