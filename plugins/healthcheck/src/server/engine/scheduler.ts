import { setTimeout as pause } from "node:timers/promises"
import type { RunningWorker, Worker, WorkerHost } from "@countersign/core/server"
import { checkSettings, healthcheckContract } from "../../contract.ts"
import { ensurePartitions } from "../history/upkeep/partitions.ts"
import { type CheckGuards, checkGuards } from "../probe-guard.ts"
import { closeSandbox, SCRIPTS_AT_ONCE } from "../script-runner.ts"
import { type Claimed, claimDue, giveUp, missLapsed } from "./claim.ts"
import { handOver, NO_RUNS } from "./finished-run.ts"
import { createHostLanes } from "./host-lanes.ts"
import { createKnownChecks } from "./known-checks.ts"
import { createLastTeller, liveRuns } from "./live-runs.ts"
import { type PreparedRun, runTarget } from "./run-target.ts"
import { createStoreQueue } from "./store-queue.ts"
import { createSurround } from "./surroundings.ts"

/** What is due within this time is taken together: fifty statements a second would cost as much as fifty probes. */
const LEAST_PAUSE_MS = 200
/** A target that somebody just placed, or asked for, waits at most this long. */
const LONGEST_PAUSE_MS = 1_000
const SETTINGS_EVERY_MS = 10_000
const LAPSED_EVERY_MS = 1_000

/** Runs targets at their time, on every server that runs workers. */
export const scheduler: Worker = { id: "healthcheck.scheduler", connections: 3, start: startScheduler }

function startScheduler(host: WorkerHost): RunningWorker {
  const stopping = new AbortController()
  const checks = createKnownChecks(host.sql)
  const surround = createSurround(host)
  const lanes = createHostLanes()
  const record = (batch: string) => host.call(healthcheckContract.record, { batch })
  const lastTeller = createLastTeller(liveRuns, () => record(NO_RUNS).catch(() => {}))
  const queue = createStoreQueue(async (runs) => {
    await handOver(runs, record)
    lastTeller.look()
  }, host.log)
  /** Claims in hand that are no suspects and do not wait for their host, and suspects, waiting or not. */
  const counts = { usual: 0, suspect: 0 }
  const inHand = new Set<Promise<void>>()
  let limits: Limits | undefined
  let lapsedAt = Number.NEGATIVE_INFINITY
  const loop = look()

  return {
    async stop(graceMs) {
      stopping.abort()
      await loop
      const over = new AbortController()
      await Promise.race([Promise.all(inHand), pause(graceMs, undefined, { signal: over.signal }).catch(() => {})])
      over.abort()
      await queue.drain()
      lastTeller.stop()
      await closeSandbox()
    },
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      let wait = LONGEST_PAUSE_MS
      try {
        limits = await currentLimits(host, limits)
        if (performance.now() - lapsedAt >= LAPSED_EVERY_MS) {
          await missLapsed(host.sql)
          lapsedAt = performance.now()
        }
        wait = await claimAndBegin(limits)
      } catch (error) {
        host.log.warn("Due checks cannot be looked up right now; it is tried again.", { error })
        // A day that nobody made room for would stop everything.
        await ensureToday(host).catch(() => {})
      }
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** How long to wait before looking again. */
  async function claimAndBegin({ concurrency, perHost, guards }: Limits): Promise<number> {
    const all = Math.max(0, concurrency - counts.usual - counts.suspect)
    // Those that keep timing out never have more than half of the places.
    const free = { all, suspect: Math.max(0, Math.min(Math.ceil(concurrency / 2) - counts.suspect, all)) }
    if (free.all === 0) return LEAST_PAUSE_MS
    const askedAt = performance.now()
    const claimed = await claimDue(host.sql, free)
    if (claimed.claims.length > 0) {
      const prepared = await prepare(claimed, askedAt)
      const refused = prepared.filter((one) => !begin(one, perHost, guards))
      await giveUp(
        host.sql,
        refused.map(({ claim }) => claim),
      )
    }
    if (claimed.claims.length >= free.all) return LEAST_PAUSE_MS
    return Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, claimed.nextInMs ?? LONGEST_PAUSE_MS))
  }

  async function prepare({ claims, now }: Claimed, askedAt: number): Promise<PreparedRun[]> {
    const known = await checks.of(claims)
    // Deleted meanwhile: there is nothing left to run, or to say that it did not.
    const pairs = claims.flatMap((claim) => {
      const check = known.get(claim.checkId)
      return check ? [{ claim, check }] : []
    })
    const surroundings = await surround(pairs)
    const ahead = now.getTime() - askedAt
    return pairs.map(({ claim, check }) => ({
      claim,
      check,
      surroundings: surroundings.get(claim.targetId)!,
      leaseEndsAt: askedAt + claim.leaseMs,
      now: () => new Date(ahead + performance.now()),
    }))
  }

  /** False: too many wait for its host already. */
  function begin(prepared: PreparedRun, perHost: number, guards: CheckGuards): boolean {
    const { claim, check } = prepared
    const lane = claim.suspect ? "suspect" : "usual"
    const atOnce = check.host === SANDBOX ? SCRIPTS_AT_ONCE : perHost
    if (claim.suspect) counts.suspect += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    const work = async () => {
      if (!claim.suspect) counts.usual += 1
      try {
        const run = await runTarget(prepared, guards.of(prepared.check.configuration))
        if (run) queue.add({ claim, run, leaseEndsAt: prepared.leaseEndsAt })
      } catch (error) {
        host.log.error("A check could not be run because of a fault here; the run counts as missed.", {
          checkId: claim.checkId,
          error,
        })
      } finally {
        counts[lane] -= 1
        resolve()
      }
    }
    inHand.add(promise)
    promise.finally(() => inHand.delete(promise))
    if (check.host === null) void work()
    else if (!lanes.run(check.host, atOnce, work)) {
      if (claim.suspect) counts.suspect -= 1
      resolve()
      return false
    }
    return true
  }
}

const SANDBOX = "the sandbox"

interface Limits {
  concurrency: number
  perHost: number
  guards: CheckGuards
  allowPrivate: string
  readAt: number
}

async function currentLimits(host: WorkerHost, known: Limits | undefined): Promise<Limits> {
  if (known && performance.now() - known.readAt < SETTINGS_EVERY_MS) return known
  const { allowPrivate, concurrency, perHost } = await host.settings(checkSettings)
  const readAt = performance.now()
  const guards =
    known?.allowPrivate === allowPrivate ? known.guards : checkGuards(host.egress, allowPrivate, () => host.ownUrl())
  return { concurrency, perHost, guards, allowPrivate, readAt }
}

/** With the day before, whose last slots may still be counted as missed. */
async function ensureToday({ sql }: WorkerHost): Promise<void> {
  const { rows } = await sql.execute<{ now: string }>("SELECT platform.now() AS now")
  const now = new Date(rows[0]!.now)
  await sql.transaction((tx) => ensurePartitions(tx, [new Date(now.getTime() - 86_400_000), now]))
}
