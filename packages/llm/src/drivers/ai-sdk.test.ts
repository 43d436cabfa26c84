import { setImmediate as nextTick } from "node:timers/promises"
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider"
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test"
import { describe, expect, it } from "vitest"
import { fakeClock } from "../clock.fixture.ts"
import type { ModelEvent } from "../model-event.ts"
import { brokenRules, hear } from "../playback.fixture.ts"
import { type Clock, PATIENCE, realClock } from "../transport/silence.ts"
import { aiSdk, runLanguageModel } from "./ai-sdk.ts"

const request = { model: "any", messages: [{ role: "user" as const, parts: [{ type: "text" as const, text: "Hi" }] }] }
const usage = {
  inputTokens: { total: 9, noCache: undefined, cacheRead: 4, cacheWrite: undefined },
  outputTokens: { total: 7, text: undefined, reasoning: undefined },
}
const finish: LanguageModelV4StreamPart = { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage }

const patient = { patience: PATIENCE, clock: realClock }

describe("runLanguageModel", () => {
  it("takes calls that come whole, twice under one id, with what the provider wants back", async () => {
    const call = { type: "tool-call" as const, toolCallId: "1", toolName: "no_such_tool", input: "{not json" }
    const { events } = await run([call, { ...call, providerMetadata: { google: { thoughtSignature: "s" } } }, finish])

    expect(brokenRules(events)).toEqual([])
    expect(events.filter(({ type }) => type === "tool-call-end")).toEqual([
      { type: "tool-call-end", part: 0, callId: "1", name: "no_such_tool", arguments: "{not json" },
      {
        type: "tool-call-end",
        part: 1,
        callId: "1",
        name: "no_such_tool",
        arguments: "{not json",
        replay: { provider: "ai-sdk", encrypted: '{"google":{"thoughtSignature":"s"}}' },
      },
    ])
    expect(events.at(-1)).toEqual({ type: "end", reason: "tool-calls" })
  })

  it("counts what the provider leaves uncounted", async () => {
    const { events } = await run([finish])

    expect(events[0]).toMatchObject({
      usage: { inputTokens: 5, cacheReadTokens: 4, cacheWriteTokens: 0, outputTokens: 7 },
    })
  })

  it("is cut when the stream ends without a finish", async () => {
    const { events } = await run([
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "Half" },
    ])

    expect(events.at(-1)).toEqual({ type: "end", reason: "cut" })
  })

  it("ends a model that goes silent, and stops a model that does not listen", async () => {
    const clock = fakeClock()
    const silent = run(new ReadableStream(), { clock })
    await nextTick()
    clock.advance(60_000)
    const { events } = await silent
    const stop = new AbortController()
    const stopped = run(new ReadableStream(), { signal: stop.signal })
    stop.abort()

    expect(events).toMatchObject([{ type: "error", failure: { kind: "silence" } }])
    expect((await stopped).events).toMatchObject([{ type: "error", failure: { kind: "aborted" } }])
  })

  it("hands a transient failure back while nothing was said", async () => {
    const error = Object.assign(new Error("busy"), { statusCode: 429, responseHeaders: { "retry-after": "3" } })
    const { events, failure } = await run(() => Promise.reject(error))

    expect(events).toEqual([])
    expect(failure).toMatchObject({ kind: "rate-limit", retryAfterMs: 3_000, detail: "busy" })
  })

  it("rejects with what the listener throws", async () => {
    const model = modelOf([finish])
    const onEvents = () => {
      throw new Error("The listener is broken.")
    }

    await expect(runLanguageModel(model, request, { ...patient, onEvents })).rejects.toThrow("The listener")
  })
})

describe("the AI SDK driver", () => {
  it.each([
    ["@ai-sdk/nobody-has-this", "is not installed on this server"],
    ["node:fs", "is not a package of the AI SDK"],
    ["../../../somewhere", "is not a package of the AI SDK"],
    ["@ai-sdk/provider", "makes no provider of models"],
  ])("does not run %s", async (name, words) => {
    const { failure } = await hear(aiSdk, { package: name }, request)

    expect(failure?.sentence).toContain(words)
    await expect(aiSdk.listModels({ package: name })).rejects.toThrow(words)
  })
})

type Source = LanguageModelV4StreamPart[] | ReadableStream<LanguageModelV4StreamPart> | (() => Promise<never>)

function modelOf(source: Source) {
  return new MockLanguageModelV4({
    doStream: async () => {
      if (typeof source === "function") return source()
      return { stream: Array.isArray(source) ? convertArrayToReadableStream(source) : source }
    },
  })
}

async function run(source: Source, options: { clock?: Clock; signal?: AbortSignal } = {}) {
  const events: ModelEvent[] = []
  const onEvents = (batch: ModelEvent[]) => void events.push(...batch)
  const failure = await runLanguageModel(modelOf(source), request, { ...patient, ...options, onEvents })
  return { events, failure }
}
