import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { sessionContract } from "../../../contract/platform/session.ts"
import { inviteLink, resetLink } from "../../../identity/one-time-link.ts"
import { servicePrincipal } from "../../../identity/principal/principal.ts"
import { startSmtpServer } from "../../../mail/smtp-server.fixture.ts"
import { getMailSettings } from "../../mail/get-mail-settings.ts"
import { updateMailSettings } from "../../mail/update-mail-settings.ts"
import { ADMINISTRATOR, openBrowser, setUpAna } from "../session.fixture.ts"
import { mailInvitation } from "../set-up/mail-invitation.ts"
import { mailPasswordReset } from "./mail-password-reset.ts"

const testing = await testPlatform({ plugins: [] })
const { platform, database, trail } = testing
const ana = await setUpAna(testing)
const { body: anaAsShe } = await ana.call(sessionContract.me, {})
const job = () => platform.caller(servicePrincipal("platform"), "job")
const baseUrl = "https://ops.example.test"
const PASSWORD = "nine tall herons"
const GONE = /has expired|used already|accepted already/

const invite = (email: string, roleIds: string[] = ["viewer"], teamIds: string[] = []) =>
  inviteLink(database.direct, { email, name: "Ben", roleIds, teamIds, createdBy: anaAsShe.id })
const accept = (token: string) =>
  openBrowser(platform).call(sessionContract.acceptInvitation, { token, name: "Ben", password: PASSWORD })
const reset = (token: string, password: string) =>
  openBrowser(platform).call(sessionContract.resetPassword, { token, password })
const expire = () => database.pool.query("UPDATE platform.one_time_link SET expires_at = now() - interval '1 second'")

/** The link in a mail, in the one form that keeps tokens out of access logs. */
function tokenIn(mail: string, page: string): string {
  const found = new RegExp(`${baseUrl}${page}#token=([\\w-]{43})\\s`).exec(mail)
  expect(found, mail).not.toBeNull()
  return found![1]!
}

beforeEach(() => database.pool.query("DELETE FROM platform.sign_in_attempt"))

describe("an invitation", () => {
  it("says whom it is for, makes a person with the roles and teams that still exist, and signs them in, once", async () => {
    const team = await database.pool.query("INSERT INTO platform.team (name) VALUES ('Payments') RETURNING id")
    const teamId = team.rows[0].id
    const { token } = await invite("Ben@Example.test", ["operator", "gone"], [teamId])

    const offer = await openBrowser(platform).call(sessionContract.describeInvitation, { token })
    expect(offer.body).toMatchObject({ email: "ben@example.test", name: "Ben", invitedBy: "Ana" })
    const browser = openBrowser(platform)
    const joined = await browser.call(sessionContract.acceptInvitation, { token, name: "Ben Ito", password: PASSWORD })

    expect(joined.status).toBe(200)
    const { body } = await browser.call(sessionContract.me, {})
    expect(body).toMatchObject({
      kind: "user",
      name: "Ben Ito",
      email: "ben@example.test",
      administrator: false,
      teams: [{ name: "Payments" }],
    })
    expect((await accept(token)).body.message).toMatch(GONE)
    expect((await openBrowser(platform).call(sessionContract.describeInvitation, { token })).status).toBe(404)
    expect((await trail("platform.acceptInvitation")).at(-1)).toMatchObject({
      thing_name: "Ben Ito",
      after: { roleIds: ["operator", "gone"] },
    })
  })

  it("opens to one of two who click at once", async () => {
    const { token } = await invite("twice@example.test")

    const answers = await Promise.all([accept(token), accept(token)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it("ends with its term, with a newer one for the same address, and when the address has joined otherwise", async () => {
    const older = await invite("carla@example.test")
    const newer = await invite("carla@example.test")
    expect((await accept(older.token)).status).toBe(404)
    await expire()
    expect((await accept(newer.token)).body.message).toMatch(GONE)
    const { token } = await invite(ADMINISTRATOR.email)
    const taken = await accept(token)
    expect(taken.status).toBe(409)
    expect(taken.body.message).toContain("ana@example.test belongs to somebody already.")
  })

  it("keeps a refused password from using it up", async () => {
    const { token } = await invite("dora@example.test")
    const weak = await openBrowser(platform).call(sessionContract.acceptInvitation, {
      token,
      name: "Dora",
      password: "dora@example.test",
    })

    expect(weak.body.issues).toMatchObject([{ path: "password" }])
    expect((await accept(token)).status).toBe(200)
  })

  it("is mailed under a token that lies in no table and no queue", async () => {
    const received = await setMailServer()
    const { id, token: first } = await invite("emil@example.test")

    await mailInvitation(job(), { linkId: id, baseUrl })

    expect(received).toMatchObject([{ to: ["emil@example.test"] }])
    expect(received[0]!.raw).toContain("Subject: Ana invites you to Countersign")
    const token = tokenIn(received[0]!.raw, "/invitation")
    const { rows } = await database.pool.query("SELECT * FROM platform.one_time_link")
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await accept(first)).status).toBe(404)
    expect((await accept(token)).status).toBe(200)
  })
})

describe("a password reset", () => {
  it("by the link an administrator hands over sets the password once and ends every session", async () => {
    const browser = openBrowser(platform)
    await browser.call(sessionContract.signIn, ADMINISTRATOR)
    const { token } = await resetLink(database.direct, { personId: anaAsShe.id, createdBy: anaAsShe.id })

    expect((await reset(token, "short")).status).toBe(400)
    expect((await reset(token, PASSWORD)).status).toBe(200)

    expect((await browser.call(sessionContract.me, {})).body.kind).toBe("anonymous")
    expect((await reset(token, "eleven old kettles")).body.message).toMatch(GONE)
    const signIn = (password: string) =>
      openBrowser(platform).call(sessionContract.signIn, { email: ADMINISTRATOR.email, password })
    expect((await signIn(ADMINISTRATOR.password)).status).toBe(401)
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  it("asked for at the sign-in page is mailed to people, and the answer for strangers is the same", async () => {
    const received = await setMailServer()
    const ask = (email: string) => openBrowser(platform).call(sessionContract.requestPasswordReset, { email })

    const answers = [await ask(ADMINISTRATOR.email), await ask("stranger@example.test")]
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(Array(2).fill({ status: 200, body: {} }))
    expect((await trail("platform.requestPasswordReset")).map(({ note }) => note)).toEqual(
      Array(2).fill("A password reset was asked for."),
    )
    await mailPasswordReset(job(), { email: "stranger@example.test", baseUrl })
    await mailPasswordReset(job(), { email: ADMINISTRATOR.email, baseUrl })

    expect(received).toMatchObject([{ to: [ADMINISTRATOR.email] }])
    const token = tokenIn(received[0]!.raw, "/reset-password")
    const { rows } = await database.pool.query(
      "SELECT expires_at - now() < interval '61 minutes' AS short FROM platform.one_time_link WHERE kind = 'password-reset' AND used_at IS NULL",
    )
    expect(rows).toEqual([{ short: true }])
    expect((await reset(token, "eleven old kettles")).status).toBe(200)
  })

  it("arrives from whichever pod runs the jobs", async () => {
    const received = await setMailServer()
    await testing.secondPod({ role: "worker" })

    await openBrowser(platform).call(sessionContract.requestPasswordReset, { email: "emil@example.test" })

    await vi.waitFor(() => expect(received.map(({ to }) => to)).toContainEqual(["emil@example.test"]), {
      timeout: 10_000,
    })
    const mail = received.find(({ to }) => to.includes("emil@example.test"))!
    expect(mail.raw).toContain("http://localhost/reset-password#token=")
  })

  it("expires, and cannot be asked for without end", async () => {
    const { token } = await resetLink(database.direct, { personId: anaAsShe.id, createdBy: null })
    await expire()
    expect((await reset(token, PASSWORD)).status).toBe(404)

    const ask = () => openBrowser(platform).call(sessionContract.requestPasswordReset, { email: ADMINISTRATOR.email })
    for (let at = 0; at < 5; at++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  })

  it("cannot be used to flood a mailbox, to keep its owner from asking, or to spoil a link that is there already", async () => {
    // What was asked for before is mailed by the pod that runs the jobs, and counts.
    await mailedAll()
    await database.pool.query("TRUNCATE platform.sign_in_attempt")
    const received = await setMailServer()
    const { email } = ADMINISTRATOR
    for (let at = 0; at < 50; at++) {
      const stranger = openBrowser(platform, { address: `198.51.100.${at}` })
      expect((await stranger.call(sessionContract.requestPasswordReset, { email })).status).toBe(200)
      await mailPasswordReset(job(), { email, baseUrl })
    }

    await mailedAll()
    expect(received).toHaveLength(3)
    const owner = openBrowser(platform, { address: "203.0.113.1" })
    expect((await owner.call(sessionContract.requestPasswordReset, { email })).status).toBe(200)
    await database.pool.query("UPDATE platform.sign_in_attempt SET at = at - interval '59 minutes'")
    await mailPasswordReset(job(), { email, baseUrl })
    expect(received).toHaveLength(3)
    await database.pool.query("UPDATE platform.sign_in_attempt SET at = at - interval '1 minute'")
    await mailPasswordReset(job(), { email, baseUrl })
    // The pod that runs the jobs may have been faster, and be in the middle of it.
    await expect.poll(() => received.length).toBe(4)
    // Mailed by this test or by the pod that runs the jobs, so under either's address.
    const token = /\/reset-password#token=([\w-]{43})\s/.exec(received[2]!.raw)![1]!
    expect((await reset(token, ADMINISTRATOR.password)).status).toBe(200)
  })

  it("counts no mail that could not be sent", async () => {
    const root = await testing.as("root", "administrator")
    const { version } = await getMailSettings(root, {})
    const nowhere = { host: "127.0.0.1", port: 9, encryption: "none", fromAddress: "c@example.test", version } as const
    await updateMailSettings(root, nowhere)
    for (let at = 0; at < 5; at++)
      await expect(mailPasswordReset(job(), { email: ADMINISTRATOR.email, baseUrl })).rejects.toThrow()

    const received = await setMailServer()
    await mailPasswordReset(job(), { email: ADMINISTRATOR.email, baseUrl })
    expect(received).toHaveLength(1)
  })

  it("leads to our own address whatever the Host header claims", async () => {
    const headers = { "content-type": "application/json", host: "evil.example" }
    const request = new Request("http://evil.example/api/v1/platform/requestPasswordReset", {
      method: "POST",
      headers,
      body: JSON.stringify({ email: ADMINISTRATOR.email }),
    })

    expect((await platform.fetch(request, "127.0.0.1")).status).toBe(403)
  })
})

async function mailedAll(): Promise<void> {
  const open = "SELECT count(*)::int FROM pgboss.job WHERE name = 'platform.mailPasswordReset' AND state < 'completed'"
  await expect.poll(async () => (await database.pool.query(open)).rows[0].count).toBe(0)
}

async function setMailServer() {
  const { port, received } = await startSmtpServer()
  const root = await testing.as("root", "administrator")
  const { version } = await getMailSettings(root, {})
  await updateMailSettings(root, {
    host: "127.0.0.1",
    port,
    encryption: "none",
    fromAddress: "countersign@example.test",
    version,
  })
  return received
}
