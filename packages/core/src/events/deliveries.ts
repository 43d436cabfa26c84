import type pg from "pg"
import type { Database } from "../db/database.ts"
import { oneAtATime } from "../db/migrate.ts"
import type { Log } from "../log.ts"
import type { Metrics } from "../metrics.ts"
import type { Signals } from "../signals/signals.ts"
import { countDeliveries, type Delivery, findDue, postponeDelivery } from "./delivery-store.ts"
import { keepPartitions } from "./partitions.ts"

export interface Deliveries {
  /** Once deliveries are committed: workers on every server look for them. */
  wake(): void
  /** Makes the partitions of the next days. `client`: of a server that starts alone, see `oneAtATime`. */
  prepare(client: pg.ClientBase): Promise<void>
  /** Without `work` this server writes events, but leaves delivering them to others. */
  start(work: DeliveryWork | null): void
  /** Lets running handlers finish within the grace period; others are delivered elsewhere. */
  stop(graceMs: number): Promise<void>
}

export interface DeliveryWork {
  /** The verbs that this server can run, by id. Deliveries to others wait for a server that has them. */
  subscribers: readonly string[]
  /** Claims, runs and ends the delivery in one transaction. Throws `TakenError` where another server has it. */
  deliver(delivery: Delivery): Promise<void>
}

/** Another server has the delivery, or has had it. */
export class TakenError extends Error {
  override readonly name = "TakenError"
}

const CHANNEL = "deliveries"
// Jobs take four of a pod's ten connections; requests must find the rest.
const RUNNING_AT_ONCE = 3
/** One subscriber whose handlers hang leaves room for the others. */
const RUNNING_FOR_ONE = 2
/** Found by one look; some of them are taken, in any order, so that servers seldom reach for the same. */
const LOOKED_AT = 32
/** With more, other servers have had most of them by the time they are reached for. */
const KEPT = 2 * RUNNING_AT_ONCE
/** What is told of meanwhile is found together. */
const APART_MS = 20
/** A server that died is noticed by its deliveries being free again. */
const TAKEN_MS = 1_000
/** Signals wake us at once; this finds what was committed by a server that died before it could say so. */
const POLL_MS = 5_000
const UPKEEP_MS = 60 * 60 * 1_000
/** Waits of 1, 2, 4 ... seconds, and then one of ten minutes each time. */
const LONGEST_WAIT_SECONDS = 600
const REPORT_AGAIN_MS = 30_000

export function createDeliveries(options: {
  database: Database
  signals: Signals
  log: Log
  metrics: Metrics
  mask(text: string): string
}): Deliveries {
  const { database, signals, log, metrics, mask } = options
  const running = new Map<string, { subscriber: string; ended: Promise<void> }>()
  const taken = new Map<string, number>()
  /** Each is the first about its thing, so none waits for another of them. */
  const found: Delivery[] = []
  let work: DeliveryWork | null = null
  let looking: Promise<void> | undefined
  let lookAgain = false
  let stopping = false
  let lookedAt = 0
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined
  let upkeep: NodeJS.Timeout | undefined
  let reportedAt = 0

  function look(): void {
    lookAgain = true
    looking ??= lookWhileAsked().finally(() => {
      looking = undefined
    })
  }

  /** At once, unless the last look is hardly over. */
  function lookSoon(): void {
    const waitMs = lookedAt + APART_MS - performance.now()
    if (waitMs <= 0) look()
    else soon ??= setTimeout(look, waitMs)
  }

  async function lookWhileAsked(): Promise<void> {
    while (lookAgain && work && !stopping) {
      lookAgain = false
      clearTimeout(timer)
      clearTimeout(soon)
      soon = undefined
      try {
        await begin(work)
      } catch (error) {
        report(error)
      }
      if (!stopping) timer = setTimeout(look, taken.size > 0 ? TAKEN_MS : POLL_MS)
    }
  }

  /** Begins what there is room for. */
  async function begin({ subscribers, deliver }: DeliveryWork): Promise<void> {
    beginFound(deliver)
    for (const [id, until] of taken) if (until <= Date.now()) taken.delete(id)
    const open = subscribers.filter((subscriber) => runningFor(subscriber) < RUNNING_FOR_ONE)
    if (open.length === 0 || running.size >= RUNNING_AT_ONCE) return
    const without = [...running.keys(), ...taken.keys(), ...found.map(({ id }) => id)]
    lookedAt = performance.now()
    const due = await findDue(database, { subscribers: open, without, most: LOOKED_AT })
    found.push(...shuffled(due).slice(0, KEPT))
    beginFound(deliver)
  }

  function beginFound(deliver: DeliveryWork["deliver"]): void {
    for (let at = 0; at < found.length && running.size < RUNNING_AT_ONCE && !stopping; ) {
      if (runningFor(found[at]!.subscriber) >= RUNNING_FOR_ONE) {
        at++
        continue
      }
      const [delivery] = found.splice(at, 1) as [Delivery]
      const ended = attempt(delivery, deliver).finally(() => {
        running.delete(delivery.id)
        if (found.length === 0) return look()
        beginFound(deliver)
        // For others than those it stands in line with.
        lookSoon()
      })
      running.set(delivery.id, { subscriber: delivery.subscriber, ended })
    }
  }

  function runningFor(subscriber: string): number {
    return [...running.values()].filter((one) => one.subscriber === subscriber).length
  }

  async function attempt(delivery: Delivery, deliver: DeliveryWork["deliver"]): Promise<void> {
    const { id, subscriber, attempts, correlationId, envelope } = delivery
    const startedAt = performance.now()
    const done = (outcome: "completed" | "failed") => {
      metrics.count("countersign_deliveries_total", { subscriber, outcome })
      metrics.observe("countersign_delivery_duration_seconds", { subscriber }, (performance.now() - startedAt) / 1000)
    }
    try {
      await deliver(delivery)
      done("completed")
    } catch (error) {
      // Whoever is cut off by the end of its server has not failed: others deliver it at once.
      if (stopping) return
      if (error instanceof TakenError) {
        taken.set(id, Date.now() + TAKEN_MS)
        return
      }
      done("failed")
      const waitSeconds = Math.min(LONGEST_WAIT_SECONDS, 2 ** Math.min(attempts, 20))
      log.warn(
        `${subscriber} failed to handle ${envelope.event}; it is tried again in ${waitSeconds} s, and what follows about the same thing waits for it.`,
        { correlationId, eventId: envelope.id, about: envelope.about, attempt: attempts + 1, error },
      )
      const problem = mask(String((error as Error)?.message ?? error)).slice(0, 2_000)
      await postponeDelivery(database, { id, waitSeconds, problem }).catch((lost) => {
        // Without a word in the database it would come back at once.
        taken.set(id, Date.now() + waitSeconds * 1_000)
        report(lost)
      })
      // Later ones, and those of a server that died meanwhile, are found by the poll.
      if (waitSeconds * 1_000 < POLL_MS) setTimeout(look, waitSeconds * 1_000 + 5).unref()
    }
  }

  /** While the database is away every look fails: one line tells it. */
  function report(error: unknown): void {
    if (stopping || Date.now() - reportedAt < REPORT_AGAIN_MS) return
    reportedAt = Date.now()
    log.warn("Events cannot be delivered right now; they wait and are tried again.", { error })
  }

  async function keep(client: pg.ClientBase): Promise<void> {
    try {
      const { lost } = await keepPartitions(client)
      if (lost > 0)
        log.error(`${lost} deliveries failed until their events were too old to be kept, and were given up.`)
    } catch (error) {
      log.warn("The partitions of the event log could not be looked after; it is tried again within the hour.", {
        error,
      })
    }
  }

  function keepHourly(): void {
    upkeep = setTimeout(() => {
      oneAtATime(database, keep)
        .catch(report)
        .finally(() => !stopping && keepHourly())
    }, UPKEEP_MS).unref()
  }

  return {
    wake: () => signals.publish(CHANNEL, ["new"]),
    prepare: keep,
    start(given) {
      work = given
      if (!work) return
      keepHourly()
      signals.subscribe(CHANNEL, lookSoon)
      signals.onGap(look)
      metrics.gauge("countersign_deliveries", "Events on their way to a verb, by state.", async () => {
        const { waiting, failing } = await countDeliveries(database)
        return [
          { labels: { state: "waiting" }, value: waiting },
          { labels: { state: "failing" }, value: failing },
        ]
      })
      metrics.gauge(
        "countersign_delivery_oldest_seconds",
        "Age of the oldest event that is not delivered yet.",
        async () => [{ value: (await countDeliveries(database)).oldest }],
      )
      look()
    },
    async stop(graceMs) {
      stopping = true
      clearTimeout(timer)
      clearTimeout(soon)
      clearTimeout(upkeep)
      await looking
      let cut: NodeJS.Timeout | undefined
      const finished = Promise.all([...running.values()].map(({ ended }) => ended))
      await Promise.race([finished, new Promise((resolve) => (cut = setTimeout(resolve, graceMs)))])
      clearTimeout(cut)
    },
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
