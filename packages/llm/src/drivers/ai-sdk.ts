import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider"
import { z } from "zod"
import { apiKeyField, baseUrlField } from "../credential.ts"
import type { Capabilities, Connection, InProcessDriver, ModelRequest, RunOptions } from "../driver.ts"
import type { ImagePart, Message, ToolResultPart } from "../message.ts"
import { type EndReason, type Failure, type ModelEvent, ProviderError } from "../model-event.ts"
import { believeUsage } from "../protocols/believe-usage.ts"
import { argumentsObject, failureBody, resultText, userParts } from "../protocols/tool-content.ts"
import { notAllowed } from "../transport/address-guard.ts"
import { classifyFailure, failureOf, isTransient } from "../transport/classify-failure.ts"
import { SilenceWatch } from "../transport/silence.ts"

const ID = "ai-sdk"
const LABEL = "AI SDK provider"

export const aiSdk: InProcessDriver = {
  id: ID,
  label: LABEL,
  summary: "Any other provider that has an @ai-sdk package, once that is installed on this server.",
  credential: z.object({
    package: z
      .string()
      .trim()
      .regex(/^@ai-sdk\/[a-z0-9-]{1,60}$/, "Name a package of the AI SDK, such as @ai-sdk/mistral.")
      .meta({ title: "Package" }),
    apiKey: apiKeyField.optional(),
    baseUrl: baseUrlField.optional(),
  }),
  async run(connection, request, options) {
    let model: LanguageModelV4
    try {
      model = await loadModel(connection, request.model)
    } catch (error) {
      options.onEvents([{ type: "error", failure: failureFrom(error) }])
      return undefined
    }
    return runLanguageModel(model, request, options)
  },
  /** The specification has no list. Throws when the package cannot be used. */
  async listModels(connection) {
    await loadModel(connection, "any")
    return []
  },
  capabilities,
}

function capabilities(): Capabilities {
  return { vision: true, tools: true, reasoning: true, promptCaching: false }
}

/** Any LanguageModelV4 as one attempt of ours (see InProcessDriver). */
export async function runLanguageModel(
  model: LanguageModelV4,
  request: ModelRequest,
  { onEvents, signal, patience, clock }: RunOptions,
): Promise<Failure | undefined> {
  const source = new PartSource(
    model,
    request,
    signal,
    (onSilent) => new SilenceWatch(LABEL, patience, clock, onSilent),
  )
  try {
    for (;;) {
      const events = await source.next()
      const last = events.at(-1)
      if (last?.type === "error" && !source.spoke && isTransient(last.failure)) return last.failure
      if (events.length > 0) onEvents(events)
      if (last?.type === "end" || last?.type === "error") return undefined
    }
  } finally {
    source.close()
  }
}

/** The stream of a foreign model, which may throw, hang, or not listen when it is told to stop. */
class PartSource {
  spoke = false
  readonly #model: LanguageModelV4
  readonly #request: ModelRequest
  readonly #signal: AbortSignal | undefined
  readonly #stop = new AbortController()
  readonly #stopped: Promise<undefined>
  readonly #watch: SilenceWatch
  #silent: Failure | undefined
  readonly #parts = new PartReader()
  #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined

  constructor(
    model: LanguageModelV4,
    request: ModelRequest,
    signal: AbortSignal | undefined,
    watch: (onSilent: (failure: Failure) => void) => SilenceWatch,
  ) {
    this.#model = model
    this.#request = request
    this.#signal = signal
    this.#stopped = new Promise((resolve) => this.#stop.signal.addEventListener("abort", () => resolve(undefined)))
    this.#watch = watch((failure) => {
      this.#silent = failure
      this.close()
    })
    signal?.addEventListener("abort", this.close, { once: true })
    if (signal?.aborted) this.close()
  }

  async next(): Promise<ModelEvent[]> {
    try {
      this.#reader ??= await this.#open()
      const part = await Promise.race([this.#reader.read(), this.#stopped])
      if (!part || part.done) return [this.#end()]
      this.#watch.heardByte()
      const events = this.#parts.read(part.value)
      if (events.some(({ type }) => type !== "usage" && type !== "end" && type !== "error")) {
        this.spoke = true
        this.#watch.heardToken()
      }
      return events
    } catch (error) {
      return [this.#end(error)]
    }
  }

  readonly close = (): void => {
    this.#watch.stop()
    this.#signal?.removeEventListener("abort", this.close)
    this.#stop.abort()
  }

  async #open(): Promise<ReadableStreamDefaultReader<LanguageModelV4StreamPart>> {
    const opening = Promise.resolve(this.#model.doStream({ ...toCall(this.#request), abortSignal: this.#stop.signal }))
    // It may still fail after nobody waits for it.
    opening.catch(() => {})
    const answer = await Promise.race([opening, this.#stopped])
    if (!answer) throw new Error("Nothing came before it was stopped.")
    return answer.stream.getReader()
  }

  /** Stopped by the caller, silent for too long, broken off, or failed. */
  #end(error?: unknown): ModelEvent {
    if (this.#signal?.aborted) return { type: "error", failure: failureOf("aborted", LABEL) }
    if (this.#silent) return { type: "error", failure: this.#silent }
    if (error === undefined || this.#stop.signal.aborted) return { type: "end", reason: "cut" }
    const failure = failureFrom(error)
    return failure.kind === "network" && this.spoke ? { type: "end", reason: "cut" } : { type: "error", failure }
  }
}

async function loadModel(
  { package: name = "", apiKey, baseUrl, guard }: Connection,
  model: string,
): Promise<LanguageModelV4> {
  if (!aiSdk.credential.shape.package?.safeParse(name).success)
    throw unusable(`"${name}" is not a package of the AI SDK.`)
  const module: Record<string, unknown> = await import(name).catch(() => {
    throw unusable(`The package ${name} is not installed on this server. Install it beside the server and start again.`)
  })
  const create = Object.entries(module).find(
    ([key, value]) => /^create[A-Z]/.test(key) && typeof value === "function",
  )?.[1]
  if (!create) throw unusable(`The package ${name} makes no provider of models. Choose another.`)
  const provider = (create as (settings: object) => { languageModel(id: string): LanguageModelV4 })({
    ...(apiKey && { apiKey }),
    ...(baseUrl && { baseURL: baseUrl }),
    ...(guard && { fetch: guard.fetch }),
  })
  const made = provider.languageModel(model)
  if (made.specificationVersion === "v4") return made
  throw unusable(`The package ${name} is of another generation of the AI SDK. Install one for AI SDK 7.`)
}

function unusable(sentence: string): ProviderError {
  return new ProviderError({ kind: "rejected", sentence })
}

// Request and messages

function toCall({ messages, tools = [], toolChoice, maxOutputTokens, reasoning, capabilities: known }: ModelRequest) {
  const seesImages = known?.vision ?? capabilities().vision
  const call: LanguageModelV4CallOptions = {
    prompt: messages.flatMap((message) => toPrompt(message, seesImages)),
    ...(maxOutputTokens && { maxOutputTokens }),
    ...(reasoning && { reasoning }),
  }
  if (tools.length > 0) {
    call.tools = tools.map(({ name, description, inputSchema }) => ({
      type: "function",
      name,
      description,
      inputSchema,
    }))
    call.toolChoice = { type: toolChoice ?? "auto" }
  }
  return call
}

function toPrompt(message: Message, seesImages: boolean): LanguageModelV4Message[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: message.text }]
    case "user":
      return [
        {
          role: "user",
          content: userParts(message, seesImages).map((part) =>
            part.type === "text" ? { type: "text", text: part.text } : toFile(part),
          ),
        },
      ]
    case "assistant":
      return [{ role: "assistant", content: message.parts.flatMap(toAnswer) }]
    case "tool":
      return [
        {
          role: "tool",
          content: message.parts.map((part) => {
            return {
              type: "tool-result",
              toolCallId: part.callId,
              toolName: part.name,
              output: toOutput(part, seesImages),
            }
          }),
        },
      ]
  }
}

function toOutput(part: ToolResultPart, seesImages: boolean) {
  if (part.failure) return { type: "error-json" as const, value: failureBody(part, part.failure) }
  const text = resultText(part, seesImages)
  const images = seesImages ? (part.images ?? []) : []
  if (images.length === 0) return { type: "text" as const, value: text }
  return { type: "content" as const, value: [{ type: "text" as const, text }, ...images.map(toFile)] }
}

type Answer = Extract<LanguageModelV4Message, { role: "assistant" }>["content"]

function toAnswer(part: Extract<Message, { role: "assistant" }>["parts"][number]): Answer {
  if (part.type === "text") return part.text === "" ? [] : [{ type: "text", text: part.text }]
  if (part.type === "tool-call") {
    const { callId, name, replay } = part
    const input = argumentsObject(part.arguments)
    return [
      {
        type: "tool-call",
        toolCallId: callId,
        toolName: name,
        input,
        ...optionsFrom(replay?.provider, replay?.encrypted),
      },
    ]
  }
  if (part.provider !== ID) return []
  return [{ type: "reasoning", text: part.text, ...optionsFrom(part.provider, part.replay?.encrypted) }]
}

function toFile({ mediaType, data }: ImagePart) {
  return { type: "file" as const, mediaType, data: { type: "data" as const, data } }
}

/** Metadata goes back as options: that is how the specification returns signatures. */
function optionsFrom(provider: string | undefined, encrypted: string | undefined) {
  return provider === ID && encrypted ? { providerOptions: argumentsObject(encrypted) as never } : {}
}

// Parts -> events

class PartReader {
  readonly #parts = new Map<string, number>()
  #count = 0
  #called = false

  read(part: LanguageModelV4StreamPart): ModelEvent[] {
    switch (part.type) {
      case "text-start":
        return [{ type: "text-start", part: this.#begin(`text ${part.id}`) }]
      case "text-delta":
        return [{ type: "text-delta", part: this.#partOf(`text ${part.id}`), text: part.delta }]
      case "text-end":
        return [{ type: "text-end", part: this.#partOf(`text ${part.id}`) }]
      case "reasoning-start":
        return [{ type: "reasoning-start", part: this.#begin(`reasoning ${part.id}`) }]
      case "reasoning-delta":
        return [{ type: "reasoning-delta", part: this.#partOf(`reasoning ${part.id}`), text: part.delta }]
      case "reasoning-end": {
        const replay = part.providerMetadata && { replay: { encrypted: JSON.stringify(part.providerMetadata) } }
        return [{ type: "reasoning-end", part: this.#partOf(`reasoning ${part.id}`), provider: ID, ...replay }]
      }
      case "tool-input-start":
        if (part.providerExecuted) return []
        return [{ type: "tool-call-start", part: this.#begin(`call ${part.id}`), callId: part.id, name: part.toolName }]
      case "tool-input-delta":
        if (!this.#parts.has(`call ${part.id}`)) return []
        return [{ type: "tool-call-delta", part: this.#partOf(`call ${part.id}`), text: part.delta }]
      case "tool-call":
        return part.providerExecuted ? [] : this.#endCall(part)
      case "finish":
        return [
          ...usageOf(part.usage),
          { type: "end", reason: this.#called ? "tool-calls" : REASONS[part.finishReason.unified] },
        ]
      case "error":
        return [{ type: "error", failure: failureFrom(part.error) }]
      default:
        return []
    }
  }

  /** A call may come whole, and a second one under the same id. */
  #endCall(call: Extract<LanguageModelV4StreamPart, { type: "tool-call" }>): ModelEvent[] {
    const { toolCallId: callId, toolName: name, input, providerMetadata } = call
    const key = `call ${callId}`
    const start: ModelEvent[] = this.#parts.has(key)
      ? []
      : [{ type: "tool-call-start", part: this.#begin(key), callId, name }]
    const part = this.#partOf(key)
    this.#parts.delete(key)
    this.#called = true
    const replay = providerMetadata && { replay: { provider: ID, encrypted: JSON.stringify(providerMetadata) } }
    return [...start, { type: "tool-call-end", part, callId, name, arguments: input || "{}", ...replay }]
  }

  #begin(key: string): number {
    const part = this.#count
    this.#count += 1
    this.#parts.set(key, part)
    return part
  }

  #partOf(key: string): number {
    return this.#parts.get(key) ?? this.#begin(key)
  }
}

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>

const REASONS: Record<Finish["finishReason"]["unified"], EndReason> = {
  stop: "stop",
  "tool-calls": "stop",
  length: "length",
  "content-filter": "refusal",
  error: "cut",
  interrupted: "cut",
  other: "stop",
}

/** `total` holds everything; a provider may tell only what no cache held. A foreign package may leave out any of it. */
function usageOf(told: Partial<Finish["usage"]> | null | undefined): ModelEvent[] {
  if (!told) return []
  const { total, noCache, cacheRead, cacheWrite } = told.inputTokens ?? {}
  const usage = believeUsage({
    input: noCache ?? total,
    includesCached: (noCache ?? null) === null,
    output: told.outputTokens?.total,
    cacheRead,
    cacheWrite,
    reasoning: told.outputTokens?.reasoning,
  })
  return [{ type: "usage", usage }]
}

// Errors

/** APICallError carries what HTTP said; what comes without a status, or with a good one, broke on the way. */
function failureFrom(error: unknown): Failure {
  if (error instanceof ProviderError) return error.failure
  const forbidden = notAllowed(error)
  if (forbidden) return forbidden
  const { statusCode, responseBody, responseHeaders, message, name } = (error ?? {}) as Record<string, unknown>
  const words = typeof message === "string" ? message : String(error)
  if (typeof statusCode === "number" && statusCode >= 400) {
    const body = typeof responseBody === "string" && responseBody !== "" ? responseBody : words
    const headers = responseHeaders as Record<string, string> | undefined
    return classifyFailure({ label: LABEL, status: statusCode, body, headers })
  }
  return failureOf(/JSONParse|TypeValidation/.test(String(name)) ? "malformed-stream" : "network", LABEL, words)
}
