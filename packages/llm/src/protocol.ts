import type { Capabilities, ModelRequest } from "./driver.ts"
import type { ModelEvent } from "./model-event.ts"

/** How one family of providers is spoken to. The files of protocols/ hold the same sections in the same order. */
export interface Protocol {
  id: "anthropic-messages" | "openai-responses" | "openai-chat"
  /** Appended to the driver's endpoint. */
  path: string
  /** The body of the request. A tool that is the same object as in the last one is sent as it was then. */
  request(request: ModelRequest, capabilities: Capabilities, dialect: Dialect): object
  /** One per stream. */
  reader(dialect: Dialect): FrameReader
}

/** Where providers of one protocol differ. */
export interface Dialect {
  /** The driver's id, kept with reasoning so that only it gets it back. */
  provider: string
  label: string
  /** Body fields of this provider alone. */
  extra?: Record<string, unknown>
}

/** Turns the payloads of frames into events. It may throw on a payload it cannot read: the transport answers for it. */
export interface FrameReader {
  /** True when the answer is complete and nothing that follows matters. */
  read(data: string, into: ModelEvent[]): boolean
  /** The connection ended. Pushes what is still owed; ends with `cut` when the provider never said why it stopped. */
  close(into: ModelEvent[]): void
}
