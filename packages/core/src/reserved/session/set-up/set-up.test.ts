import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ADMINISTRATOR, openBrowser } from "../session.fixture.ts"
import { ensureFirstAdministrator, setUpCode } from "./first-run.ts"

const testing = await testPlatform({ plugins: [] })
const { platform, database, trail } = testing

describe("first run", () => {
  it("tells the sign-in page that nobody exists yet", async () => {
    const { body } = await openBrowser(platform).call(sessionContract.me, {})

    expect(body).toMatchObject({ kind: "anonymous", setUpNeeded: true, passwordResetByMail: false })
  })

  it("refuses a wrong code, and writes down that somebody tried", async () => {
    const { status, body } = await openBrowser(platform).call(sessionContract.setUp, {
      code: "guess",
      ...ADMINISTRATOR,
    })

    expect(status).toBe(403)
    expect(body.message).toContain("This set-up code is wrong, used or expired.")
    expect(await trail("platform.setUp")).toMatchObject([
      { outcome: "refused", note: expect.stringContaining("Wrong set-up code") },
    ])
  })

  it("refuses a weak password beside its field, and leaves the code usable", async () => {
    const code = (await setUpCode(platform))!
    const attempt = (password: string) =>
      openBrowser(platform).call(sessionContract.setUp, { code, ...ADMINISTRATOR, password })

    for (const password of ["ana@example.test", "Password-1234", "aaaaaaaaaaaaaaa"]) {
      const { status, body } = await attempt(password)
      expect(status, password).toBe(400)
      expect(body.issues).toMatchObject([{ path: "password" }])
    }
    expect((await attempt("short")).status).toBe(400)
  })

  it("lets one of two who hold a code through, signs them in as administrator, and closes for good", async () => {
    const codes = [await setUpCode(platform), await setUpCode(platform)]
    const browsers = [openBrowser(platform), openBrowser(platform)]

    const answers = await Promise.all(
      browsers.map((browser, at) =>
        browser.call(sessionContract.setUp, {
          code: codes[at] ?? "",
          ...ADMINISTRATOR,
          email: `ana${at}@example.test`,
        }),
      ),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = browsers[answers.findIndex(({ status }) => status === 200)]!
    const { body } = await winner.call(sessionContract.me, {})
    expect(body).toMatchObject({ kind: "user", name: "Ana", administrator: true, setUpNeeded: false })
    expect(await setUpCode(platform)).toBeNull()
    expect(await ensureFirstAdministrator(platform, { email: "eve@example.test", password: "nine tall herons" })).toBe(
      false,
    )
    const again = await openBrowser(platform).call(sessionContract.setUp, { code: codes[0] ?? "", ...ADMINISTRATOR })
    expect(again.status).toBe(409)
    const people = await database.pool.query("SELECT name FROM platform.person")
    expect(people.rows).toHaveLength(1)
    expect(await trail("platform.setUp")).toContainEqual(
      expect.objectContaining({ outcome: "executed", thing_type: "platform.person", thing_name: "Ana" }),
    )
  })
})

describe("wrong set-up codes", () => {
  it("are limited, and however many there were the printed one opens from the same address", async () => {
    const fresh = await testPlatform({ plugins: [] })
    const code = (await setUpCode(fresh.platform))!
    const attempt = (tried: string) =>
      openBrowser(fresh.platform).call(sessionContract.setUp, { code: tried, ...ADMINISTRATOR })
    for (let at = 0; at < 10; at++) expect((await attempt("A".repeat(43))).status).toBe(403)
    for (let at = 0; at < 10; at++) expect((await attempt("A".repeat(43))).status).toBe(429)

    expect((await attempt(code)).status).toBe(200)
    expect(await fresh.trail("platform.setUp")).toHaveLength(11)
  })
})

describe("the administrator named by the environment", () => {
  // By two servers that start together: apps/server/src/faults/two-servers.test.ts.
  it("is created once, however often it is asked for, and can sign in", async () => {
    const fresh = await testPlatform({ plugins: [] })
    const input = { email: "Ops@Example.test", password: "nine tall herons" }

    const created = await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(fresh.platform, input)))

    expect(created.filter(Boolean)).toHaveLength(1)
    const browser = openBrowser(fresh.platform)
    await browser.call(sessionContract.signIn, input)
    const { body } = await browser.call(sessionContract.me, {})
    expect(body).toMatchObject({ email: "ops@example.test", administrator: true })
  })

  it("is refused with a sentence when its password is weak", async () => {
    const fresh = await testPlatform({ plugins: [] })

    const attempt = ensureFirstAdministrator(fresh.platform, { email: "ops@example.test", password: "administrator" })

    await expect(attempt).rejects.toThrow("It is among the commonest passwords.")
  })
})
