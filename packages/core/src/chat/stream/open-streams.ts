import { RateLimitedError } from "../../errors.ts"
import type { Authenticated } from "../../identity/identity.ts"
import type { Signals } from "../../signals/signals.ts"
import type { Outlet } from "./outlet.ts"

/** Every open stream of this pod: kept warm, ended with the session behind it, and sent elsewhere when the pod stops. */
export interface OpenStreams {
  add(stream: Open): void
  /** Throws when a person has too many open. */
  demandRoom(person: { id: string; name: string }): void
  readonly count: number
  closeAll(): void
}

// Proxies cut connections that are silent for a minute, some for half of one.
const HEARTBEAT_MS = 15_000
const RECHECK_MS = 30_000
/** A browser shares one connection among its tabs; this many is a script that never closes any. */
const MOST_PER_PERSON = 2_000

interface Open {
  outlet: Outlet
  request: Request
  personId: string
  heartbeat: string
  /** Said when the pod stops while the stream is open. */
  farewell: string
}

export function createOpenStreams(options: {
  signals: Signals
  authenticate(request: Request): Promise<Authenticated>
}): OpenStreams {
  const streams = new Set<Open>()
  const perPerson = new Map<string, number>()
  let timers: NodeJS.Timeout[] = []

  options.signals.subscribe("identity", (key) => {
    for (const one of streams) if (key === "all" || key === `user:${one.personId}`) void recheck(one)
  })

  async function recheck(one: Open): Promise<void> {
    try {
      const { principal } = await options.authenticate(one.request)
      if (principal.kind !== "user" || principal.id !== one.personId) close(one)
    } catch {
      // The database is away: the session may well go on. Asked again in a while.
    }
  }

  function close(one: Open): void {
    if (!streams.has(one)) return
    remove(one)
    one.outlet.end()
  }

  function remove(one: Open): void {
    if (!streams.delete(one)) return
    const left = (perPerson.get(one.personId) ?? 1) - 1
    if (left > 0) perPerson.set(one.personId, left)
    else perPerson.delete(one.personId)
    if (streams.size > 0) return
    for (const timer of timers) clearInterval(timer)
    timers = []
  }

  return {
    get count() {
      return streams.size
    },
    demandRoom({ id, name }) {
      if ((perPerson.get(id) ?? 0) < MOST_PER_PERSON) return
      throw new RateLimitedError(
        `${name} has ${MOST_PER_PERSON} streams open, which is the most. Close some tabs or clients.`,
        30,
      )
    },
    add(one) {
      streams.add(one)
      perPerson.set(one.personId, (perPerson.get(one.personId) ?? 0) + 1)
      one.outlet.onGone(() => remove(one))
      if (timers.length > 0) return
      timers = [
        setInterval(() => {
          for (const each of streams) each.outlet.write(each.heartbeat)
        }, HEARTBEAT_MS),
        setInterval(() => {
          for (const each of streams) void recheck(each)
        }, RECHECK_MS),
      ]
      for (const timer of timers) timer.unref()
    },
    closeAll() {
      for (const one of [...streams]) {
        if (one.farewell) one.outlet.write(one.farewell)
        close(one)
      }
    },
  }
}
