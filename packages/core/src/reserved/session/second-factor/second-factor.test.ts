import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it } from "vitest"
import { sessionContract } from "../../../contract/platform/session.ts"
import { totpCode } from "../../../identity/sign-in/totp.ts"
import { ADMINISTRATOR, type Browser, openBrowser, setUpAna } from "../session.fixture.ts"

// Moved along by the tests: a code counts for half a minute.
const clock = { at: new Date("2026-03-01T10:00:00Z") }
const testing = await testPlatform({ plugins: [], now: () => clock.at })
const { platform, database, trail } = testing
const ana = await setUpAna(testing)
const { email, password } = ADMINISTRATOR

function later(seconds: number): void {
  clock.at = new Date(clock.at.getTime() + seconds * 1000)
}
/** For the limits, which go by the database's clock. */
const pass = (time: string) => database.pool.query("UPDATE platform.sign_in_attempt SET at = at - $1::interval", [time])
async function halfwayIn(from: { address?: string } = {}): Promise<Browser> {
  const browser = openBrowser(platform, from)
  const { body } = await browser.call(sessionContract.signIn, { email, password })
  expect(body).toEqual({ status: "secondFactor" })
  return browser
}
const kindOf = async (browser: Browser) => (await browser.call(sessionContract.me, {})).body.kind
const verify = (browser: Browser, code: string) => browser.call(sessionContract.verifySecondFactor, { code })

let secret = ""
let backupCodes: string[] = []

beforeEach(() => database.pool.query("DELETE FROM platform.sign_in_attempt"))

describe("the second factor", () => {
  it("is set up with the password and a first code, and hands out backup codes once", async () => {
    const refused = await ana.call(sessionContract.startTotp, { password: "not the password" })
    expect(refused.body.issues).toMatchObject([{ path: "password" }])

    const { body: begun } = await ana.call(sessionContract.startTotp, { password })
    secret = begun.secret
    expect(begun.uri).toContain(`secret=${secret}`)
    const early = openBrowser(platform)
    expect((await early.call(sessionContract.signIn, { email, password })).body).toEqual({ status: "signedIn" })

    const wrong = await ana.call(sessionContract.confirmTotp, { code: "000000" })
    expect(wrong.body.issues).toMatchObject([{ path: "code" }])
    const { status, body } = await ana.call(sessionContract.confirmTotp, { code: totpCode(secret, clock.at) })

    expect(status).toBe(200)
    backupCodes = body.backupCodes
    expect(new Set(backupCodes)).toHaveLength(10)
    expect((await ana.call(sessionContract.me, {})).body.twoFactor).toBe(true)
    expect((await ana.call(sessionContract.startTotp, { password })).status).toBe(409)
    const { rows } = await database.pool.query("SELECT * FROM platform.two_factor")
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(backupCodes[0])
  })

  it("stands between the password and the session, and a code from the app opens it", async () => {
    later(60)
    const browser = await halfwayIn()
    expect(await kindOf(browser)).toBe("anonymous")
    expect([...browser.cookies.keys()]).toEqual(["countersign.second-factor"])

    expect((await verify(browser, "123456")).status).toBe(401)
    const { status, setCookies } = await verify(browser, totpCode(secret, clock.at))

    expect(status).toBe(200)
    expect(setCookies).toHaveLength(3)
    expect([...browser.cookies.keys()]).toEqual(["countersign.session", "countersign.browser"])
    expect(await kindOf(browser)).toBe("user")
    const notes = (await trail("platform.verifySecondFactor")).map(({ outcome, note }) => `${outcome}: ${note}`)
    expect(notes).toEqual([
      expect.stringMatching(/^refused: Wrong second factor for /),
      "executed: Signed in with a password and a totp.",
    ])
  })

  it("takes each code once, however fast the second try follows", async () => {
    later(60)
    const browsers = [await halfwayIn(), await halfwayIn()]
    const code = totpCode(secret, clock.at)

    const answers = await Promise.all(browsers.map((browser) => verify(browser, code)))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(answers.find(({ status }) => status === 401)?.body.message).toBe(
      "This code was used already. Wait for the next one.",
    )
  })

  it("opens to each backup code once", async () => {
    const [first = "", second = ""] = backupCodes

    expect((await verify(await halfwayIn(), first.toUpperCase().replace("-", " "))).status).toBe(200)
    expect((await verify(await halfwayIn(), first)).status).toBe(401)
    expect((await verify(await halfwayIn(), second)).status).toBe(200)
  })

  it("replaces backup codes on request, so that lost ones open nothing", async () => {
    const { body } = await ana.call(sessionContract.renewBackupCodes, { password })

    expect((await verify(await halfwayIn(), backupCodes[2]!)).status).toBe(401)
    expect((await verify(await halfwayIn(), body.backupCodes[0]!)).status).toBe(200)
  })

  it("is asked of whoever proved the password within ten minutes, and of nobody else", async () => {
    later(60)
    const late = await halfwayIn()
    await database.pool.query("UPDATE platform.verification SET expires_at = now() - interval '1 second'")

    expect((await verify(late, totpCode(secret, clock.at))).body.message).toContain("Signing in took too long.")
    expect((await verify(openBrowser(platform), totpCode(secret, clock.at))).status).toBe(401)
    const forged = new Map([["countersign.second-factor", "forged"]])
    expect((await verify(openBrowser(platform, { cookies: forged }), totpCode(secret, clock.at))).status).toBe(401)
  })

  it("cannot be guessed: after five wrong codes from wherever each next one waits twice as long", async () => {
    later(60)
    const guess = async (at: number) =>
      verify(await halfwayIn({ address: `198.51.100.${at}` }), String(at).padStart(6, "0"))
    const waits: (number | undefined)[] = []
    for (let at = 0; at < 5; at++) expect((await guess(at)).status).toBe(401)
    for (let at = 5; at < 9; at++) {
      const { status, body } = await guess(at)
      expect(status).toBe(429)
      waits.push(body.retryAfterSeconds)
      await pass(`${body.retryAfterSeconds} seconds`)
      expect((await guess(at)).status).toBe(401)
    }

    expect(waits).toEqual([15, 30, 60, 120])
  })

  it("lets Ana in while somebody who has her password guesses: in her browser, or with a backup code, or after she changed it", async () => {
    later(60)
    const known = openBrowser(platform, { address: "192.0.2.1" })
    expect((await known.call(sessionContract.signIn, { email, password })).status).toBe(200)
    expect((await verify(known, totpCode(secret, clock.at))).status).toBe(200)
    const { body: renewed } = await ana.call(sessionContract.renewBackupCodes, { password })
    for (let at = 0; at < 30; at++) {
      expect((await verify(await halfwayIn({ address: `198.51.100.${at}` }), "000000")).status).toBe(401)
      await pass("1 hour")
    }
    await pass("-59 minutes")

    later(60)
    const code = () => totpCode(secret, clock.at)
    const refused = await verify(await halfwayIn({ address: "203.0.113.1" }), code())
    expect(refused.status).toBe(429)
    expect(refused.body.message).toMatch(
      /^Too many wrong codes were tried for this account\. Use a backup code, a passkey or a browser /,
    )
    await known.call(sessionContract.signIn, { email, password })
    expect((await verify(known, code())).status).toBe(200)
    expect((await verify(await halfwayIn({ address: "203.0.113.2" }), renewed.backupCodes[0]!)).status).toBe(200)

    later(60)
    const changed = { currentPassword: password, newPassword: "nine tall herons" }
    expect((await known.call(sessionContract.changePassword, changed)).status).toBe(200)
    const fresh = openBrowser(platform, { address: "203.0.113.3" })
    await fresh.call(sessionContract.signIn, { email, password: changed.newPassword })
    expect((await verify(fresh, code())).status).toBe(200)
    const back = { currentPassword: changed.newPassword, newPassword: password }
    expect((await fresh.call(sessionContract.changePassword, back)).status).toBe(200)
    await ana.call(sessionContract.signIn, { email, password })
    later(60)
    expect((await verify(ana, code())).status).toBe(200)
  })

  it("is turned off with the password", async () => {
    const { status } = await ana.call(sessionContract.disableTotp, { password })

    expect(status).toBe(200)
    const browser = openBrowser(platform)
    expect((await browser.call(sessionContract.signIn, { email, password })).body).toEqual({ status: "signedIn" })
    expect((await ana.call(sessionContract.disableTotp, { password })).status).toBe(409)
    expect(JSON.stringify(await trail())).not.toContain(secret)
  })
})
