import { describe, expect, it } from "vitest"
import { newTotpSecret, totpCode, totpStep, totpUri } from "./totp.ts"

// The secret and instants of RFC 6238, appendix B: "12345678901234567890" in base32.
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

describe("codes from an authenticator app", () => {
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1234567890, "005924"],
    [20000000000, "353130"],
  ])("agree with the standard at second %i", (second, code) => {
    expect(totpCode(RFC_SECRET, new Date(second * 1000))).toBe(code)
  })

  it("are accepted half a minute early or late and name their step, so that it can be used up", () => {
    const at = new Date(1_000_000_000_000)
    const step = Math.floor(at.getTime() / 30_000)
    const codeAt = (shift: number) => totpCode(RFC_SECRET, new Date(at.getTime() + shift * 30_000))

    expect(totpStep(RFC_SECRET, codeAt(0), at)).toBe(step)
    expect(totpStep(RFC_SECRET, codeAt(-1), at)).toBe(step - 1)
    expect(totpStep(RFC_SECRET, codeAt(1), at)).toBe(step + 1)
    expect(totpStep(RFC_SECRET, codeAt(2), at)).toBeNull()
    expect(totpStep(RFC_SECRET, "", at)).toBeNull()
  })

  it("come from secrets that are long, differ and fit into a link", () => {
    const secret = newTotpSecret()

    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(secret)
    expect(totpUri(secret, "ana@example.test")).toBe(
      `otpauth://totp/Countersign:ana%40example.test?secret=${secret}&issuer=Countersign&algorithm=SHA1&digits=6&period=30`,
    )
  })
})
