import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { fakeClock } from "./clock.fixture.ts"
import { question } from "./describe-driver.fixture.ts"
import type { Connection, Driver } from "./driver.ts"
import { anthropic } from "./drivers/anthropic.ts"
import { openai } from "./drivers/openai.ts"
import { openaiCompatible } from "./drivers/openai-compatible.ts"
import type { FailureKind } from "./model-event.ts"
import { brokenRules, hear, recording, startPlayback } from "./playback.fixture.ts"
import { type Chaos, type RehearsalServer, startRehearsalServer } from "./rehearsal/server.ts"

const apiKey = "sk-secret-0123456789"
const say = "One two three four five six seven eight nine ten."
const request = { ...question, model: "any" }
const patient = { retry: { attempts: 3, firstDelayMs: 1, longestDelayMs: 50 } }

let server: RehearsalServer
/** Sends every word by itself, so that what goes wrong comes in a chunk of its own. */
let slow: RehearsalServer
beforeAll(async () => {
  const scripts = [{ match: "down", steps: [{ say }] }]
  server = await startRehearsalServer({ scripts })
  slow = await startRehearsalServer({ scripts, paceMs: 5 })
})
afterAll(async () => {
  await server.close()
  await slow.close()
})
beforeEach(() => {
  server.heard.length = 0
  slow.heard.length = 0
  server.always(undefined)
})

/** One driver of each protocol. */
describe.each<{ driver: Driver }>([{ driver: anthropic }, { driver: openai }, { driver: openaiCompatible }])(
  "a stream from $driver.label",
  ({ driver }) => {
    const connection = (): Connection => ({ apiKey, baseUrl: `${server.url}/v1` })
    const ask = (chaos: Chaos, options: Parameters<typeof hear>[3] = {}) => {
      server.always(chaos)
      return hear(driver, connection(), request, options)
    }

    it.each<[number, FailureKind]>([
      [400, "rejected"],
      [401, "auth"],
      [402, "payment"],
      [403, "auth"],
      [404, "model-not-found"],
      [413, "too-large"],
      [429, "rate-limit"],
      [500, "overload"],
      [502, "overload"],
      [503, "overload"],
      [529, "overload"],
      [302, "rejected"],
    ])("ends status %i as %s, in a sentence of ours", async (status, kind) => {
      const { failure, events } = await ask({ status })

      expect(failure).toMatchObject({ kind, status })
      expect(failure?.sentence).toMatch(/^[A-Z].+\.$/)
      expect(events).toHaveLength(1)
    })

    it("sends long lists of tools whole, again and again, and as they are by then", async () => {
      const tools = Array.from({ length: 40 }, (_, n) => ({
        name: `tool_${n}`,
        description: `Zeigt Nummer ${n}: ${"größer ".repeat(20)}`,
        inputSchema: { type: "object", properties: { n: { type: "number", const: n } } },
      }))
      const named = async () => {
        await hear(driver, connection(), { ...request, tools })
        const { tools: sent } = server.heard.at(-1)!.body as { tools: { name?: string; function?: { name: string } }[] }
        return sent.map(({ name, function: called }) => name ?? called?.name)
      }
      server.always({})
      const names = tools.map(({ name }) => name)

      expect(await named()).toEqual(names)
      expect(await named()).toEqual(names)
      tools.push({ ...tools[0]!, name: "tool_new" })
      expect(await named()).toEqual([...names, "tool_new"])
    })

    it("waits as long as the provider asks, then answers", async () => {
      server.next({ status: 429, retryAfter: "0.02" })
      const heard = await hear(driver, connection(), request, patient)

      expect(heard).toMatchObject({ text: say, end: "stop" })
      expect(server.heard).toHaveLength(2)
    })

    it("does not wait longer than the bound, and says how long the provider wants", async () => {
      server.next({ status: 429, retryAfter: "30" })
      const { failure } = await hear(driver, connection(), request, patient)

      expect(failure).toMatchObject({ kind: "rate-limit", retryAfterMs: 30_000 })
      expect(failure?.sentence).toContain("30 seconds")
      expect(server.heard).toHaveLength(1)
    })

    it("tries again after an overload and a broken connection, while nothing was said", async () => {
      server.next({ status: 529 })
      server.next({ cutAfter: 1 })
      const heard = await hear(driver, connection(), request, patient)

      expect(heard).toMatchObject({ text: say, end: "stop" })
      expect(server.heard).toHaveLength(3)
    })

    it("tries again only as often as calls that belong together may, and calls nobody after that", async () => {
      const troubles = { left: 3 }
      server.next({ status: 429 })
      const first = await hear(driver, connection(), request, { ...patient, troubles })
      server.always({ status: 503 })
      const second = await hear(driver, connection(), request, { ...patient, troubles })
      const third = await hear(driver, connection(), request, { ...patient, troubles })

      expect(first).toMatchObject({ text: say, end: "stop" })
      expect([second.failure?.kind, third.failure?.kind]).toEqual(["overload", "overload"])
      // One that was answered, and three that were not.
      expect(server.heard).toHaveLength(4)
    })

    it("gives up after the last attempt with the last failure", async () => {
      const { failure } = await ask({ status: 503 }, patient)

      expect(failure).toMatchObject({ kind: "overload" })
      expect(server.heard).toHaveLength(3)
    })

    it.each<[string, Chaos]>([
      ["the connection breaks", { cutAfter: 6 }],
      ["the provider fails", { failAfter: 6 }],
    ])("never tries again once a word was said, when %s", async (_, chaos) => {
      slow.always(chaos)
      const heard = await hear(driver, { apiKey, baseUrl: `${slow.url}/v1` }, request, patient)

      expect(heard.batches).toBeGreaterThan(1)
      expect(heard.end ?? heard.failure?.kind).toBe(chaos.cutAfter ? "cut" : "overload")
      expect(say.startsWith(heard.text) && heard.text !== "").toBe(true)
      expect(slow.heard).toHaveLength(1)
    })

    it("does not try a bad key again", async () => {
      await ask({ status: 401 }, patient)

      expect(server.heard).toHaveLength(1)
    })

    it("stops waiting for the next attempt when it is stopped", async () => {
      const stop = new AbortController()
      server.always({ status: 429, retryAfter: "20" })
      const asked = hear(driver, connection(), request, {
        signal: stop.signal,
        retry: { attempts: 3, firstDelayMs: 1, longestDelayMs: 60_000 },
      })
      await until(() => server.heard.length === 1)
      await server.heard[0]?.closed
      stop.abort()

      expect((await asked).failure?.kind).toBe("aborted")
    })

    it("says that a web page answered", async () => {
      const { failure } = await ask({ html: true })

      expect(failure).toMatchObject({ kind: "malformed-stream" })
      expect(failure?.sentence).toContain("web page")
      expect(JSON.stringify(failure)).not.toContain("doctype")
    })

    it("ends a silence before the first word in a sentence, without another attempt", async () => {
      const clock = fakeClock()
      const asked = ask({ beforeHeadersMs: 600_000 }, { clock, ...patient })
      await until(() => server.heard.length === 1)
      clock.advance(60_000)
      const { failure } = await asked

      expect(failure).toMatchObject({ kind: "silence" })
      expect(failure?.sentence).toContain("did not begin to answer within 60 seconds")
      expect(await server.heard[0]?.closed).toBe(true)
      expect(server.heard).toHaveLength(1)
    })

    it("ends a silence in the middle in a sentence, and keeps what was said", async () => {
      const clock = fakeClock()
      let said = false
      const asked = ask(
        { keepAliveMs: 600_000, keepAliveAfter: 6 },
        {
          clock,
          onEvents(events) {
            said ||= events.some(({ type }) => type === "text-delta")
          },
        },
      )
      await until(() => said)
      clock.advance(90_000)
      const heard = await asked

      expect(brokenRules(heard.events)).toEqual([])
      expect(heard.failure).toMatchObject({ kind: "silence" })
      expect(say.startsWith(heard.text) && heard.text !== "").toBe(true)
      expect(await server.heard[0]?.closed).toBe(true)
    })

    it.each([
      ["without a word", undefined],
      ["after a word", 6],
    ])("ends endless keep-alives %s, though bytes come", async (_, keepAliveAfter) => {
      const patience = { firstTokenMs: 100, betweenTokensMs: 100 }
      const heard = await ask({ keepAliveMs: 5, keepAliveAfter }, { patience, ...patient })

      expect(heard.failure).toMatchObject({ kind: "silence" })
      expect(heard.text === "").toBe(keepAliveAfter === undefined)
      expect(await server.heard[0]?.closed).toBe(true)
      expect(server.heard).toHaveLength(1)
    })

    it("ends a frame of 10 MB in an error, without keeping it", async () => {
      const heard = await ask({ giantFrameBytes: 10 * 1024 * 1024 })

      expect(heard.failure).toMatchObject({ kind: "malformed-stream" })
      expect(brokenRules(heard.events)).toEqual([])
    })

    it("ends garbage in an error and keeps what was said", async () => {
      const heard = await ask({ garbageAfter: 6 })

      expect(heard.failure).toMatchObject({ kind: "malformed-stream" })
      expect(heard.text).not.toBe("")
    })

    it("replaces bytes that are not UTF-8 and goes on", async () => {
      const heard = await ask({ invalidUtf8: true })

      expect(heard.end).toBe("stop")
      expect(heard.text).toMatch(/^Good \uFFFD+One two/)
    })

    it("reads lines that end with carriage returns, in pieces of three bytes", async () => {
      const heard = await ask({ carriageReturns: true, splitBytes: 3 })

      expect(heard).toMatchObject({ text: say, end: "stop" })
    })

    it("keeps the key out of what the provider echoes", async () => {
      const body = JSON.stringify({
        error: { message: `Incorrect API key provided: ${apiKey}.`, type: "x", code: "invalid_api_key" },
      })
      const { failure } = await ask({ status: 401, body })

      expect(failure).toMatchObject({ kind: "auth", detail: "Incorrect API key provided: [key]." })
      expect(JSON.stringify(failure)).not.toContain(apiKey)
    })

    it("closes the connection when it is stopped in the middle", async () => {
      const stop = new AbortController()
      server.always({ keepAliveMs: 5, keepAliveAfter: 6 })
      const heard = await hear(driver, connection(), request, {
        signal: stop.signal,
        onEvents: (events) => events.some(({ type }) => type === "text-delta") && stop.abort(),
      })

      expect(heard.failure?.kind).toBe("aborted")
      expect(await server.heard[0]?.closed).toBe(true)
    })

    it("sends all of a large body, the same one again in another attempt and in another call", async () => {
      const tools = request.tools!.map((tool) => ({ ...tool, description: "Störung über alles. ".repeat(2_000) }))
      const large = () => hear(driver, connection(), { ...request, tools }, patient)
      server.next({ status: 503 })
      const [first, second] = [await large(), await large()]

      expect([first.failure, second.failure]).toEqual([undefined, undefined])
      const [failed, again, later] = server.heard.map(({ body }) => JSON.stringify(body))
      expect(server.heard).toHaveLength(3)
      expect(failed).toContain(tools[0]!.description)
      expect([again, later]).toEqual([failed, failed])
    })

    it("calls nobody when it is stopped before it begins", async () => {
      const { failure } = await ask({}, { signal: AbortSignal.abort() })

      expect(failure?.kind).toBe("aborted")
      expect(server.heard).toHaveLength(0)
    })

    it("reuses connections: two at most for ten calls that follow each other", async () => {
      // Two, as the next call may begin before the last one's connection has closed its answer.
      for (let call = 0; call < 10; call += 1) await ask({})

      expect(server.heard).toHaveLength(10)
      expect(new Set(server.heard.map(({ port }) => port)).size).toBeLessThanOrEqual(2)
    })

    it("hands what the listener throws to the caller and closes the socket", async () => {
      server.always({ keepAliveMs: 5, keepAliveAfter: 6 })
      const asked = hear(driver, connection(), request, {
        onEvents() {
          throw new Error("The listener is broken.")
        },
      })

      await expect(asked).rejects.toThrow("The listener is broken.")
      expect(await server.heard[0]?.closed).toBe(true)
    })
  },
)

describe("a stream", () => {
  it("says that the provider could not be reached, and where it was looked for", async () => {
    const { failure } = await hear(openaiCompatible, { baseUrl: "http://127.0.0.1:1/v1" }, request)

    expect(failure).toMatchObject({ kind: "network", detail: "http://127.0.0.1:1: ECONNREFUSED" })
  })

  it.each(["", "not a url", "ftp://example.org", "file:///etc/passwd"])("does not call %j", async (baseUrl) => {
    const { failure } = await hear(openaiCompatible, { baseUrl }, request)

    expect(failure?.sentence).toContain("not an http or https address")
  })

  it("counts what was used until it was stopped, where the provider says so first", async () => {
    const stop = new AbortController()
    const { usage, failure } = await hear(anthropic, { apiKey, baseUrl: slow.url }, request, {
      signal: stop.signal,
      onEvents: (events) => events.some(({ type }) => type === "text-delta") && stop.abort(),
    })

    expect(failure?.kind).toBe("aborted")
    expect(usage?.inputTokens).toBeGreaterThan(0)
  })

  it("does not wait for a connection that stays open after the answer, nor keeps it", async () => {
    const playback = await startPlayback()
    playback.play(recording("openai", "streams-text.sse"), { hold: true })
    const heard = await hear(openai, { apiKey, baseUrl: playback.url }, request)
    await playback.closed()
    await playback.close()

    expect(heard.end).toBe("stop")
  })

  it("ends in an error when the caller's data cannot be written", async () => {
    const inputSchema: Record<string, unknown> = {}
    inputSchema.itself = inputSchema
    const tools = [{ name: "t", description: "d", inputSchema }]
    const { failure } = await hear(anthropic, { apiKey, baseUrl: server.url }, { ...request, tools })

    expect(failure?.kind).toBe("rejected")
  })

  it.each([
    ["/v1", "/v1/chat/completions"],
    ["/v1/", "/v1/chat/completions"],
    ["", "/v1/chat/completions"],
    ["/openai/deployments/x", "/openai/deployments/x/chat/completions"],
    ["/v1/chat/completions", "/v1/chat/completions"],
  ])("finds the protocol under a base URL that ends with %j", async (path, expected) => {
    const heard = await hear(openaiCompatible, { apiKey, baseUrl: `${server.url}${path}`, query: "a=b" }, request)

    expect(heard.end).toBe("stop")
    expect(server.heard[0]?.path).toBe(`${expected}?a=b`)
  })

  it("does not send a key that no header can hold", async () => {
    const connection = { apiKey: "sk\r\nx: y", baseUrl: `${server.url}/v1` }
    const { failure } = await hear(openaiCompatible, connection, request)

    expect(failure).toMatchObject({ kind: "auth" })
    expect(JSON.stringify(failure)).not.toContain("x: y")
    expect(server.heard).toHaveLength(0)
  })
})

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("It did not happen within ten seconds.")
    await new Promise((resolve) => setImmediate(resolve))
  }
}
