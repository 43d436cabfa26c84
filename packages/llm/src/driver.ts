import type { z } from "zod"
import type { Message } from "./message.ts"
import type { Failure, ModelEvent } from "./model-event.ts"
import type { Dialect, Protocol } from "./protocol.ts"
import type { RehearsalScript } from "./rehearsal/script.ts"
import type { AddressGuard } from "./transport/address-guard.ts"
import type { Clock, Patience } from "./transport/silence.ts"

export type Driver = HttpDriver | InProcessDriver

/** A provider spoken to over HTTP: protocol x endpoint x auth. */
export interface HttpDriver extends DriverFacts {
  protocol: Protocol
  dialect?: Pick<Dialect, "extra">
  /** Where the protocol's path is appended, without a trailing slash. */
  endpoint(connection: Connection): string
  auth(connection: Connection): Record<string, string>
}

/** A model reached by other means. */
export interface InProcessDriver extends DriverFacts {
  /**
   * One attempt, as post-stream.ts makes one: resolves with a transient failure if nothing was said yet, else when the
   * terminal event was handed over. Rejects only with what `onEvents` threw.
   */
  run(connection: Connection, request: ModelRequest, options: RunOptions): Promise<Failure | undefined>
}

export type RunOptions = Pick<StreamOptions, "onEvents" | "signal"> &
  Required<Pick<StreamOptions, "patience" | "clock">>

export interface DriverFacts {
  id: string
  label: string
  /** One line for the person who chooses. */
  summary: string
  /** What a connection needs; a form can be made of it. */
  credential: z.ZodObject
  /** Throws a ProviderError when the provider cannot be asked. */
  listModels(connection: Connection, signal?: AbortSignal): Promise<ModelInfo[]>
  /** Throws a ProviderError when the key does not work. Left out where `listModels` proves it. */
  verify?(connection: Connection, signal?: AbortSignal): Promise<void>
  /** What is known from the model's name alone; a list or a catalogue may know better. */
  capabilities(model: string): Capabilities
}

/** The fields of every driver's credential schema, and what a caller hands over. */
export interface Connection {
  apiKey?: string
  baseUrl?: string
  /** Azure takes the key in its own header. */
  keyHeader?: "authorization" | "api-key"
  /** Added to every address: Azure's `api-version=...`. */
  query?: string
  /** The AI SDK adapter's provider package. */
  package?: string
  /** What the rehearsal model plays. */
  scripts?: readonly RehearsalScript[]
  /** Asked before anything is connected to. */
  guard?: AddressGuard
  /** Between two words of the rehearsal model. */
  paceMs?: number
}

export interface Capabilities {
  vision: boolean
  tools: boolean
  reasoning: boolean
  promptCaching: boolean
  contextWindowTokens?: number
}

export interface ModelInfo extends Partial<Capabilities> {
  id: string
  label: string
  maxOutputTokens?: number
  usdPerMillionTokens?: ModelPrice
}

export interface ModelPrice {
  input: number
  output: number
  cacheRead?: number
  cacheWrite?: number
}

export interface ModelRequest {
  model: string
  messages: readonly Message[]
  tools?: readonly ToolSpec[]
  toolChoice?: "auto" | "required"
  maxOutputTokens?: number
  reasoning?: ReasoningEffort
  /** The same for calls that begin alike, so that the provider finds its prompt cache again. */
  cacheKey?: string
  /** What a catalogue knows better than the driver. */
  capabilities?: Partial<Capabilities>
}

export type ReasoningEffort = "low" | "medium" | "high"

export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64: what every provider takes. */
  name: string
  description: string
  inputSchema: Record<string, unknown>
}

export interface StreamOptions {
  /**
   * Everything one network chunk held, in order; never empty. What it throws closes the socket and rejects the stream.
   * Whoever aborts in here is called once more, with the terminal event, before `abort` returns.
   */
  onEvents(events: ModelEvent[]): void
  signal?: AbortSignal
  /** Silence after which an answer is ended in a failure. */
  patience?: Patience
  clock?: Clock
  retry?: RetryPolicy
  /** Shared by calls that belong together, whichever of them is tried again. */
  troubles?: Troubles
}

/** How often calls that belong together may meet a provider that is busy or cannot be reached. */
export interface Troubles {
  /** Calls under way are taken off, and given back once they were answered. */
  left: number
  last?: Failure
}

export interface RetryPolicy {
  attempts: number
  /** Before the second attempt; doubled for each further one, with jitter. */
  firstDelayMs: number
  /** A provider that asks for a longer pause is not waited for. */
  longestDelayMs: number
}
