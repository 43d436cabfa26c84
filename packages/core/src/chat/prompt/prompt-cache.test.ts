import { describe, expect, it } from "vitest"
import { forgetConnections } from "../../connections/open-connection.ts"
import { testChat } from "../chat.fixture.ts"

let now = new Date("2026-03-09T20:00:00Z")
const chat = await testChat({
  scripts: [
    {
      match: "which books",
      steps: [{ say: "Let me look. ", calls: [{ name: "shelf_list", arguments: {} }] }, { say: "None." }],
    },
    { match: "[\\s\\S]", steps: [{ say: "Yes." }] },
  ],
  platform: { now: () => now },
})
const PROTOCOLS = ["anthropic", "openai", "openai-compatible"]

/** Two turns a minute apart, the second on another page: what the provider was sent for each of their steps. */
async function twoTurns(driver: string) {
  const { id: connectionId } = await chat.connect({ driver, label: `${driver} ${Math.random()}` })
  forgetConnections(chat.testing.database)
  const id = await chat.newConversation()
  await chat.testing.database.pool.query("UPDATE platform.conversation SET titled_by = 'person' WHERE id = $1", [id])
  chat.provider.heard.length = 0
  const more = (path: string) => ({ connectionId, timeZone: "Europe/Vienna", snapshot: { path } })
  now = new Date("2026-03-09T20:00:00Z")
  await chat.send(id, "which books are there?", more("/settings"))
  now = new Date("2026-03-09T20:01:00Z")
  await chat.send(id, "and now?", more("/signatures"))
  const bodies = chat.provider.heard.map(({ body }) => body)
  expect(bodies).toHaveLength(3)
  return { id, bodies }
}

/** The prompt itself speaks of the mark. */
const FACTS = "<workspace>\\n"

interface Piece {
  text: string
  marked: boolean
}

/** Everything a model reads, in the order it is cached: tools, system, messages; marks and moving parts apart. */
function pieces(body: Record<string, unknown>): Piece[] {
  const list = (value: unknown) => (Array.isArray(value) ? value : value === undefined ? [] : [value])
  const spoken = list(body.messages ?? body.input).flatMap((message: Record<string, unknown>) => {
    const { content, ...head } = message
    if (!Array.isArray(content)) return splitText(content).map((part) => ({ ...head, content: part }))
    return content.map((part) => ({ ...head, ...part, role: head.role }))
  })
  return [...list(body.tools), ...list(body.system), ...list(body.instructions), ...spoken].map((block) => {
    const { cache_control, ...rest } = typeof block === "string" ? { text: block } : block
    return { text: JSON.stringify(rest), marked: cache_control !== undefined }
  })
}

/** In chat completions a message is one text. */
function splitText(content: unknown): unknown[] {
  return typeof content === "string" ? content.split(/(?:\n\n)?(?=<workspace>\n)/) : [content]
}

describe.each(PROTOCOLS)("two turns a minute apart on %s", (driver) => {
  it("share every byte up to the last message, and the clock stands behind all of it", async () => {
    const { bodies } = await twoTurns(driver)
    const [first, later, second] = bodies.map(pieces) as [Piece[], Piece[], Piece[]]
    const facts = first.findIndex(({ text }) => text.includes(FACTS))

    expect(facts).toBe(first.length - 1)
    expect(first[facts]!.text).toMatch(/21:00.*Europe\/Vienna.*\/settings/s)
    expect(first.slice(0, facts).some(({ text }) => /21:0\d|2026-03-09/.test(text))).toBe(false)
    // The steps of a turn share all of it, facts included.
    expect(later.slice(0, first.length).map(({ text }) => text)).toEqual(first.map(({ text }) => text))
    // The next turn shares what comes before them, and has its own at its end.
    expect(second.slice(0, facts).map(({ text }) => text)).toEqual(first.slice(0, facts).map(({ text }) => text))
    expect(first[facts - 1]!.text).toContain("which books are there?")
    expect(second.filter(({ text }) => text.includes(FACTS))).toEqual([second.at(-1)])
    expect(second.at(-1)!.text).toMatch(/21:01.*\/signatures/s)
  })
})

describe("Anthropic's cache", () => {
  it("is read by the next step up to the message, and by the next turn up to the message before", async () => {
    const { bodies } = await twoTurns("anthropic")
    const written = new Set<string>()
    const reads = bodies.map((body) => {
      const all = pieces(body)
      const prefixes = all.map((_, at) => JSON.stringify(all.slice(0, at + 1).map(({ text }) => text)))
      const marks = all.flatMap(({ marked }, at) => (marked ? [at] : []))
      expect(marks.length).toBeLessThanOrEqual(4)
      const read = marks.findLast((at) => written.has(prefixes[at]!))
      for (const at of marks) written.add(prefixes[at]!)
      return read === undefined ? null : all[read]!.text
    })

    expect(reads).toEqual([null, expect.stringContaining("which books"), expect.stringContaining("which books")])
  })

  it("marks the part of the prompt that stays, not the skill behind it", async () => {
    const { bodies } = await twoTurns("anthropic")
    const system = bodies[0]!.system as { text: string; cache_control?: object }[]

    expect(system).toHaveLength(1)
    expect(system[0]).toMatchObject({ cache_control: { type: "ephemeral" } })
  })
})

describe("the key of OpenAI's cache", () => {
  it("is the same in every conversation that begins alike, and says nothing of it", async () => {
    const [one, other] = [await twoTurns("openai"), await twoTurns("openai")]
    const keys = [...one.bodies, ...other.bodies].map((body) => body.prompt_cache_key)

    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect([one.id, other.id]).not.toContain(keys[0])
  })
})
