import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { startSmtpServer } from "../../mail/smtp-server.fixture.ts"
import { getMailSettings } from "./get-mail-settings.ts"
import { removeMailSettings } from "./remove-mail-settings.ts"
import { sendTestMail } from "./send-test-mail.ts"
import { updateMailSettings } from "./update-mail-settings.ts"

const testing = await testPlatform({ plugins: [] })
const { as, database, trail } = testing
const ana = await as("ana", "administrator")
const PASSWORD = "canary-smtp-password"

async function set(changes: {
  port: number
  host?: string
  encryption?: "tls" | "starttls" | "none"
  username?: string
  password?: string | null
}) {
  const { version } = await getMailSettings(ana, {})
  return updateMailSettings(ana, {
    host: "127.0.0.1",
    encryption: "none",
    fromAddress: "countersign@example.test",
    ...changes,
    version,
  })
}

describe("the mail server", () => {
  it("is the administrator's business", async () => {
    await expect(getMailSettings(await as("otto"), {})).rejects.toThrow(
      "Otto lacks the permission platform.mail.manage.",
    )
    await expect(sendTestMail(ana, {})).rejects.toThrow("No mail server is set")
  })

  it("gets a test message to whoever asks, with user name and password", async () => {
    const logins: string[] = []
    const { port, received } = await startSmtpServer({
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        logins.push(`${username}:${password}`)
        done(null, password === PASSWORD ? { user: username } : undefined)
      },
    })
    await set({ port, username: "mailer", password: PASSWORD })

    expect(await sendTestMail(ana, {})).toEqual({ to: "ana@example.test" })

    expect(logins).toEqual([`mailer:${PASSWORD}`])
    expect(received).toMatchObject([{ to: ["ana@example.test"] }])
    expect(received[0]!.raw).toContain("From: Countersign <countersign@example.test>")
    expect(received[0]!.raw).toContain("Subject: Countersign can send mail")
  })

  it("never shows its password again: not in answers, the audit log or the table", async () => {
    const answer = await getMailSettings(ana, {})
    const { rows } = await database.pool.query("SELECT * FROM platform.mail_settings")

    expect(answer).toMatchObject({ hasPassword: true, username: "mailer" })
    for (const place of [answer, rows, await trail()]) expect(JSON.stringify(place)).not.toContain(PASSWORD)
    expect((await trail("platform.updateMailSettings")).at(-1)).toMatchObject({ note: "The password was set." })
  })

  it("keeps the password when it is left out, but never for another host", async () => {
    const { port } = await getMailSettings(ana, {})

    expect(await set({ port, username: "mailer" })).toMatchObject({ hasPassword: true })
    await expect(set({ port, host: "localhost", username: "mailer" })).rejects.toThrow(
      "write the password again or remove it",
    )
    expect(await set({ port, username: "mailer", password: null })).toMatchObject({ hasPassword: false })
  })

  it("explains a refused login, a refused address, missing encryption and a dead port", async () => {
    const strict = await startSmtpServer({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error("bad credentials")),
    })
    await set({ port: strict.port, username: "mailer", password: "wrong" })
    await expect(sendTestMail(ana, {})).rejects.toThrow(/did not accept the user name and password \(535 /)

    const choosy = await startSmtpServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error("no such mailbox"), { responseCode: 550 })),
    })
    await set({ port: choosy.port, password: null })
    await expect(sendTestMail(ana, { to: "ghost@example.test" })).rejects.toThrow(
      `The mail server 127.0.0.1:${choosy.port} refused the message: 550 no such mailbox.`,
    )
    await set({ port: choosy.port, encryption: "starttls" })
    await expect(sendTestMail(ana, {})).rejects.toThrow('could not agree on encryption "starttls"')
    await set({ port: 1 })
    await expect(sendTestMail(ana, {})).rejects.toThrow("could not be reached")
  })

  it("refuses an edit based on an older version with what stands now, and can be forgotten", async () => {
    const { version, port } = await getMailSettings(ana, {})
    const stale = updateMailSettings(ana, {
      host: "127.0.0.1",
      port,
      encryption: "none",
      fromAddress: "countersign@example.test",
      version: version - 1,
    })

    await expect(stale).rejects.toMatchObject({ code: "conflict", current: { version } })
    expect(await removeMailSettings(ana, { version })).toMatchObject({ configured: false, hasPassword: false })
  })
})

describe("a mail", () => {
  it("spells out what nobody sees in the words of others, in its subject and its text", async () => {
    const { port, received } = await startSmtpServer()
    await set({ port })
    const words = "Checkout\u202e tuo\u200b"
    await ana.runtime.mail.send({ to: "ana@example.test", subject: `${words} is slow`, text: `${words}\nSecond line.` })
    expect(received[0]!.raw).toContain("Subject: Checkout[U+202E] tuo[U+200B] is slow")
    expect(received[0]!.raw).toMatch(/Checkout\[U\+202E\] tuo\[U\+200B\]\r?\nSecond line\./)
  })
})
