import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it } from "vitest"
import { sessionContract } from "../../../contract/platform/session.ts"
import { resetLink } from "../../../identity/one-time-link.ts"
import { servicePrincipal } from "../../../identity/principal/principal.ts"
import { startSmtpServer } from "../../../mail/smtp-server.fixture.ts"
import { getMailSettings } from "../../mail/get-mail-settings.ts"
import { updateMailSettings } from "../../mail/update-mail-settings.ts"
import { ADMINISTRATOR, type Browser, openBrowser, setUpAna } from "../session.fixture.ts"
import { mailEmailChange } from "./mail-email-change.ts"
import { mailEmailChangeNotice } from "./mail-email-change-notice.ts"

const testing = await testPlatform({ plugins: [] })
const { platform, database, trail } = testing
const first = await setUpAna(testing)
const { id: anaId } = (await first.call(sessionContract.me, {})).body
const { password } = ADMINISTRATOR
const baseUrl = "https://ops.example.test"
const job = () => platform.caller(servicePrincipal("platform"), "job")
const whoIs = async (browser: Browser) => (await browser.call(sessionContract.me, {})).body
const confirm = (token: string, browser = openBrowser(platform)) =>
  browser.call(sessionContract.confirmEmailChange, { token })
const { port, received } = await startSmtpServer()

async function signedIn(email: string = ADMINISTRATOR.email): Promise<Browser> {
  const browser = openBrowser(platform)
  expect((await browser.call(sessionContract.signIn, { email, password })).status).toBe(200)
  return browser
}

/** What the jobs do after `requestEmailChange`; returns the token that only the new mailbox has. */
async function deliver(): Promise<string> {
  const { rows } = await database.pool.query(
    "SELECT id FROM platform.one_time_link WHERE kind = 'email-change' AND used_at IS NULL",
  )
  received.length = 0
  await mailEmailChange(job(), { linkId: rows[0].id, baseUrl })
  return new RegExp(`${baseUrl}/confirm-email#token=([\\w-]{43})\\s`).exec(received[0]!.raw)![1]!
}

async function setMail(on: boolean) {
  const root = await testing.as("root", "administrator")
  const { version } = await getMailSettings(root, {})
  const fromAddress = "countersign@example.test"
  await updateMailSettings(root, { host: on ? "127.0.0.1" : "", port, encryption: "none", fromAddress, version })
}

await setMail(true)
beforeEach(async () => {
  await database.pool.query("DELETE FROM platform.sign_in_attempt")
  await database.pool.query("DELETE FROM platform.session WHERE person_id = $1", [anaId])
  await database.pool.query("UPDATE platform.person SET email = $1 WHERE id = $2", [ADMINISTRATOR.email, anaId])
})

describe("changing one's own address", () => {
  it("happens when the link mailed to the new one is opened, and ends the other sessions", async () => {
    const [asking, other] = [await signedIn(), await signedIn()]
    const asked = await asking.call(sessionContract.requestEmailChange, { email: "Ana@New.example.test", password })
    expect(asked).toMatchObject({ status: 200, body: {} })
    const token = await deliver()
    expect(received[0]!.to).toEqual(["ana@new.example.test"])
    expect(await whoIs(asking)).toMatchObject({ email: ADMINISTRATOR.email })

    expect(await confirm(token)).toMatchObject({ status: 200, body: { email: "ana@new.example.test" } })

    expect(await whoIs(asking)).toMatchObject({ kind: "user", email: "ana@new.example.test" })
    expect(await whoIs(other)).toMatchObject({ kind: "anonymous" })
    await signedIn("ana@new.example.test")
    expect((await confirm(token)).status).toBe(404)
    expect((await trail("platform.confirmEmailChange")).at(-1)).toMatchObject({
      thing_name: "Ana",
      before: { email: ADMINISTRATOR.email },
      after: { email: "ana@new.example.test" },
      note: "Confirmed a new address; 1 other sessions ended.",
    })
  })

  it("keeps the session that opens the link, when it is the person's own", async () => {
    const [asking, opening] = [await signedIn(), await signedIn()]
    await asking.call(sessionContract.requestEmailChange, { email: "ana@new.example.test", password })

    await confirm(await deliver(), opening)

    expect([(await whoIs(asking)).kind, (await whoIs(opening)).kind]).toEqual(["anonymous", "user"])
  })

  it("tells the present address, which can still stop it by changing the password", async () => {
    const browser = await signedIn()
    await browser.call(sessionContract.requestEmailChange, { email: "thief@example.test", password })
    const token = await deliver()
    await mailEmailChangeNotice(job(), { personId: anaId, to: ADMINISTRATOR.email, email: "thief@example.test" })
    expect(received.at(-1)).toMatchObject({ to: [ADMINISTRATOR.email] })
    expect(received.at(-1)!.raw).toContain("thief@example.test")

    await browser.call(sessionContract.signOutEverywhere, {})

    expect((await confirm(token)).status).toBe(404)
  })

  it("wants the password again, and counts wrong ones", async () => {
    const browser = await signedIn()
    const ask = (input: object) =>
      browser.call(sessionContract.requestEmailChange, { email: "ana@new.example.test", ...input })

    expect((await ask({})).body.issues).toMatchObject([{ path: "password" }])
    for (let at = 0; at < 10; at++)
      expect((await ask({ password: "not the password" })).body.issues).toMatchObject([{ path: "password" }])
    expect((await ask({ password })).status).toBe(429)
  })

  it("lets people without a password do it right after they came from their provider", async () => {
    const browser = await signedIn()
    const { rows } = await database.pool.query(
      "UPDATE platform.account SET password = NULL WHERE person_id = $1 RETURNING (SELECT a.password FROM platform.account a WHERE a.person_id = $1)",
      [anaId],
    )
    const ask = () => browser.call(sessionContract.requestEmailChange, { email: "ana@new.example.test" })
    expect(await whoIs(browser)).toMatchObject({ hasPassword: false })

    expect((await ask()).status).toBe(200)
    await database.pool.query("UPDATE platform.session SET created_at = now() - interval '11 minutes'")
    const late = await ask()

    expect(late.status).toBe(403)
    expect(late.body.message).toMatch(/sign in again with your provider/)
    await database.pool.query("UPDATE platform.account SET password = $2 WHERE person_id = $1", [
      anaId,
      rows[0].password,
    ])
  })

  it("refuses one's own and somebody else's address, also when they took it meanwhile", async () => {
    const browser = await signedIn()
    const ask = (email: string) => browser.call(sessionContract.requestEmailChange, { email, password })
    expect((await ask(ADMINISTRATOR.email)).body.issues).toMatchObject([{ path: "email" }])
    await ask("wanted@example.test")
    const token = await deliver()
    await database.pool.query("INSERT INTO platform.person (name, email) VALUES ('Ben', 'wanted@example.test')")

    expect((await ask("wanted@example.test")).body.message).toBe(
      "wanted@example.test belongs to somebody here already.",
    )
    expect((await confirm(token)).status).toBe(409)
    expect(await whoIs(browser)).toMatchObject({ email: ADMINISTRATOR.email })
  })

  it("replaces an earlier wish, expires after an hour, and voids reset links mailed to the address before", async () => {
    const browser = await signedIn()
    const ask = (email: string) => browser.call(sessionContract.requestEmailChange, { email, password })
    await ask("one@example.test")
    const one = await deliver()
    await ask("two@example.test")
    expect((await confirm(one)).status).toBe(404)
    const late = await deliver()
    await database.pool.query("UPDATE platform.one_time_link SET expires_at = expires_at - interval '1 hour'")
    expect((await confirm(late)).status).toBe(404)

    await ask("three@example.test")
    const reset = await resetLink(database.direct, { personId: anaId, createdBy: null })
    expect((await confirm(await deliver())).status).toBe(200)
    const { status } = await openBrowser(platform).call(sessionContract.resetPassword, {
      token: reset.token,
      password: "nine tall herons",
    })
    expect(status).toBe(404)
  })

  it("says why it cannot while no mail is sent", async () => {
    await setMail(false)
    const browser = await signedIn()

    const { status, body } = await browser.call(sessionContract.requestEmailChange, {
      email: "x@example.test",
      password,
    })

    expect(status).toBe(409)
    expect(body.message).toMatch(/sends no mail/)
    await setMail(true)
  })
})
