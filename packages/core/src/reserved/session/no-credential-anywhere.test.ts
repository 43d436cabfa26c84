import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { sessionContract } from "../../contract/platform/session.ts"
import { createApiKey } from "../../identity/api-key.ts"
import { inviteLink, resetLink } from "../../identity/one-time-link.ts"
import { totpCode } from "../../identity/sign-in/totp.ts"
import { createLog } from "../../log.ts"
import { openBrowser } from "./session.fixture.ts"
import { setUpCode } from "./set-up/first-run.ts"

const lines: string[] = []
const log = createLog({ level: "debug", format: "json", write: (line) => lines.push(line) })
const clock = { at: new Date("2026-03-01T10:00:00Z") }
const { platform, database } = await testPlatform({ plugins: [], log, now: () => clock.at })

describe("credentials", () => {
  it("are in no table and no log line, whatever way somebody came in or was turned away", async () => {
    const browser = openBrowser(platform)
    const email = "ana@example.test"
    const passwords = [
      "canary first password",
      "canary second password",
      "canary third password",
      "canary wrong password",
    ]
    const [first = "", second = "", third = "", wrong = ""] = passwords
    const code = (await setUpCode(platform))!
    await browser.call(sessionContract.setUp, { code: "canary-wrong-code", name: "Ana", email, password: first })
    await browser.call(sessionContract.setUp, { code, name: "Ana", email, password: first })
    const { body: me } = await browser.call(sessionContract.me, {})
    await openBrowser(platform).call(sessionContract.signIn, { email, password: wrong })
    await browser.call(sessionContract.changePassword, { currentPassword: wrong, newPassword: second })
    await browser.call(sessionContract.changePassword, { currentPassword: first, newPassword: second })
    const { body: totp } = await browser.call(sessionContract.startTotp, { password: second })
    const { body: confirmed } = await browser.call(sessionContract.confirmTotp, {
      code: totpCode(totp.secret, clock.at),
    })
    const halfway = openBrowser(platform)
    await halfway.call(sessionContract.signIn, { email, password: second })
    const pending = new Map(halfway.cookies)
    await halfway.call(sessionContract.verifySecondFactor, { code: confirmed.backupCodes[0]! })
    const { token: resetToken } = await resetLink(database.direct, { personId: me.id, createdBy: null })
    await openBrowser(platform).call(sessionContract.resetPassword, { token: resetToken, password: third })
    const invitation = await inviteLink(database.direct, {
      email: "ben@example.test",
      roleIds: [],
      teamIds: [],
      createdBy: me.id,
    })
    const joined = openBrowser(platform)
    await joined.call(sessionContract.acceptInvitation, { token: invitation.token, name: "Ben", password: third })
    expect((await joined.call(sessionContract.me, {})).body).toMatchObject({ kind: "user", name: "Ben" })
    const application = await database.pool.query("INSERT INTO platform.application (name) VALUES ('CI') RETURNING id")
    const { key } = await createApiKey(database.direct, application.rows[0].id)
    const withKey = (bearer: string) => openBrowser(platform, { headers: { authorization: `Bearer ${bearer}` } })
    expect((await withKey(key).call(sessionContract.me, {})).body.kind).toBe("application")
    await withKey("csk_canary-unknown-key").call(sessionContract.me, {})

    const tokens = [browser.cookies, halfway.cookies, pending, joined.cookies].flatMap((cookies) => [
      ...cookies.values(),
    ])
    const canaries = [
      ...passwords,
      ...tokens.map((cookie) => decodeURIComponent(cookie).split(".")[0]!),
      ...[code, "canary-wrong-code", resetToken, invitation.token, key, "csk_canary-unknown-key"],
      ...[totp.secret, ...confirmed.backupCodes],
    ]
    expect(canaries.length).toBeGreaterThan(20)
    const stored = await everythingStored()
    const logged = lines.join("")
    for (const canary of canaries) {
      expect(stored.includes(canary), `${canary} is in a table`).toBe(false)
      expect(logged.includes(canary), `${canary} is in the log`).toBe(false)
    }
  })
})

async function everythingStored(): Promise<string> {
  const tables = await database.pool.query(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  )
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await database.pool.query(`SELECT t::text AS row FROM ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join("\n")
}
