import { randomUUID } from "node:crypto"
import type { z } from "zod"
import type { PlatformEvent } from "../contract/event.ts"
import { DeveloperError } from "../errors.ts"
import { MOST_CAUSES } from "../events/event-store.ts"
import type { Caller } from "./ctx.ts"
import type { Frame } from "./frame.ts"

/** An event that is written with the change it tells of, before the commit. */
export interface Announcement {
  readonly id: string
  readonly event: PlatformEvent
  readonly aboutId: string
  readonly payload: object
  readonly causation: readonly string[]
}

export function announce<Payload extends z.ZodObject>(
  { causation = [] }: Caller,
  { procedure, runtime }: Frame,
  event: PlatformEvent<Payload>,
  payload: z.input<Payload>,
): Announcement {
  if (procedure.effect === "read")
    throw new DeveloperError(`${procedure.id} is declared a read but announces ${event.id}: a read changes nothing.`)
  if (!runtime.events.has(event.id))
    throw new DeveloperError(
      `${procedure.id} announces ${event.id}, which no plugin declares. List it under "events" in its definePlugin.`,
    )
  if (causation.length >= MOST_CAUSES)
    throw new DeveloperError(
      `${event.id} was not announced: ${MOST_CAUSES} events have each caused the next one already, the first of them ${causation[0]}. ` +
        "Something answers to what it causes itself; find it by the causation of these events, and end the circle.",
    )
  const known = event.payload.parse(payload)
  const aboutId = (known as Record<string, unknown>)[event.about.path]
  return { id: randomUUID(), event, aboutId: String(aboutId), payload: known, causation }
}
