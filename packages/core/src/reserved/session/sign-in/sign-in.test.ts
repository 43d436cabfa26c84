import { testPlatform } from "@countersign/testing"
import pg from "pg"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ADMINISTRATOR, type Browser, openBrowser, setUpAna } from "../session.fixture.ts"

const testing = await testPlatform({ plugins: [] })
const { platform, database, trail } = testing
const ana = await setUpAna(testing)
const { email, password } = ADMINISTRATOR
const whoIs = async (browser: Browser) => (await browser.call(sessionContract.me, {})).body

beforeEach(() => database.pool.query("DELETE FROM platform.sign_in_attempt"))

describe("signIn", () => {
  it("opens a session whose cookie scripts cannot read, for an address typed in any case", async () => {
    const browser = openBrowser(platform)

    const { status, body, setCookies } = await browser.call(sessionContract.signIn, {
      email: " Ana@Example.TEST",
      password,
    })

    expect({ status, body }).toEqual({ status: 200, body: { status: "signedIn" } })
    expect(setCookies).toHaveLength(2)
    expect(setCookies[1]).toMatch(/^countersign\.browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(setCookies[0]).toMatch(/^countersign\.session=[^;]{40,}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await whoIs(browser)).toMatchObject({ kind: "user", email, administrator: true, twoFactor: false })
    expect((await trail("platform.signIn")).at(-1)).toMatchObject({
      outcome: "executed",
      thing_type: "platform.person",
      thing_name: "Ana",
      note: "Signed in with a password.",
    })
  })

  it("pins the cookie to the host behind TLS", async () => {
    const pod = await testing.secondPod({ publicUrl: "https://ops.example.test" })
    const browser = openBrowser(pod, { origin: "https://ops.example.test" })

    const { setCookies } = await browser.call(sessionContract.signIn, { email, password })

    expect(setCookies[0]).toMatch(
      /^__Host-countersign\.session=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await whoIs(browser)).toMatchObject({ kind: "user" })
    const unprefixed = new Map([["countersign.session", [...browser.cookies.values()][0]!]])
    const onHttp = openBrowser(pod, { origin: "https://ops.example.test", cookies: unprefixed })
    expect(await whoIs(onHttp)).toMatchObject({ kind: "anonymous" })
  })

  it("answers a wrong password and an unknown address alike, and writes both down without either", async () => {
    const browser = openBrowser(platform, { address: "192.0.2.1" })

    const wrong = await browser.call(sessionContract.signIn, { email, password: "seven wet badgers" })
    const unknown = await browser.call(sessionContract.signIn, { email: "nobody@example.test", password })

    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body.message).toBe("The email address or the password is wrong.")
    expect(unknown.body.message).toBe(wrong.body.message)
    expect(wrong.setCookies).toEqual([])
    const refusals = (await trail("platform.signIn")).filter(({ outcome }) => outcome === "refused")
    expect(refusals.map(({ note }) => note)).toEqual([
      expect.stringMatching(/^Wrong password for [0-9a-f-]{36}\. From 192\.0\.2\.1\.$/),
      "The address belongs to nobody here. From 192.0.2.1.",
    ])
    expect(JSON.stringify(await trail())).not.toMatch(/badgers|otters|nobody@/)
  })

  it("replaces the session that came with the request, so that a planted one is worth nothing", async () => {
    const browser = openBrowser(platform)
    await browser.call(sessionContract.signIn, { email, password })
    const planted = openBrowser(platform, { cookies: new Map(browser.cookies) })

    await browser.call(sessionContract.signIn, { email, password })

    expect(browser.cookies).not.toEqual(planted.cookies)
    expect(await whoIs(planted)).toMatchObject({ kind: "anonymous" })
    expect(await whoIs(browser)).toMatchObject({ kind: "user" })
  })

  it("refuses a disabled person at once, on the open session and at the door", async () => {
    await expect(whoIs(ana)).resolves.toMatchObject({ kind: "user" })
    const { body: before } = await ana.call(sessionContract.me, {})
    await database.pool.query("UPDATE platform.person SET disabled_at = now() WHERE id = $1", [before.id])
    platform.identity.forget(`user:${before.id}`)

    expect(await whoIs(ana)).toMatchObject({ kind: "anonymous" })
    const { status, body } = await openBrowser(platform).call(sessionContract.signIn, { email, password })
    expect(status).toBe(403)
    expect(body.message).toBe("This account is disabled. An administrator can enable it again.")

    await database.pool.query("UPDATE platform.person SET disabled_at = NULL")
  })
})

describe("requests by cookie", () => {
  it("are refused when they come from another site's page, and when they are no JSON", async () => {
    const foreign = openBrowser(platform, { cookies: ana.cookies, headers: { origin: "https://evil.example" } })
    const form = openBrowser(platform, { cookies: ana.cookies, headers: { "content-type": "text/plain" } })

    expect((await foreign.call(sessionContract.signOutEverywhere, {})).status).toBe(403)
    expect((await form.call(sessionContract.signOutEverywhere, {})).status).toBe(415)
    expect(await whoIs(ana)).toMatchObject({ kind: "user" })
  })

  it("are anonymous when the cookie was altered, signed by somebody else or is nonsense", async () => {
    const [name, value] = [...ana.cookies][0]!
    const token = decodeURIComponent(value).split(".")[0]!
    for (const forged of [`${value}x`, token, `${token}.AAAA`, "%E0%A4%A", "", "x".repeat(5_000)])
      expect(await whoIs(openBrowser(platform, { cookies: new Map([[name, forged]]) }))).toMatchObject({
        kind: "anonymous",
      })
  })
})

describe("the limit on failed sign-ins", () => {
  const fail = (who: string, address: string) =>
    openBrowser(platform, { address }).call(sessionContract.signIn, { email: who, password: "not the password" })
  const right = (browser: Browser) => browser.call(sessionContract.signIn, { email, password })

  it("stops the eleventh from one place, also when they come all at once, and says how long to wait", async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => fail("target@example.test", "198.51.100.1")))

    const limited = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(limited).toHaveLength(4)
    expect(limited[0]!.body.message).toMatch(/^Too many attempts have failed\. Try again in 15 minutes\.$/)
    expect(limited[0]!.body.retryAfterSeconds).toBeGreaterThan(880)
  })

  it("stops one place that tries many people, one IPv6 network counting as one place", async () => {
    for (let at = 0; at < 20; at++) await fail(`person${at}@example.test`, `2001:db8:1:2::${at + 1}`)

    expect((await fail("another@example.test", "2001:db8:1:2:ffff::1")).status).toBe(429)
    expect((await fail("another@example.test", "2001:db8:1:3::1")).status).toBe(401)
  })

  it("never keeps a person out for what others try elsewhere, on any pod", async () => {
    const otherPod = await testing.secondPod()
    const known = openBrowser(platform, { address: "192.0.2.1" })
    expect((await right(known)).status).toBe(200)
    const attack = Array.from({ length: 32 }, (_, at) => fail(email, `198.51.100.${at}`))
    const answers = await Promise.all(attack)
    expect(answers.every(({ status }) => status === 401)).toBe(true)

    expect((await right(openBrowser(platform, { address: "203.0.113.1" }))).status).toBe(200)
    expect((await right(openBrowser(otherPod, { address: "203.0.113.2" }))).status).toBe(200)
    expect((await right(known.at(otherPod))).status).toBe(200)
    // The siege is noticed everywhere: a network that has not tried yet has three, not ten.
    for (let at = 0; at < 3; at++) expect((await fail(email, "203.0.113.3")).status).toBe(401)
    expect((await fail(email, "203.0.113.3")).status).toBe(429)
  })

  it("leaves a browser that signed in before its own allowance where everybody shares one address", async () => {
    const address = "203.0.113.9"
    const known = openBrowser(platform, { address })
    expect((await right(known)).status).toBe(200)
    for (let at = 0; at < 10; at++) await fail(email, address)
    for (let at = 0; at < 10; at++) await fail(`person${at}@example.test`, address)

    expect((await right(openBrowser(platform, { address }))).status).toBe(429)
    expect((await right(known)).status).toBe(200)
    const asBen = await known.call(sessionContract.signIn, { email: "ben@example.test", password })
    expect(asBen.status).toBe(429)
  })

  it("takes no word for a browser's being known, and forgets browsers when somebody signs out everywhere", async () => {
    const address = "203.0.113.10"
    const known = openBrowser(platform, { address })
    await right(known)
    for (let at = 0; at < 10; at++) await fail(email, address)
    const claims = (value: string) =>
      openBrowser(platform, { address, cookies: new Map([["countersign.browser", value]]) })

    expect((await right(claims("A".repeat(43)))).status).toBe(429)
    expect((await right(claims("' OR true --"))).status).toBe(429)
    expect((await right(claims(known.cookies.get("countersign.browser")!))).status).toBe(200)
    await known.call(sessionContract.signOutEverywhere, {})
    expect((await right(known)).status).toBe(429)
  })

  it("asks the database the same about an address that has an account and one that has none", async () => {
    const statements = async (who: string, at: string) => {
      const spy = vi.spyOn(pg.Client.prototype, "query")
      await fail(who, at)
      const texts = spy.mock.calls.map(([query]) =>
        typeof query === "string" ? query : (query as { text: string }).text,
      )
      spy.mockRestore()
      // Without what the server does by the way.
      return texts.filter((text) => /sign_in_attempt|platform\.(person|account|known_browser|audit)\b/.test(text))
    }

    const known = await statements(email, "192.0.2.50")
    expect(known).toHaveLength(5)
    expect(await statements("nobody@example.test", "192.0.2.51")).toEqual(known)
  })

  it("forgets a person's typing mistakes once they are in, and everything after a quarter of an hour by the database's clock", async () => {
    const address = "203.0.113.5"
    for (let at = 0; at < 9; at++) await fail(email, address)
    const fresh = () => right(openBrowser(platform, { address }))
    expect((await fresh()).status).toBe(200)
    for (let at = 0; at < 10; at++) expect((await fail(email, address)).status).toBe(401)
    expect((await fresh()).status).toBe(429)

    await database.pool.query("UPDATE platform.sign_in_attempt SET at = at - interval '15 minutes'")
    expect((await fresh()).status).toBe(200)
  })
})

describe("a burst of sign-ins", () => {
  /** Two are hashed at a time: a busy machine has the time of some twenty of them to answer one question. */
  const BURST = 48

  it("holds no database connection while it waits for its turn at the hash", async () => {
    let finished = 0
    const burst = Array.from({ length: BURST }, async (_, at) => {
      const browser = openBrowser(platform, { address: `198.51.100.${at}` })
      const { status } = await browser.call(sessionContract.signIn, { email: `burst${at}@example.test`, password })
      finished++
      return status
    })

    expect(await whoIs(openBrowser(platform))).toMatchObject({ kind: "anonymous" })

    expect(finished).toBeLessThan(BURST / 2)
    expect(await Promise.all(burst)).toEqual(Array(BURST).fill(401))
  })
})

describe("signing out", () => {
  it("ends this session only and takes the cookie back", async () => {
    const here = openBrowser(platform)
    const there = openBrowser(platform)
    for (const browser of [here, there]) await browser.call(sessionContract.signIn, { email, password })
    const kept = new Map(here.cookies)

    const { setCookies } = await here.call(sessionContract.signOut, {})

    expect(setCookies).toEqual(["countersign.session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"])
    expect(await whoIs(openBrowser(platform, { cookies: kept }))).toMatchObject({ kind: "anonymous" })
    expect(await whoIs(there)).toMatchObject({ kind: "user" })
    expect((await here.call(sessionContract.signOut, {})).status).toBe(200)
  })
})
