import type { Guard } from "@countersign/core/server"
import { type CheckRun, runCheck } from "../../probe/run-check.ts"
import { strategies } from "../../probe/strategies.ts"
import { scriptRunner } from "../script-runner.ts"
import type { Claim } from "./claim.ts"
import type { KnownCheck } from "./known-checks.ts"
import type { Surroundings } from "./surroundings.ts"

/** A claim with everything its run needs. */
export interface PreparedRun {
  claim: Claim
  check: KnownCheck
  surroundings: Surroundings
  /** By this process's steady clock: from then on the tick is another's, or nobody's. */
  leaseEndsAt: number
  now: () => Date
}

/** Null: this process stood still for longer than its lease, or had no place for a script, so nothing was looked at. */
export async function runTarget(prepared: PreparedRun, guard: Guard): Promise<CheckRun | null> {
  const { check, surroundings, leaseEndsAt, now } = prepared
  if (performance.now() >= leaseEndsAt) return null
  const { facts, secrets, heartbeat } = surroundings
  const run = await runCheck(strategies, check.configuration, {
    guard: {
      // Asked right before each connection: a process that stood still must not call when others believe it dead.
      addressesOf: (host, port) => {
        if (performance.now() >= leaseEndsAt) throw new Error("The lease of this run is over.")
        return guard.addressesOf(host, port)
      },
    },
    facts,
    secrets,
    ...(heartbeat && { heartbeat }),
    runner: scriptRunner,
    now,
  })
  const isBusy = run.failure?.code === "busy"
  return performance.now() >= leaseEndsAt || isBusy || stoodStill(run, check) ? null : run
}

/** A probe ends within its timeout + 500 ms. One that took much longer tells of this process, not of what it looked at. */
function stoodStill({ outcome, durationMs, tries }: CheckRun, { configuration }: KnownCheck): boolean {
  return outcome === "failed" && durationMs > tries * (configuration.timeoutSeconds * 1_000 + 500) + 1_000
}
