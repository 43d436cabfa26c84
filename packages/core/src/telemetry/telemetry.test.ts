import { randomUUID } from "node:crypto"
import { testPlatform } from "@countersign/testing"
import { metrics as otelMetrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { invokeTool, type ToolOutcome } from "../gate/invoke-tool.ts"
import { shelfPlugin } from "../gate/shelf.fixture.ts"
import { createMetrics } from "../metrics.ts"
import { applyBySignature } from "../proposals/apply.ts"
import { declineBySignature } from "../proposals/decline.ts"
import { createSecrets } from "../secrets/secrets.ts"
import { createTelemetry, type ModelCallFacts, type TurnFacts } from "./telemetry.ts"

const spans = new InMemorySpanExporter()
const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] })
trace.setGlobalTracerProvider(tracerProvider)
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 })
const meterProvider = new MeterProvider({ readers: [reader] })
otelMetrics.setGlobalMeterProvider(meterProvider)
afterAll(async () => {
  await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()])
  trace.disable()
  otelMetrics.disable()
})
beforeEach(() => spans.reset())

const secrets = createSecrets({ secret: "a secret of at least thirty-two characters" })
const made = (captureContent = false) => {
  const metrics = createMetrics()
  return { metrics, telemetry: createTelemetry({ metrics, captureContent, mask: secrets.mask }) }
}
const aTurn = (): TurnFacts => ({
  turnId: randomUUID(),
  conversationId: randomUUID(),
  kind: "message",
  driver: "anthropic",
  model: "claude-test",
  principalKind: "user",
})
const inTurn = ({ turnId, conversationId, driver, model }: TurnFacts): ModelCallFacts => ({
  driver,
  model,
  purpose: "turn",
  conversationId,
  turnId,
  principalKind: "user",
})
const usage = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 50, cacheWriteTokens: 7, reasoningTokens: 4 }
const named = (name: string): ReadableSpan => {
  const found = spans.getFinishedSpans().find((span) => span.name === name)
  if (!found) throw new Error(`No span "${name}" among ${spans.getFinishedSpans().map((span) => span.name)}.`)
  return found
}
const everything = () =>
  JSON.stringify(spans.getFinishedSpans().map(({ name, attributes, events }) => [name, attributes, events]))

describe("a turn's spans", () => {
  it("hold the calls of models and tools, by the conventions for generative AI", () => {
    const { telemetry } = made()
    const facts = aTurn()
    const turn = telemetry.turn(facts)
    const call = telemetry.modelCall(inTurn(facts))
    call.firstToken()
    call.end({ usage, finishReason: "tool-calls", responseModel: "claude-test-0613" })
    const tool = telemetry.toolCall({
      toolName: "shelf.list",
      wireName: "shelf_list",
      conversationId: facts.conversationId,
      transport: "chat",
      effect: "read",
    })
    tool.identify("the call's id")
    tool.end("executed")
    turn.end("completed")

    const agent = named("invoke_agent countersign")
    const chat = named("chat claude-test")
    const execute = named("execute_tool shelf.list")
    for (const child of [chat, execute]) {
      expect(child.parentSpanContext?.spanId).toBe(agent.spanContext().spanId)
      expect(child.spanContext().traceId).toBe(agent.spanContext().traceId)
    }
    expect(agent.parentSpanContext).toBeUndefined()
    expect(agent.attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "countersign",
      "gen_ai.conversation.id": facts.conversationId,
      "countersign.turn.kind": "message",
      "countersign.turn.state": "completed",
    })
    expect(chat.kind).toBe(SpanKind.CLIENT)
    expect(chat.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "anthropic",
      "gen_ai.request.model": "claude-test",
      "gen_ai.response.model": "claude-test-0613",
      "gen_ai.response.finish_reasons": ["tool-calls"],
      "gen_ai.response.time_to_first_chunk": expect.any(Number),
      "gen_ai.conversation.id": facts.conversationId,
      "gen_ai.usage.input_tokens": 157,
      "gen_ai.usage.cache_read.input_tokens": 50,
      "gen_ai.usage.cache_creation.input_tokens": 7,
      "gen_ai.usage.output_tokens": 20,
      "countersign.purpose": "turn",
    })
    expect(execute.attributes).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "shelf.list",
      "gen_ai.tool.call.id": "the call's id",
      "gen_ai.conversation.id": facts.conversationId,
      "countersign.tool.outcome": "executed",
    })
  })

  it("take in nothing of another turn, nor what comes after the end", () => {
    const { telemetry } = made()
    const facts = aTurn()
    const turn = telemetry.turn(facts)
    telemetry.modelCall({ ...inTurn(facts), turnId: randomUUID(), model: "elsewhere" }).end({})
    turn.end("completed")
    telemetry.modelCall({ ...inTurn(facts), turnId: null, purpose: "title", model: "later" }).end({})

    expect(named("chat elsewhere").parentSpanContext).toBeUndefined()
    expect(named("chat later").parentSpanContext).toBeUndefined()
  })

  it("name what went wrong by its kind, and take a stop for no error", () => {
    const { telemetry } = made()
    const facts = aTurn()
    const turn = telemetry.turn(facts)
    telemetry.modelCall({ ...inTurn(facts), model: "limited" }).end({ failure: { kind: "rate-limit" } })
    telemetry.modelCall({ ...inTurn(facts), model: "stopped" }).end({ failure: { kind: "aborted" } })
    turn.end("failed", "rate-limit")

    for (const name of ["chat limited", "invoke_agent countersign"]) {
      expect(named(name).status.code).toBe(SpanStatusCode.ERROR)
      expect(named(name).attributes["error.type"]).toBe("rate-limit")
    }
    expect(named("chat stopped").status.code).toBe(SpanStatusCode.UNSET)
    expect(named("chat stopped").attributes).not.toHaveProperty("error.type")
  })

  it("end once, whoever ends them", async () => {
    const { telemetry, metrics } = made()
    const call = telemetry.modelCall(inTurn(aTurn()))
    call.end({ usage, finishReason: "stop" })
    call.end({ failure: { kind: "aborted" } })

    expect(spans.getFinishedSpans()).toHaveLength(1)
    expect(await metrics.render()).toContain(
      'countersign_model_calls_total{driver="anthropic",purpose="turn",outcome="ok"} 1',
    )
  })
})

describe("what was said", () => {
  const key = "sk-ant-api03-4711471147114711"
  const talk = () => ({
    messages: [
      { role: "system" as const, text: "You help operators." },
      { role: "user" as const, parts: [{ type: "text" as const, text: `My key is ${key}, what is up?` }] },
    ],
    answer: [
      { type: "tool-call" as const, callId: "1", name: "shelf_list", arguments: '{"q":"Walden"}' },
      { type: "text" as const, text: "Walden is up." },
    ],
  })
  const say = (captureContent: boolean) => {
    const { telemetry } = made(captureContent)
    const facts = aTurn()
    telemetry.modelCall(inTurn(facts)).end({ usage, finishReason: "stop", content: talk })
    const tool = telemetry.toolCall({
      toolName: "shelf.list",
      transport: "chat",
      arguments: () => ({ q: "Walden", password: "hunter2hunter2" }),
    })
    tool.end("executed", () => ["Walden"])
  }

  it("is in no span unless an administrator wants it", () => {
    say(false)
    expect(spans.getFinishedSpans()).toHaveLength(2)
    expect(everything()).not.toContain("Walden")
    expect(everything()).not.toContain("operators")
  })

  it("is in the spans without its secrets when wanted", () => {
    say(true)
    const { attributes } = named("chat claude-test")
    expect(JSON.parse(String(attributes["gen_ai.input.messages"]))).toEqual([
      { role: "user", parts: [{ type: "text", content: "My key is [redacted], what is up?" }] },
    ])
    expect(JSON.parse(String(attributes["gen_ai.system_instructions"]))).toEqual([
      { type: "text", content: "You help operators." },
    ])
    expect(JSON.parse(String(attributes["gen_ai.output.messages"]))).toEqual([
      {
        role: "assistant",
        parts: [
          { type: "tool_call", id: "1", name: "shelf_list", arguments: '{"q":"Walden"}' },
          { type: "text", content: "Walden is up." },
        ],
        finish_reason: "stop",
      },
    ])
    const tool = named("execute_tool shelf.list").attributes
    expect(JSON.parse(String(tool["gen_ai.tool.call.arguments"]))).toEqual({ q: "Walden", password: "[redacted]" })
    expect(tool["gen_ai.tool.call.result"]).toBe('["Walden"]')
    expect(everything()).not.toContain(key)
  })

  it("is masked before it is shortened, and fails no call when it has no JSON", () => {
    const { telemetry } = made(true)
    const messages = [
      { role: "user" as const, parts: [{ type: "text" as const, text: `${"x".repeat(19_985)} ${key} the end` }] },
    ]
    telemetry.modelCall(inTurn(aTurn())).end({ finishReason: "stop", content: () => ({ messages, answer: [] }) })
    telemetry.toolCall({ toolName: "shelf.list", transport: "chat", arguments: () => ({ big: 1n }) }).end("executed")

    expect(everything()).not.toContain("sk-ant")
    expect(everything()).toContain("characters left out")
    expect(named("execute_tool shelf.list").attributes).not.toHaveProperty("gen_ai.tool.call.arguments")
  })
})

describe("counts for Prometheus", () => {
  it("tell turns, model calls, tokens and refusals apart", async () => {
    const { telemetry, metrics } = made()
    const facts = aTurn()
    const turn = telemetry.turn(facts)
    const call = telemetry.modelCall(inTurn(facts))
    call.firstToken()
    call.end({ usage, finishReason: "refusal" })
    turn.end("stopped")
    telemetry.refusal("off-topic")

    const text = await metrics.render()
    for (const line of [
      'countersign_turns_total{state="stopped",kind="message"} 1',
      'countersign_model_calls_total{driver="anthropic",purpose="turn",outcome="refusal"} 1',
      'countersign_tokens_total{driver="anthropic",kind="input"} 100',
      'countersign_tokens_total{driver="anthropic",kind="output"} 20',
      'countersign_tokens_total{driver="anthropic",kind="cache_read"} 50',
      'countersign_tokens_total{driver="anthropic",kind="cache_write"} 7',
      'countersign_refusals_total{kind="content"} 1',
      'countersign_refusals_total{kind="off-topic"} 1',
      'countersign_time_to_first_token_seconds_count{driver="anthropic",purpose="turn"} 1',
      'countersign_model_call_duration_seconds_bucket{driver="anthropic",purpose="turn",le="320"} 1',
    ])
      expect(text.split("\n")).toContain(line)
  })
})

describe("OpenTelemetry's metrics", () => {
  it("have the names, units and dimensions of the conventions", async () => {
    const { telemetry } = made()
    const facts = { ...aTurn(), model: "measured-model" }
    const turn = telemetry.turn(facts)
    const call = telemetry.modelCall(inTurn(facts))
    call.firstToken()
    call.end({ usage, finishReason: "stop" })
    telemetry.toolCall({ toolName: "shelf.measured", transport: "chat" }).fail(new Error("boom"))
    turn.end("completed")
    await meterProvider.forceFlush()

    const all = measured
      .getMetrics()
      .at(-1)!
      .scopeMetrics.flatMap((scope) => scope.metrics)
    const points = (name: string) =>
      all
        .filter(({ descriptor }) => descriptor.name === name)
        .flatMap(({ descriptor, dataPoints }) =>
          dataPoints.map(({ attributes }) => ({ unit: descriptor.unit, ...attributes })),
        )
    const chat = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "anthropic",
      "gen_ai.request.model": "measured-model",
    }
    expect(points("gen_ai.client.token.usage")).toEqual(
      expect.arrayContaining([
        { unit: "{token}", ...chat, "gen_ai.token.type": "input" },
        { unit: "{token}", ...chat, "gen_ai.token.type": "output" },
      ]),
    )
    expect(points("gen_ai.client.operation.duration")).toContainEqual({ unit: "s", ...chat })
    expect(points("gen_ai.client.operation.time_to_first_chunk")).toContainEqual({ unit: "s", ...chat })
    expect(points("gen_ai.execute_tool.duration")).toContainEqual({
      unit: "s",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "shelf.measured",
      "error.type": "internal",
    })
    expect(points("gen_ai.invoke_agent.duration")).toContainEqual({ unit: "s", "gen_ai.agent.name": "countersign" })
  })
})

describe("the gate", async () => {
  const { platform, database, as, asHolderOf } = await testPlatform({ plugins: [shelfPlugin] })
  const ana = await as("ana")
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Ana', 'ana@example.test') ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
    [ana.principal.id],
  )
  const invoke = (toolName: string, input: object, caller = ana) =>
    invokeTool({ caller, mode: "approve" }, { toolName, input })
  const scrape = async () => {
    const answer = await platform.fetch(new Request("http://localhost/metrics"), "127.0.0.1")
    return (await answer.text()).split("\n")
  }

  it("shows at /metrics what it let pass, refused, and what became of proposals", async () => {
    const nobody = await asHolderOf("nobody", [])
    await invoke("shelf.list", {})
    await expect(invoke("shelf.crash", {})).rejects.toThrow()
    await expect(invoke("shelf.list", {}, nobody)).rejects.toThrow()
    await expect(invoke("made.up", {})).rejects.toThrow()
    const receipts: Extract<ToolOutcome, { status: "awaiting_signature" }>[] = []
    for (const title of ["Emma", "Villette"]) {
      const outcome = await invoke("shelf.add", { title })
      if (outcome.status === "awaiting_signature") receipts.push(outcome)
    }
    await applyBySignature(ana, receipts[0]!.proposalId)
    await declineBySignature(ana, receipts[1]!.proposalId)

    const lines = await scrape()
    for (const line of [
      'countersign_tool_calls_total{transport="http",outcome="executed"} 1',
      'countersign_tool_calls_total{transport="http",outcome="failed"} 1',
      'countersign_tool_calls_total{transport="http",outcome="refused"} 2',
      'countersign_tool_calls_total{transport="http",outcome="proposed"} 2',
      'countersign_tool_calls_total{transport="http",outcome="applied"} 1',
      'countersign_refusals_total{kind="forbidden"} 1',
      'countersign_proposals_total{status="proposed"} 2',
      'countersign_proposals_total{status="applied"} 1',
      'countersign_proposals_total{status="declined"} 1',
    ])
      expect(lines).toContain(line)
    const execute = spans.getFinishedSpans().filter(({ name }) => name === "execute_tool shelf.add")
    expect(execute.map(({ attributes }) => attributes["countersign.tool.outcome"])).toEqual([
      "proposed",
      "proposed",
      "applied",
    ])
    expect(execute[2]!.attributes["gen_ai.tool.call.id"]).toBe(receipts[0]!.proposalId)
    expect(named("execute_tool unknown").attributes).toMatchObject({ "error.type": "not_found" })
    expect(everything()).not.toContain("made.up")
  })
})
