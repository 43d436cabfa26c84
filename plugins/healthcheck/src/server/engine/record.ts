import { type Ctx, implement } from "@countersign/core/server"
import { checkAccess, healthcheckContract, TARGET_STATUSES, type TargetStatus } from "../../contract.ts"
import type { FailureCode } from "../../probe/probe-error.ts"
import { ensurePartitions } from "../history/upkeep/partitions.ts"
import { type FinishedRun, takeBatch } from "./finished-run.ts"
import { failingOf, keptResult, sentenceOf } from "./kept-result.ts"
import { liveRuns } from "./live-runs.ts"
import { blamePlace, countPlace } from "./place-store.ts"
import { type HeldTarget, holdTargets, type StoredRun, storeRuns } from "./record-store.ts"
import { blameSentence, isPlaceToBlame, LONGEST_HOLD_MS } from "./status/blame-place.ts"
import { nextStatus } from "./status/next-status.ts"
import { type StatusChange, tellChanges } from "./tell-changes.ts"

/** After a run that disagrees with the status the next one comes so soon. */
const CONFIRM_MS = 20_000
/** So many timeouts in a row make a target a suspect, until it answers. */
const SUSPECT_AFTER = 3
/** Codes of failures that may be this place's own fault: nothing answered at all. */
const CUT_OFF: readonly FailureCode[] = ["name-failed", "name-not-found", "unreachable", "timeout", "no-reply"]

/**
 * Stores a batch of runs with the states they lead to. What is no longer ours (lapsed, ended, changed) is dropped. Without
 * any it only tells open pages of those that they have not heard of.
 */
export const record = implement(healthcheckContract.record, async (ctx, { batch }) => {
  const given = takeBatch(batch)
  if (given.length === 0) {
    tellRuns(ctx, [])
    return { stored: 0, dropped: 0 }
  }
  await ensureDays(
    ctx,
    given.map(({ claim }) => claim.slotAt),
  )
  const held = await holdTargets(
    ctx.tx,
    given.map(({ claim }) => claim),
  )
  const runs = given.filter(({ claim }) => held.has(claim.targetId))
  if (runs.length === 0) return { stored: 0, dropped: given.length }
  const judged = runs.map((one) => judge(one, held.get(one.claim.targetId)!))
  await holdIfPlaceIsToBlame(ctx, judged)

  await storeRuns(
    ctx.tx,
    judged.map(({ stored }) => stored),
  )
  await tellChanges(
    ctx,
    judged.flatMap((one) => changeOf(one) ?? []),
  )
  tellRuns(ctx, judged)
  return { stored: runs.length, dropped: given.length - runs.length }
})

/** Somebody may be waiting for a run that came out of its turn, like one that was asked for. */
function tellRuns(ctx: Ctx, judged: readonly Judged[]): void {
  const ran = judged.map(({ claim }) => claim.checkId)
  const due = liveRuns.due(ran, { atOnce: judged.some(({ before }) => before.outOfTurn) })
  if (due.length > 0) ctx.signal(checkAccess.read.resource, due)
  ctx.afterCommit(() => (due.length > 0 ? liveRuns.told(due) : liveRuns.keep(ran)))
}

/** Days whose partitions were there: most batches need not ask. */
const knownDays = new Set<number>()

async function ensureDays(ctx: Ctx, instants: readonly Date[]): Promise<void> {
  const days = new Map(instants.map((at) => [Math.floor(at.getTime() / 86_400_000), at]))
  if ([...days.keys()].every((day) => knownDays.has(day))) return
  await ensurePartitions(ctx.tx, days.values())
  ctx.afterCommit(() => {
    if (knownDays.size > 10) knownDays.clear()
    for (const day of days.keys()) knownDays.add(day)
  })
}

interface Judged extends FinishedRun {
  before: HeldTarget
  stored: StoredRun
}

function judge({ claim, run }: FinishedRun, before: HeldTarget): Judged {
  const step = nextStatus(before, run.outcome, before.rule)
  const timeouts = run.failure?.code === "timeout" ? Math.min(before.memory.timeouts + 1, SUSPECT_AFTER) : 0
  const changed = step.status !== before.status
  const isOk = run.outcome === "ok"
  const result = isOk && !changed ? null : keptResult(run)
  return {
    claim,
    run,
    before,
    stored: {
      targetId: claim.targetId,
      at: claim.slotAt,
      outcome: run.outcome,
      ms: run.durationMs,
      tries: run.tries,
      failedAssertions: run.assertions.flatMap(({ passed }, place) => (passed ? [] : [place])),
      sentence: isOk ? "" : sentenceOf(run),
      cutOff: run.failure !== null && CUT_OFF.includes(run.failure.code),
      kept: result,
      lastOk: isOk ? (result ?? keptResult(run)) : null,
      standing: { status: step.status, flapping: step.flapping, memory: { ...step.memory, timeouts } },
      changed,
      suspect: timeouts >= SUSPECT_AFTER,
      confirmInMs: step.confirm && before.intervalMs > CONFIRM_MS ? CONFIRM_MS : null,
    },
  }
}

/** Where most of what one place checks cannot be reached all of a sudden, statuses stay, and the place is named as the cause. */
async function holdIfPlaceIsToBlame(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  const worse = judged.filter(({ before, stored }) => stored.cutOff && isWorse(before.status, stored.standing.status))
  for (const place of new Set(worse.map(({ before }) => before.place))) {
    const here = judged.filter(({ before }) => before.place === place && before.status !== "unhealthy")
    const others = await countPlace(
      ctx.tx,
      place,
      here.map(({ claim }) => claim.targetId),
    )
    const cutOff = here.filter(({ stored }) => stored.cutOff)
    const count = {
      targets: others.targets + here.length,
      cutOff: others.cutOff + cutOff.length,
      systems: new Set([...others.systemIds, ...cutOff.map(({ claim }) => claim.systemId)]).size,
    }
    if (!isPlaceToBlame(count) || (others.blamedForMs ?? 0) > LONGEST_HOLD_MS) continue
    const sentence = blameSentence(place, count)
    if (await blamePlace(ctx.tx, place, sentence)) ctx.log.warn(sentence)
    for (const { before, stored } of worse.filter((one) => one.before.place === place)) {
      stored.standing = { ...stored.standing, status: before.status, flapping: before.flapping }
      stored.changed = false
    }
  }
}

function isWorse(before: TargetStatus | null, after: TargetStatus | null): boolean {
  return after !== null && TARGET_STATUSES.indexOf(after) > (before ? TARGET_STATUSES.indexOf(before) : 0)
}

function changeOf({ claim, run, before, stored }: Judged): StatusChange | null {
  const after = stored.standing.status
  if (!stored.changed || after === null) return null
  const { checkId, targetId, assignmentId, systemId, environmentId, slotAt } = claim
  return {
    ...{ checkId, targetId, assignmentId, systemId, environmentId },
    checkName: before.checkName,
    before: before.status,
    after,
    reason: stored.sentence,
    failing: failingOf(run.assertions),
    runAt: slotAt,
  }
}
