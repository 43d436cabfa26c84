import { describe, expect, it } from "vitest"
import { failedCall } from "../describe-driver.fixture.ts"
import { type Message, TOOL_FAILURE_KINDS } from "../message.ts"
import { brokenRules, hear } from "../playback.fixture.ts"
import type { RehearsalScript } from "../rehearsal/script.ts"
import { rehearsal } from "./rehearsal.ts"

const scripts: RehearsalScript[] = [
  {
    title: "Resolve the incident about checkout",
    match: "resolve .*about (\\w+)",
    steps: [
      {
        think: "It has to be found first.",
        say: "Looking.",
        calls: [{ name: "list", arguments: { query: "{{match.1}}" } }],
      },
      [
        { when: '"items":\\[\\]', say: "Nothing is open about {{match.1}}." },
        {
          calls: [
            {
              name: "resolve",
              arguments: { id: "{{result.items.0.id}}", count: "{{result.count}}", note: "As asked: {{user}}" },
            },
          ],
        },
      ],
      { say: "Resolved {{results.0.items.0.title}}." },
    ],
  },
]
const connection = { scripts, paceMs: 0 }
const user: Message = { role: "user", parts: [{ type: "text", text: "Resolve the one about checkout" }] }
const listed: Message[] = [
  { role: "assistant", parts: [{ type: "tool-call", callId: "call_1", name: "list", arguments: "{}" }] },
  {
    role: "tool",
    parts: [
      { type: "tool-result", callId: "call_1", name: "list", text: '{"items":[{"id":"7","title":"Slow"}],"count":1}' },
    ],
  },
]
const play = (messages: Message[], options?: Parameters<typeof hear>[3]) =>
  hear(rehearsal, connection, { model: "rehearsal", messages }, options)

describe("the rehearsal driver", () => {
  it("thinks, speaks and calls by its script", async () => {
    const heard = await play([user])

    expect(brokenRules(heard.events)).toEqual([])
    expect(heard).toMatchObject({ reasoning: "It has to be found first.", text: "Looking.", end: "tool-calls" })
    expect(heard.calls).toEqual([{ callId: "call_1", name: "list", arguments: '{"query":"checkout"}' }])
    expect(heard.usage?.outputTokens).toBeGreaterThan(0)
  })

  it.each(TOOL_FAILURE_KINDS)("hears of a call that failed as %s what any other model would", async (kind) => {
    const failing: RehearsalScript[] = [
      {
        match: "down",
        steps: [
          { say: "Looking." },
          { when: '^\\{"error":', say: "{{result.error.kind}}, {{result.error.issues.*.path}}" },
        ],
      },
    ]
    const messages = failedCall({ kind, issues: [{ path: "title", message: "It is missing." }] })
    const heard = await hear(rehearsal, { scripts: failing, paceMs: 0 }, { model: "rehearsal", messages })

    expect(heard.text).toBe(`${kind}, title`)
  })

  it("reacts to results and keeps the types of what it takes from them", async () => {
    const heard = await play([user, ...listed])

    expect(heard.calls).toEqual([
      {
        callId: "call_2",
        name: "resolve",
        arguments: '{"id":"7","count":1,"note":"As asked: Resolve the one about checkout"}',
      },
    ])
  })

  it("names every entry of a list, and leaves out what an entry does not have", async () => {
    const [called, result] = listed as [Message, Extract<Message, { role: "tool" }>]
    const text = '{"items":[{"title":"Slow","owner":{"name":"Ana"}},{"title":"Late","owner":null},{"title":"Gone"}]}'
    const messages = [user, called, { ...result, parts: result.parts.map((part) => ({ ...part, text })) }]
    const say = "{{result.items.*.title}} of {{result.items.*.owner.name}}; {{result.nothing.*.title}}"
    const script = { match: "resolve", steps: [{ say: "Looking." }, { say }] }

    const heard = await hear(rehearsal, { scripts: [script], paceMs: 0 }, { model: "rehearsal", messages })

    expect(heard.text).toBe("Slow, Late, Gone of Ana; ")
  })

  it("takes another way when the results say so", async () => {
    const [called, result] = listed as [Message, Extract<Message, { role: "tool" }>]
    const empty = result.parts.map((part) => ({ ...part, text: '{"items":[]}' }))
    const heard = await play([user, called, { role: "tool", parts: empty }])

    expect(heard).toMatchObject({ text: "Nothing is open about checkout.", end: "stop" })
  })

  it("ends a script that is asked for more than it has", async () => {
    const messages = [user, ...listed, ...listed, ...listed]

    expect((await play(messages)).text).toBe("That is as far as this rehearsal goes.")
  })

  it("says what it is, and what to try, when it knows no script for a request", async () => {
    const heard = await play([{ role: "user", parts: [{ type: "text", text: "Write a poem" }] }])

    expect(heard.text).toContain("This is a rehearsal")
    expect(heard.text).toContain("- Resolve the incident about checkout")
  })

  it("ends in an error when a script is broken", async () => {
    const { failure } = await hear(
      rehearsal,
      { scripts: [{ match: "(", steps: [] }] },
      { model: "rehearsal", messages: [user] },
    )

    expect(failure?.sentence).toContain("A rehearsal script cannot be played")
  })

  it("stops between two words", async () => {
    const stop = new AbortController()
    const heard = await play([user], {
      signal: stop.signal,
      onEvents: (events) => events.some(({ type }) => type === "reasoning-delta") && stop.abort(),
    })

    expect(heard).toMatchObject({ reasoning: "It ", failure: { kind: "aborted" } })
  })
})
