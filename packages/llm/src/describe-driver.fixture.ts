import { existsSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Connection, Driver, ModelRequest } from "./driver.ts"
import { type Message, TOOL_FAILURE_KINDS, type ToolFailure } from "./message.ts"
import type { Usage } from "./model-event.ts"
import { brokenRules, hear, type Playback, recording, startPlayback, withUsage } from "./playback.fixture.ts"

export interface DriverCase {
  driver: Driver
  /** How the driver is told to call a provider at this address. */
  connect(url: string): Connection
  model: string
  /** Of `streams-text.sse`. */
  usage: Usage
  /** Where the provider counts: what it cannot leave out, and what it may. */
  counts: { needed: readonly string[]; detail: readonly string[] }
  /** Of `reasons.sse`: what must go back with it. */
  replay: Record<string, string>
  /** The protocol has a refusal of its own. */
  refuses: boolean
}

/** What every driver does alike, shown on its recordings. */
export function describeDriver({ driver, connect, model, usage, counts, replay, refuses }: DriverCase): void {
  describe(`${driver.label} driver`, () => {
    let playback: Playback
    beforeAll(async () => {
      playback = await startPlayback()
    })
    afterAll(() => playback.close())

    const ask = (name: string, options?: Parameters<typeof hear>[3]) => {
      playback.play(recording(driver.id, name))
      return hear(driver, connect(playback.url), { ...question, model }, options)
    }

    it("streams text with its usage and cache buckets", async () => {
      const heard = await ask("streams-text.sse")

      expect(brokenRules(heard.events)).toEqual([])
      expect(heard).toMatchObject({ text: "Two services are down: café and 𝛑-api 👋.", end: "stop", usage })
    })

    it.each(claims(counts))("does not believe a $field of $claim, and keeps the answer", async ({ field, claim }) => {
      playback.play(withUsage(recording(driver.id, "streams-text.sse"), field, claim))
      const heard = await hear(driver, connect(playback.url), { ...question, model })

      expect(brokenRules(heard.events)).toEqual([])
      expect(heard).toMatchObject({ text: "Two services are down: café and 𝛑-api 👋.", end: "stop", usage: null })
    })

    it("keeps an answer that comes without any usage", async () => {
      playback.play(withUsage(recording(driver.id, "streams-text.sse"), "", null))
      const heard = await hear(driver, connect(playback.url), { ...question, model })

      expect(heard.text).toBe("Two services are down: café and 𝛑-api 👋.")
      expect(heard.end).toBe("stop")
      expect(heard.usage ?? null).toBeNull()
    })

    it.each(counts.detail)("takes a %s that is null for nothing", async (field) => {
      playback.play(withUsage(recording(driver.id, "streams-text.sse"), field, null))
      const heard = await hear(driver, connect(playback.url), { ...question, model })

      expect(heard.usage).toMatchObject({ outputTokens: usage.outputTokens })
    })

    it("speaks before it calls a tool", async () => {
      const heard = await ask("calls-a-tool.sse")

      expect(brokenRules(heard.events)).toEqual([])
      expect(heard).toMatchObject({ text: "Let me look.", end: "tool-calls" })
      expect(heard.calls).toEqual([
        { callId: expect.stringMatching(/\w+/), name: "incident_list", arguments: '{"status":"open"}' },
      ])
    })

    it("calls two tools at once", async () => {
      const heard = await ask("parallel-tools.sse")

      expect(brokenRules(heard.events)).toEqual([])
      expect(heard.calls.map(({ name, arguments: text }) => [name, JSON.parse(text)])).toEqual([
        ["incident_list", {}],
        ["catalog_get", { id: "café" }],
      ])
      expect(new Set(heard.calls.map(({ callId }) => callId)).size).toBe(2)
    })

    it("keeps reasoning apart from text, and with it what the provider wants back", async () => {
      const heard = await ask("reasons.sse")

      expect(brokenRules(heard.events)).toEqual([])
      expect(heard).toMatchObject({ reasoning: "First the open ones, then the rest.", text: "Three are open." })
      expect(heard.events.find(({ type }) => type === "reasoning-end")).toMatchObject({ provider: driver.id, replay })
    })

    if (refuses) {
      it("ends a refusal as one", async () => {
        const heard = await ask("refuses.sse")

        expect(heard).toMatchObject({ text: "I cannot help with that.", end: "refusal" })
      })
    }

    it("ends with the provider's failure when it comes in the middle, keeping what was said", async () => {
      const heard = await ask("fails-mid-stream.sse")

      expect(brokenRules(heard.events)).toEqual([])
      expect(heard).toMatchObject({ text: "The first half", failure: { kind: "overload" } })
    })

    it("reads the same from single bytes as from one chunk", async () => {
      const whole = await ask("streams-text.sse")
      playback.play(recording(driver.id, "streams-text.sse"), { splitBytes: 1 })
      const bytes = await hear(driver, connect(playback.url), { ...question, model })

      expect(bytes.events).toEqual(whole.events)
    })

    it("is cut, not complete, when the connection breaks at any frame after the first words", async () => {
      const frames = recording(driver.id, "streams-text.sse").toString("utf8").split("\n\n")
      const firstWords = frames.findIndex((frame) => frame.includes("Two services"))
      for (const destroy of [true, false]) {
        playback.play(Buffer.from(`${frames.slice(0, firstWords + 2).join("\n\n")}\n\n`), { destroy })
        const heard = await hear(driver, connect(playback.url), { ...question, model })

        expect(brokenRules(heard.events)).toEqual([])
        expect(heard.text).toBe("Two services are down: café")
        expect(heard.end ?? heard.failure?.kind).toMatch(/^(cut|network)$/)
      }
    })

    it("ends with an error at a frame that is garbage", async () => {
      const frames = recording(driver.id, "streams-text.sse").toString("utf8").split("\n\n")
      const firstWords = frames.findIndex((frame) => frame.includes("Two services"))
      playback.play(
        Buffer.from(
          [...frames.slice(0, firstWords + 1), "data: {nonsense", ...frames.slice(firstWords + 1)].join("\n\n"),
        ),
      )
      const heard = await hear(driver, connect(playback.url), { ...question, model })

      expect(brokenRules(heard.events)).toEqual([])
      expect(heard.failure?.sentence).toMatch(/\.$/)
      expect(heard.text).toBe("Two services are down: ")
    })

    it("closes the socket at once when it is stopped", async () => {
      const frames = recording(driver.id, "streams-text.sse").toString("utf8").split("\n\n")
      const firstWords = frames.findIndex((frame) => frame.includes("Two services"))
      playback.play(Buffer.from(`${frames.slice(0, firstWords + 1).join("\n\n")}\n\n`), { hold: true })
      const stop = new AbortController()
      const heard = await hear(
        driver,
        connect(playback.url),
        { ...question, model },
        { signal: stop.signal, onEvents: (events) => events.some(({ type }) => type === "text-delta") && stop.abort() },
      )
      await playback.closed()

      expect(heard).toMatchObject({ text: "Two services are down: ", failure: { kind: "aborted" } })
      expect(brokenRules(heard.events)).toEqual([])
    })

    it("sends history, images of results and its own reasoning as the provider wants them", async () => {
      await ask("streams-text.sse")
      playback.requests.length = 0
      const messages = historyFor(driver.id, replay)
      await hear(driver, connect(playback.url), { ...question, model, messages, capabilities: { vision: true } })

      expect(playback.requests[0]?.body).toEqual(expectedBody(driver.id))
    })

    it.each(TOOL_FAILURE_KINDS)("tells a call that failed as %s as a failure, with every path", async (kind) => {
      playback.requests.length = 0
      const messages = failedCall({ kind, issues: ISSUES })
      await hear(driver, connect(playback.url), { ...question, model, messages })

      expect(failuresIn(playback.requests[0]?.body)).toEqual([
        { kind, toolName: "incident_list", message: "It did not work.", issues: ISSUES.slice(0, 10) },
      ])
    })

    it("tells a call that succeeded as no failure, whatever its result says", async () => {
      playback.requests.length = 0
      const messages = failedCall(undefined, "An error was found in the log.")
      await hear(driver, connect(playback.url), { ...question, model, messages })

      const sent = JSON.stringify(playback.requests[0]?.body)
      expect(failuresIn(playback.requests[0]?.body)).toEqual([])
      expect(sent).toContain("An error was found in the log.")
      expect(sent).not.toMatch(/is_error|error-json|error-text/)
    })

    it("puts a line in place of images that the model cannot see", async () => {
      playback.requests.length = 0
      const messages = historyFor(driver.id, replay)
      await hear(driver, connect(playback.url), { ...question, model, messages, capabilities: { vision: false } })

      const sent = JSON.stringify(playback.requests[0]?.body)
      expect(sent).toContain("[One image was left out: this model cannot see images.]")
      expect(sent).not.toContain(IMAGE)
    })
  })
}

/** What has been seen, or may be, where a count belongs. */
const UNBELIEVABLE: readonly unknown[] = [-1, 12.5, 1e308, 2 ** 53, "12", true, {}]

function claims({ needed, detail }: DriverCase["counts"]): { field: string; claim: unknown }[] {
  const missing = needed.map((field) => ({ field, claim: null }))
  return [...needed, ...detail].flatMap((field) => UNBELIEVABLE.map((claim) => ({ field, claim }))).concat(missing)
}

const ISSUES = Array.from({ length: 12 }, (_, at) => ({ path: `items.${at}.name`, message: `Name ${at} is missing.` }))

/** A question, a call, and what came of it. */
export function failedCall(failure: ToolFailure | undefined, text = "It did not work."): Message[] {
  return [
    ...question.messages,
    { role: "assistant", parts: [{ type: "tool-call", callId: "call_1", name: "incident_list", arguments: "{}" }] },
    { role: "tool", parts: [{ type: "tool-result", callId: "call_1", name: "incident_list", text, failure }] },
  ]
}

/** Every `{ "error": { kind, ... } }` of a body, as an object or as the text of one. */
function failuresIn(value: unknown): unknown[] {
  if (typeof value === "string") return value.startsWith('{"error"') ? failuresIn(JSON.parse(value)) : []
  if (value === null || typeof value !== "object") return []
  const { error } = value as { error?: { kind?: unknown } }
  if (error?.kind !== undefined) return [error]
  return Object.values(value).flatMap(failuresIn)
}

const IMAGE = "iVBORw0KGgo="

export const question: ModelRequest = {
  model: "",
  messages: [
    { role: "system", text: "You help people who run services." },
    { role: "user", parts: [{ type: "text", text: "What is down?" }] },
  ],
  tools: [
    {
      name: "incident_list",
      description: "List incidents.",
      inputSchema: { type: "object", properties: { status: { type: "string" } } },
    },
  ],
  cacheKey: "conversation-1",
  maxOutputTokens: 4_096,
}

/** A round that has everything: reasoning of this and of another driver, calls good and bad, results with images. */
function historyFor(provider: string, replay: Record<string, string>): Message[] {
  return [
    ...question.messages,
    {
      role: "assistant",
      parts: [
        { type: "reasoning", text: "Look first.", provider, replay },
        {
          type: "reasoning",
          text: "From elsewhere.",
          provider: "another",
          replay: { signature: "x", encrypted: "x", id: "x" },
        },
        { type: "text", text: "Let me look." },
        { type: "tool-call", callId: "call_1", name: "incident_list", arguments: '{"status":"open"}' },
        { type: "tool-call", callId: "call_2", name: "site_capture", arguments: "{not json" },
      ],
    },
    {
      role: "tool",
      parts: [
        { type: "tool-result", callId: "call_1", name: "incident_list", text: '{"items":[]}' },
        {
          type: "tool-result",
          callId: "call_2",
          name: "site_capture",
          text: "The page.",
          images: [{ type: "image", mediaType: "image/png", data: IMAGE }],
        },
      ],
    },
    { role: "user", parts: [{ type: "text", text: "And now?" }] },
  ]
}

function expectedBody(driver: string): unknown {
  const file = new URL(`../recordings/${driver}/image-in-result.request.json`, import.meta.url)
  return existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : `a body in recordings/${driver}/image-in-result.request.json`
}
