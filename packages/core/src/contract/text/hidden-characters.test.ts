import { describe, expect, it } from "vitest"
import { hasHidden } from "./hidden-characters.ts"

const HIDDEN: readonly (readonly [what: string, text: string])[] = [
  ["a right-to-left override", "Check\u202etuo"],
  ["an isolate", "Check\u2066out"],
  ["a zero-width space", "Check\u200bout"],
  ["a zero-width joiner between Latin letters", "Check\u200dout"],
  ["a soft hyphen", "Check\u00adout"],
  ["a byte order mark", "\ufeffCheckout"],
  ["tags", "Checkout\u{e0041}\u{e0042}"],
  ["a variation selector after a letter", "Checkout\ufe0f"],
  ["a variation selector after a digit", "Checkout 1\ufe0f"],
  ["a variation selector of the supplement", "Checkout\u{e0101}"],
  ["a control character", "Check\u0007out"],
  ["a line break", "Check\nout"],
  ["a no-break space", "Check\u00a0out"],
  ["an en space", "Check\u2002out"],
  ["an ideographic space between Latin letters", "Check\u3000out"],
  ["a Hangul filler", "Checkout\u3164"],
  ["a braille blank", "Checkout\u2800"],
  ["a line separator", "Check\u2028out"],
  ["a combining grapheme joiner", "Check\u034fout"],
]

const HONEST: readonly (readonly [what: string, text: string])[] = [
  ["English", "Checkout (EU) – “live” #2"],
  ["German", "Zahlungsübersicht"],
  ["Russian", "Оплата"],
  ["Arabic", "الدفع"],
  ["Hebrew", "תשלום"],
  ["Persian with its joiner", "می\u200cخواهم"],
  ["Hindi with its joiners", "क्\u200dष"],
  ["Japanese with its space", "山田\u3000太郎"],
  ["Japanese with a variation", "葛\u{e0100}城"],
  ["Korean", "결제"],
  ["Thai", "การชำระเงิน"],
  ["Vietnamese, decomposed", "Thanh toa\u0301n"],
  ["an emoji", "Checkout 🔥"],
  ["a heart", "I ❤\ufe0f this"],
  ["a family", "👩\u200d👩\u200d👧"],
  ["a keycap", "1\ufe0f\u20e3"],
]

describe("hasHidden", () => {
  it.each(HIDDEN)("sees %s", (_, text) => {
    expect(hasHidden(text)).toBe(true)
  })

  it.each(HONEST)("leaves %s alone", (_, text) => {
    expect(hasHidden(text)).toBe(false)
  })
})
