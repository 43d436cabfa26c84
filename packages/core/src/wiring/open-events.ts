import type pg from "pg"
import type { Announcement } from "../access/announce.ts"
import type { Caller } from "../access/ctx.ts"
import type { AnyVerb } from "../access/implement.ts"
import type { Runtime } from "../access/runtime.ts"
import { serviceCaller } from "../access/service-caller.ts"
import { onlyKnown } from "../contract/known-fields.ts"
import { inputSchemaOf, metaOf } from "../contract/procedure.ts"
import type { Plugin } from "../define-plugin.ts"
import { createDeliveries, TakenError } from "../events/deliveries.ts"
import { claimDelivery, type Delivery, endDelivery } from "../events/delivery-store.ts"
import { insertEvents } from "../events/event-store.ts"

export interface OpenEvents {
  readonly ofRuntime: Pick<Runtime, "events" | "subscribersOf" | "wakeDeliveries" | "writeEvents">
  /** See `Deliveries`. */
  prepare(client: pg.ClientBase): Promise<void>
  /** `null`: this server writes events, but leaves delivering them to others. */
  start(runtime: Runtime | null): void
  stop(graceMs: number): Promise<void>
}

/** What plugins announce, who is told of it, and how it reaches them. */
export function openEvents(
  options: Parameters<typeof createDeliveries>[0] & {
    plugins: readonly Plugin[]
    verbs: ReadonlyMap<string, AnyVerb>
  },
): OpenEvents {
  const { plugins, verbs } = options
  const events = new Map(plugins.flatMap((plugin) => plugin.events.map((event) => [event.id, event] as const)))
  const reactions = plugins.flatMap((plugin) => plugin.reactions)
  const subscribers = new Map(
    [...events.keys()].map((id) => [
      id,
      reactions.filter(({ event }) => event === "*" || event.id === id).map(({ verb }) => metaOf(verb.procedure).id),
    ]),
  )
  const deliveries = createDeliveries(options)

  function toEvent({ id, event, aboutId, payload, causation }: Announcement) {
    const heard = { event: event.id, subscribers: subscribers.get(event.id) ?? [] }
    return { id, ...heard, aboutType: event.about.type, aboutId, payload, causation }
  }

  /** Claim, effect, audit rows and the end of the delivery are one transaction: it happens once or not at all. */
  async function deliver(runtime: Runtime, { id, subscriber, correlationId, envelope }: Delivery): Promise<void> {
    const verb = verbs.get(subscriber)!
    const whole = reactions.some((one) => one.event === "*" && one.verb === verb)
    const input = onlyKnown(inputSchemaOf(verb.procedure), whole ? envelope : envelope.payload)
    const receiving: Caller = {
      ...serviceCaller(runtime, subscriber, correlationId),
      causation: [...envelope.causation, envelope.id],
      bracket: {
        mode: "write",
        async before(transaction) {
          if (!(await claimDelivery(transaction, id))) throw new TakenError()
          return undefined
        },
        after: (transaction) => endDelivery(transaction, id),
      },
    }
    await verb(receiving, input as never)
  }

  return {
    ofRuntime: {
      events,
      subscribersOf: (eventId) => subscribers.get(eventId) ?? [],
      wakeDeliveries: () => deliveries.wake(),
      async writeEvents(transaction, announcements, { correlationId }) {
        const written = announcements.map((one) => ({ ...toEvent(one), correlationId }))
        await insertEvents(transaction, written)
        if (written.some((one) => one.subscribers.length > 0)) transaction.afterCommit(() => deliveries.wake())
      },
    },
    prepare: (client) => deliveries.prepare(client),
    start(runtime) {
      const heard = [...new Set([...subscribers.values()].flat())]
      deliveries.start(runtime && { subscribers: heard, deliver: (delivery) => deliver(runtime, delivery) })
    },
    stop: (graceMs) => deliveries.stop(graceMs),
  }
}
