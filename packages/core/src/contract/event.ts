import { z } from "zod"
import type { AccessRule } from "./access.ts"
import { Instant } from "./paging.ts"

/** Something that happened in a plugin: kept with the change it tells of, and delivered to whoever subscribed. */
export interface PlatformEvent<Payload extends z.ZodObject = z.ZodObject> {
  /** `<plugin>.<nounVerb>`, e.g. `incident.resolved`. */
  readonly id: string
  /** May only grow: others read what they know of it. `npm run events` writes its JSON Schema down. */
  readonly payload: Payload
  /** The thing it happened to, whose id stands in the payload at `path`. Deliveries about one thing keep their order. */
  readonly about: { readonly type: string; readonly path: string }
  /** Whoever is told of it on behalf of a person or an application must hold this on the thing, when they are told. */
  readonly access: AccessRule
  /** One sentence for those who choose what to be told of. */
  readonly summary: string
}

export function defineEvent<Payload extends z.ZodObject>(
  id: string,
  draft: {
    payload: Payload
    about: { type: string; path: TextField<z.output<Payload>> }
    access: AccessRule
    summary: string
  },
): PlatformEvent<Payload> {
  return { id, ...draft }
}

type TextField<Fields> = { [Name in keyof Fields]: Fields[Name] extends string ? Name : never }[keyof Fields] & string

/** What a verb that hears of every event takes. */
export const EventEnvelope = z.object({
  id: z.uuid(),
  /** `incident.resolved`. */
  event: z.string().max(200),
  at: Instant,
  about: z.strictObject({ type: z.string().max(200), id: z.string().max(500) }),
  payload: z.record(z.string().max(200), z.unknown()),
  /** Ids of the events that led to this one, the first cause first. */
  causation: z.array(z.string().max(100)).max(10_000),
})
export type EventEnvelope = z.infer<typeof EventEnvelope>
