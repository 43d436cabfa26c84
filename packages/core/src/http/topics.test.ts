import { DOOR, greetingLeft, helloContract } from "@countersign/hello/contract"
import { helloPlugin } from "@countersign/hello/server"
import { testPlatform } from "@countersign/testing"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { implement } from "../access/implement.ts"
import { topic } from "../access/points/topic.ts"
import { peopleContract } from "../contract/platform/people.ts"
import { rolesContract } from "../contract/platform/roles.ts"
import { sessionContract } from "../contract/platform/session.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { defineTopic } from "../contract/topic.ts"
import { definePlugin } from "../define-plugin.ts"
import { openBrowser, setUpAna } from "../reserved/session/session.fixture.ts"
import { validatePlugins } from "../validate-plugins.ts"
import { serveOnLoopback } from "./serve.fixture.ts"

const testing = await testPlatform({ plugins: [helloPlugin] })
const ana = await setUpAna(testing)
const here = await serveOnLoopback(testing.platform)
const pod = await testing.secondPod()
const there = await serveOnLoopback(pod)
afterAll(() => Promise.all([here.close(), there.close()]))

const pages: AbortController[] = []
afterEach(() => {
  for (const page of pages.splice(0)) page.abort()
})

describe("a topic", () => {
  it("is told to the pages that follow it, on every pod, in order", async () => {
    const [one, other] = [await openPage(here.url, 0), await openPage(there.url, 0)]

    for (const to of ["Ben", "Cem", "Dora"]) await ana.call(helloContract.greet, { to })

    for (const page of [one, other])
      await vi.waitFor(() => expect(page.words()).toEqual(["Hello, Ben.", "Hello, Cem.", "Hello, Dora."]), {
        timeout: 15_000,
      })
    expect(one.numbers()).toEqual([1, 2, 3])
  })

  it("is read from where a page stands, and goes on from there", async () => {
    const page = await openPage(there.url, 2)
    await vi.waitFor(() => expect(page.words()).toEqual(["Hello, Dora."]), { timeout: 15_000 })

    await ana.call(helloContract.greet, { to: "Edo" })

    await vi.waitFor(() => expect(page.words()).toEqual(["Hello, Dora.", "Hello, Edo."]), { timeout: 15_000 })
  })

  it("has no holes: what a page was not told before a message is read before it", async () => {
    const page = await openPage(here.url, 4)
    await page.isFollowing()
    // Another server whose news were lost on the way.
    await testing.database.pool.query(
      `INSERT INTO hello.greeting ("to", "from", words) VALUES ('Fay', 'Ana', 'Hello, Fay.')`,
    )

    await ana.call(helloContract.greet, { to: "Gil" })

    await vi.waitFor(() => expect(page.words()).toEqual(["Hello, Fay.", "Hello, Gil."]), { timeout: 15_000 })
  })

  it("is for those who may read it, and ends for whoever no longer may", async () => {
    const ben = openBrowser(testing.platform)
    const invited = await ana.call(peopleContract.invitePerson, { email: "ben@example.test", roles: ["viewer"] })
    const token = new URLSearchParams(new URL(invited.body.link ?? "").hash.slice(1)).get("token") ?? ""
    await ben.call(sessionContract.acceptInvitation, { token, name: "Ben", password: "eight dry badgers" })
    const page = await openPage(there.url, 7, ben.cookies)
    await ana.call(helloContract.greet, { to: "Hal" })
    await vi.waitFor(() => expect(page.words()).toEqual(["Hello, Hal."]), { timeout: 15_000 })

    const { body: viewer } = await ana.call(rolesContract.getRole, { id: "viewer" })
    const rules = viewer.rules.filter((rule) => rule !== "hello.greeting.read")
    const { status } = await ana.call(rolesContract.updateRole, { id: "viewer", version: viewer.version, rules })
    expect(status).toBe(200)
    await vi.waitFor(() => expect(page.text()).toContain("event: topic-ended"), { timeout: 15_000 })
    await ana.call(helloContract.greet, { to: "Ida" })

    const staying = await openPage(there.url, 8)
    await vi.waitFor(() => expect(staying.words()).toEqual(["Hello, Ida."]), { timeout: 15_000 })
    expect(page.words()).toEqual(["Hello, Hal."])
  })

  it("that nobody tells is ended at once, with a sentence", async () => {
    const page = await openPage(here.url, 0, ana.cookies, "hello.nothing")

    await vi.waitFor(() => expect(page.text()).toContain('Nobody tells \\"hello.nothing\\".'), { timeout: 15_000 })
  })
})

describe("a topic that is wired wrongly", () => {
  const contract = defineContract("probe", {
    follow: procedure({
      summary: "Follow.",
      effect: "read",
      access: "signedIn",
      input: z.object({ key: z.string(), after: z.int() }),
      output: z.object({ messages: z.array(z.object({ sequence: z.int() })) }),
    }),
  })
  const follow = implement(contract.follow, async () => ({ messages: [] }))
  const message = z.object({ sequence: z.int() })
  const probe = (...ids: string[]) =>
    definePlugin({
      id: "probe",
      contract,
      verbs: { follow },
      topics: ids.map((id) => topic(defineTopic(id, { message }), { follow })),
    })

  it("does not start when its id is another plugin's, or is there twice", () => {
    expect(() => validatePlugins([probe("catalog.news")])).toThrow(
      'Plugin "probe" names a topic "catalog.news"; it must begin with "probe.".',
    )
    expect(() => validatePlugins([probe("probe.news", "probe.news")])).toThrow(/probe.news/)
  })

  it("does not start when pages would follow it by another plugin's verb", () => {
    const other = definePlugin({
      ...probe(),
      id: "probe",
      contract,
      access: [],
      verbs: { follow: implement(contract.follow, async () => ({ messages: [] })) },
      topics: [topic(defineTopic("probe.news", { message }), { follow })],
    })
    expect(() => validatePlugins([other])).toThrow(
      'lets pages follow "probe.news" by probe.follow; it must be a read of its own',
    )
  })

  it("does not compile when its verb answers something else", () => {
    const text = defineTopic("probe.text", { message: z.object({ sequence: z.int(), text: z.string() }) })
    // @ts-expect-error the verb's messages have no text
    expect(topic(text, { follow }).topic).toBe(text)
  })
})

async function openPage(url: string, after: number, cookies = ana.cookies, id: string = greetingLeft.id) {
  const page = new AbortController()
  pages.push(page)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const followed = encodeURIComponent(JSON.stringify([id, DOOR, after]))
  const response = await fetch(`${url}/api/v1/events?t=${followed}`, { headers: { cookie }, signal: page.signal })
  let heard = ""
  void (async () => {
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) heard += chunk
    } catch {
      // Left.
    }
  })()
  const messages = () =>
    [...heard.matchAll(/event: topic\ndata: (.*)\n\n/g)].map(
      ([, data = ""]) => (JSON.parse(data) as { message: { sequence: number; words: string } }).message,
    )
  await vi.waitFor(() => expect(heard).toContain(": connected"), { timeout: 15_000 })
  return {
    text: () => heard,
    words: () => messages().map(({ words }) => words),
    numbers: () => messages().map(({ sequence }) => sequence),
    /** A message of its own says that the question whether it may follow was answered. */
    async isFollowing() {
      await ana.call(helloContract.greet, { to: "somebody" })
      await vi.waitFor(() => expect(messages().length).toBeGreaterThan(0), { timeout: 15_000 })
      heard = ""
    },
  }
}
