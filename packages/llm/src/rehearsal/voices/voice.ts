import type { Message } from "../../message.ts"
import type { RehearsedAnswer } from "../script.ts"

/** One provider protocol, from the provider's side: it reads requests and writes frames as published. */
export interface Voice {
  hear(body: Record<string, unknown>): Message[]
  /** Frames with their blank lines, one per token. */
  speak(answer: RehearsedAnswer, model: string): Iterable<string>
  /** A failure in the middle of a stream. */
  fail(): string
  /** The body of an error answer. */
  refuse(status: number): unknown
}

/** A named event with its payload. */
export function namedFrame(payload: { type: string } & Record<string, unknown>): string {
  return `event: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`
}

/** What a content field holds, which is text or a list of blocks in all three protocols. */
export function blocksOf(content: unknown): Record<string, unknown>[] {
  if (typeof content === "string") return [{ type: "text", text: content }]
  return Array.isArray(content) ? content : []
}

export function wordsOf(content: unknown): string {
  return blocksOf(content)
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("")
}
