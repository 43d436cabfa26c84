import { catalogContract } from "@countersign/catalog/contract"
import { hasHidden } from "@countersign/core/contract"
import { incidentContract } from "@countersign/incident/contract"
import { maintenanceContract } from "@countersign/maintenance/contract"
import { describe, expect, it } from "vitest"
import { notificationContract } from "../contract.ts"
import { SIGNING_SECRET, testNotification } from "./notification.fixture.ts"
import { startMailbox } from "./receiver.fixture.ts"

const { olga, platform, receiver, report, setMail, settled } = await testNotification()
const mailbox = await startMailbox()
await setMail(mailbox.port)

/** What a name may hold, which is a line without a character that nobody sees. */
const LINE =
  '<!channel> <@U1> @all @olga *b* _i_ `c` [free](https://evil.example.test) [r][1] <b onclick=x> &amp; "q" =?utf-8?q?x?='
/** What a text of several lines may hold. */
const TEXT = [
  `${LINE}\r\nBcc: evil@example.test\r\n\r\n<script>alert(1)</script>`,
  "[1]: https://evil.example.test",
  "```",
  ".\r\nQUIT\r\n",
  "\u202ereversed\u202c zero\u200bwidth \u0007bell \u001b[31mred \ufeff \u2028ATTENDEE:mailto:evil@example.test",
  "x".repeat(300),
].join("\n")
const MUST_SHOW = "reversed"

const shared = async (kind: string, address: string, secret: string | null = null) =>
  (await platform.call(olga, notificationContract.createChannel, { kind, name: kind, address, secret, shared: true }))
    .id
const channels = {
  email: await shared("email", "on-call@example.test"),
  slack: await shared("slack", receiver.url("/slack")),
  webhook: await shared("webhook", receiver.url("/webhook"), SIGNING_SECRET),
}
for (const channelId of Object.values(channels))
  await platform.call(olga, notificationContract.subscribe, { everything: true, channelId })
const system = (name: string) => platform.call(olga, catalogContract.createSystem, { name })
const soon = new Date(Date.now() + 30 * 86_400_000).toISOString()

/** Where a text can come from that is told to somebody; `text` says whether it may have several lines. */
const SOURCES: Record<string, { text: boolean; tell: () => Promise<unknown> }> = {
  "the name of a system": {
    text: false,
    tell: async () => report((await system(LINE)).id, "unhealthy"),
  },
  "the reason of a status, which may quote a server": {
    text: true,
    tell: async () => report((await system("Plain")).id, "unhealthy", TEXT.slice(0, 480)),
  },
  "the title of an incident": {
    text: false,
    tell: async () =>
      platform.call(olga, incidentContract.create, {
        title: LINE,
        severity: "minor",
        systemIds: [(await system("A")).id],
      }),
  },
  "the text of an incident": {
    text: true,
    tell: async () =>
      platform.call(olga, incidentContract.create, {
        title: "Slow",
        severity: "minor",
        systemIds: [(await system("B")).id],
        message: TEXT + "y".repeat(9_000),
      }),
  },
  "the title of a window": {
    text: false,
    tell: async () =>
      platform.call(olga, maintenanceContract.create, {
        title: LINE,
        description: TEXT,
        systemIds: [(await system("C")).id],
        startsAt: soon,
        minutes: 60,
      }),
  },
  "a message that somebody sends": {
    text: true,
    tell: async () => {
      for (const channelId of Object.values(channels))
        await platform.call(olga, notificationContract.send, { channelId, subject: LINE, text: TEXT })
    },
  },
}

describe.each(Object.entries(SOURCES))("%s", (_, { text, tell }) => {
  it("reaches every channel as words and as nothing else", async () => {
    const before = { mails: mailbox.received.length, slack: receiver.at("/slack").length }
    await tell()
    await settled()

    const mail = mailbox.received.slice(before.mails).at(-1)!
    const [headers = "", ...body] = mail.raw.split("\r\n\r\n")
    const names = headers.split(/\r\n(?![ \t])/).map((line) => line.slice(0, line.indexOf(":")).toLowerCase())
    expect(mail.to).toEqual(["on-call@example.test"])
    expect(names.filter((name) => ["subject", "to", "from", "content-type"].includes(name)).sort()).toEqual([
      "content-type",
      "from",
      "subject",
      "to",
    ])
    expect(names).not.toContain("bcc")
    expect(headers).toMatch(/content-type: text\/plain/i)
    expect(headers).not.toMatch(/[^\r\n\t -~]/)

    const posted = JSON.parse(receiver.at("/slack").at(-1)!.body).text as string
    expect(receiver.at("/slack").length).toBeGreaterThan(before.slack)
    const withoutOurLink = posted.replace(/<https:\/\/status\.example\.test\/[^<>|]*\|Open>$/, "")
    expect(withoutOurLink).not.toMatch(/[<>]|@(all|olga|U1)|\]\(|\]\[|\]:|```/)
    expect(clean(withoutOurLink.replaceAll("\u200b", ""))).toBe(true)

    const told = JSON.parse(receiver.at("/webhook").at(-1)!.body) as { subject: string; text: string }
    expect(told.subject).not.toContain("\n")
    for (const shown of [told.subject, told.text]) expect(clean(shown)).toBe(true)
    for (const length of [told.text.length, posted.length / 1.5, body.join("").length / 3])
      expect(length).toBeLessThan(8_500)
    if (text) {
      expect(told.text).toContain(MUST_SHOW)
      expect(told.text).toContain("[U+202E]")
      expect(posted).toContain(MUST_SHOW)
    }
  })
})

/** Nothing but line breaks and tabs is hidden in it. */
function clean(text: string): boolean {
  return !hasHidden(text.replaceAll(/[\n\t]/g, " "))
}

describe("the calendar of maintenance", () => {
  it("has one property to a line, whatever titles and descriptions hold, and none that nobody wrote", async () => {
    const { url } = await platform.call(olga, maintenanceContract.renewFeed, {})
    const calendar = await (await platform.fetch(new Request(url), "127.0.0.1")).text()
    const lines = calendar.split("\r\n").slice(0, -1)
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const unfolded = calendar.replaceAll("\r\n ", "").split("\r\n").slice(0, -1)
    const known =
      /^(BEGIN|END|VERSION|PRODID|CALSCALE|METHOD|X-WR-CALNAME|REFRESH-INTERVAL|UID|SEQUENCE|DTSTAMP|DTSTART|DTEND|SUMMARY|DESCRIPTION|URL|STATUS)[:;]/
    for (const line of unfolded) expect(line).toMatch(known)
    expect(unfolded.filter((line) => hasHidden(line))).toEqual([])
    const described = unfolded.find((line) => line.startsWith("DESCRIPTION:"))
    expect(described).toContain("\\nBcc: evil@example.test\\n")
    expect(described).toContain("[U+202E]reversed")
  })
})
