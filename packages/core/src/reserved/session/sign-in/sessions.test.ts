import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { sessionContract } from "../../../contract/platform/session.ts"
import { servicePrincipal } from "../../../identity/principal/principal.ts"
import { ADMINISTRATOR, type Browser, openBrowser, setUpAna } from "../session.fixture.ts"
import { sweepSessions } from "./sweep-sessions.ts"

const testing = await testPlatform({ plugins: [] })
const { platform, database, trail } = testing
await setUpAna(testing)
const { email, password } = ADMINISTRATOR

async function signedIn(pod = platform): Promise<Browser> {
  const browser = openBrowser(pod, { headers: { "user-agent": "Test browser" } })
  const { status } = await browser.call(sessionContract.signIn, { email, password })
  expect(status).toBe(200)
  return browser
}
const kindOf = async (browser: Browser) => (await browser.call(sessionContract.me, {})).body.kind

beforeEach(() => database.pool.query("DELETE FROM platform.session"))

describe("sessions", () => {
  it("are listed with the one that asks marked, and end one by one", async () => {
    const here = await signedIn()
    const there = await signedIn()

    const { body } = await here.call(sessionContract.listSessions, {})
    expect(body.sessions).toHaveLength(2)
    expect(body.sessions.find(({ current }) => current)).toMatchObject({
      userAgent: "Test browser",
      address: "127.0.0.1",
    })
    const other = body.sessions.find(({ current }) => !current)!
    expect((await here.call(sessionContract.revokeSession, { id: other.id })).status).toBe(200)

    expect(await kindOf(there)).toBe("anonymous")
    expect(await kindOf(here)).toBe("user")
    expect((await here.call(sessionContract.revokeSession, { id: other.id })).status).toBe(404)
  })

  it("cost no SQL to recognise while they are warm", async () => {
    const { cookies } = await signedIn()
    const [name, value] = [...cookies][0]!
    const request = () => new Request("http://localhost/", { headers: { cookie: `${name}=${value}` } })
    await platform.identity.authenticate(request())
    const spies = [vi.spyOn(database.pool, "query"), vi.spyOn(database.pool, "connect")]

    const answers = await Promise.all(Array.from({ length: 50 }, () => platform.identity.authenticate(request())))

    expect(answers.every(({ principal, byCookie }) => principal.kind === "user" && byCookie)).toBe(true)
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    vi.restoreAllMocks()
  })

  it("keep only a hash of the token, which opens nothing", async () => {
    const { cookies } = await signedIn()
    const [name, value] = [...cookies][0]!
    const { rows } = await database.pool.query("SELECT * FROM platform.session")

    expect(JSON.stringify(rows)).not.toContain(decodeURIComponent(value).split(".")[0])
    expect(await kindOf(openBrowser(platform, { cookies: new Map([[name, rows[0].token_hash]]) }))).toBe("anonymous")
  })

  it("slide along while they are used, and end thirty days after the last use by the database's clock", async () => {
    const browser = await signedIn()
    const age = (interval: string) =>
      database.pool.query(
        "UPDATE platform.session SET updated_at = updated_at - $1::interval, expires_at = expires_at - $1::interval",
        [interval],
      )
    const daysLeft = async () => {
      const { rows } = await database.pool.query(
        "SELECT extract(epoch FROM expires_at - now()) / 86400 AS days FROM platform.session",
      )
      return Number(rows[0]?.days)
    }

    await age("29 days")
    platform.identity.forget("all")
    expect(await kindOf(browser)).toBe("user")
    expect(await daysLeft()).toBeCloseTo(30, 1)

    await age("31 days")
    platform.identity.forget("all")
    expect(await kindOf(browser)).toBe("anonymous")
    const { removed } = await sweepSessions(platform.caller(servicePrincipal("platform"), "job"), {})
    expect(removed).toBeGreaterThan(0)
    expect((await database.pool.query("SELECT 1 FROM platform.session")).rowCount).toBe(0)
  })

  // On another server as soon as the news arrives: apps/server/src/faults/two-servers.test.ts.
  it("end everywhere at once, and their number is told", async () => {
    const [here, there] = [await signedIn(), await signedIn()]
    expect(await kindOf(there)).toBe("user")

    const { body } = await here.call(sessionContract.signOutEverywhere, {})

    expect(body.ended).toBe(2)
    for (const browser of [here, there]) expect(await kindOf(browser)).toBe("anonymous")
    expect((await trail("platform.signOutEverywhere")).at(-1)?.note).toBe("Signed out everywhere; 2 sessions ended.")
  })
})

describe("one's own account", () => {
  it("changes its name under a version, everywhere at once", async () => {
    const browser = await signedIn()
    const { body: me } = await browser.call(sessionContract.me, {})
    const version = me.version!

    const changed = await browser.call(sessionContract.updateProfile, { name: "Ana Lima", version })
    const stale = await browser.call(sessionContract.updateProfile, { name: "Somebody", version })

    expect(changed.body).toMatchObject({ name: "Ana Lima", version: version + 1 })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ current: { name: "Ana Lima" } })
    expect((await browser.call(sessionContract.me, {})).body.name).toBe("Ana Lima")
  })

  it("remembers preferences one by one", async () => {
    const browser = await signedIn()

    await browser.call(sessionContract.updatePreferences, { theme: "dark" })
    const { body } = await browser.call(sessionContract.updatePreferences, { tourDismissed: true })

    expect(body).toEqual({ theme: "dark", timeZone: null, tourDismissed: true, signatureMails: true })
    expect((await browser.call(sessionContract.me, {})).body.preferences).toEqual(body)
  })

  it("changes its password against the current one, and every other session ends", async () => {
    const here = await signedIn()
    const there = await signedIn()
    const next = "nine tall herons"

    const wrong = await here.call(sessionContract.changePassword, {
      currentPassword: "not it, surely",
      newPassword: next,
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.issues).toMatchObject([{ path: "currentPassword", message: "This is not your password." }])
    const weak = await here.call(sessionContract.changePassword, {
      currentPassword: password,
      newPassword: `x${email}`,
    })
    expect(weak.body.issues).toMatchObject([{ path: "newPassword" }])
    const copied = openBrowser(platform, { cookies: new Map(here.cookies) })
    const done = await here.call(sessionContract.changePassword, { currentPassword: password, newPassword: next })

    expect(done.status).toBe(200)
    expect(await kindOf(here)).toBe("user")
    expect(here.cookies.get("countersign.session")).not.toBe(copied.cookies.get("countersign.session"))
    expect(await kindOf(copied)).toBe("anonymous")
    expect((await here.call(sessionContract.listSessions, {})).body.sessions).toMatchObject([{ current: true }])
    expect(await kindOf(there)).toBe("anonymous")
    const signIn = (attempt: string) => openBrowser(platform).call(sessionContract.signIn, { email, password: attempt })
    expect((await signIn(password)).status).toBe(401)
    expect((await signIn(next)).status).toBe(200)
    expect(JSON.stringify(await trail())).not.toMatch(/herons|otters/)
  })
})
