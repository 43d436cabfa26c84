import type { z } from "zod"

/** Messages to open pages beside "something changed": small, in order, about one thing (the key). */
export interface Topic<Message extends object = object> {
  /** `<plugin>.<name>`: `site.document`. */
  readonly id: string
  readonly message: z.ZodType<Message>
  /** Who looks and where: nobody misses what was lost of it, so it has no numbers. */
  readonly presence: boolean
}

/** Numbered by whoever tells it, in the order of the commits, from 1 on for each key. A number may be left out. */
export interface Numbered {
  readonly sequence: number
}

/** What one message may hold, as JSON. More belongs into a table that is read. */
export const MOST_TOPIC_BYTES = 2_048

export function defineTopic<Message extends object>(
  id: string,
  options: { message: z.ZodType<Message>; presence: true },
): Topic<Message>
export function defineTopic<Message extends Numbered>(
  id: string,
  options: { message: z.ZodType<Message> },
): Topic<Message>
export function defineTopic<Message extends object>(
  id: string,
  options: { message: z.ZodType<Message>; presence?: true },
): Topic<Message> {
  return { id, message: options.message, presence: options.presence ?? false }
}
