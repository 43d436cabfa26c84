import { quoteName } from "@countersign/core/contract"
import { authorOf, ConflictError, type Ctx, InvalidInputError, implement } from "@countersign/core/server"
import { healthcheckContract } from "../../contract.ts"
import { ofChecks, pauseTargets, resumeTargets, runTargetsNow } from "../engine/schedule-store.ts"
import { type CheckRecord, checks, dueToResume, type FoundCheck, writePause } from "./check-store.ts"
import { auditView } from "./conclude.ts"
import { recordRevision } from "./revisions.ts"
import { withdraw } from "./settle-targets.ts"
import { forgetStatus, liveTargets } from "./target-store.ts"

export const pauseChecks = implement(healthcheckContract.pause, async (ctx, { ids, reason, until }) => {
  const at = await ctx.now()
  demandLater(until, at)
  return {
    results: await checks.inBulk(ctx, ids, async (id) => {
      const before = await checks.hold(ctx, id)
      await writePause(ctx.tx, id, { reason, until, by: authorOf(ctx) }, at)
      await pauseTargets(ctx.tx, ofChecks([id]))
      // What nobody looks at any more is not known of its systems either.
      await withdraw(ctx, await liveTargets(ctx.tx, id))
      await keep(ctx, before, at)
    }),
  }
})

export const resumeChecks = implement(healthcheckContract.resume, async (ctx, { ids }) => ({
  results: await checks.inBulk(ctx, ids, async (id) => {
    const before = await checks.hold(ctx, id)
    demandPaused(before)
    await resume(ctx, before)
  }),
}))

/** Those whose pause is over by the clock. */
export const resumeDue = implement(healthcheckContract.resumeDue, async (ctx) => {
  const ids = await dueToResume(ctx.tx)
  for (const id of ids) await resume(ctx, await checks.hold(ctx, id))
  return { resumed: ids.length }
})

export const runChecksNow = implement(healthcheckContract.runNow, async (ctx, { ids }) => ({
  results: await checks.inBulk(ctx, ids, async (id) => {
    const check = await checks.hold(ctx, id)
    demandRunning(check)
    await runTargetsNow(ctx.tx, ofChecks([id]))
    ctx.audit({ thing: { id, name: check.name }, note: "Run at once.", wroteOn: [] })
  }),
}))

export function demandLater(until: string | null, now: Date): void {
  if (until === null || Date.parse(until) > now.getTime()) return
  const message = "The pause would be over already. Choose a later time, or leave it out."
  throw new InvalidInputError(message, [{ path: "until", message }])
}

export function demandPaused({ name, paused }: CheckRecord): void {
  if (!paused) throw new ConflictError(`${quoteName(name)} is not paused.`)
}

export function demandRunning({ name, paused, assignments }: CheckRecord): void {
  if (paused) throw new ConflictError(`${quoteName(name)} is paused. Resume it: then it runs at once.`)
  if (assignments.length === 0)
    throw new ConflictError(`${quoteName(name)} is for no system, so there is nothing to run. Name one first.`)
}

async function resume(ctx: Ctx, before: FoundCheck): Promise<void> {
  const at = await ctx.now()
  await writePause(ctx.tx, before.id, null, at)
  await forgetStatus(ctx.tx, before.id)
  await resumeTargets(ctx.tx, ofChecks([before.id]))
  await keep(ctx, before, at)
}

async function keep(ctx: Ctx, before: FoundCheck, at: Date): Promise<void> {
  const after = await checks.read(ctx, before.id)
  await recordRevision(ctx, before, after, at)
  const { id, name } = after
  ctx.audit({ thing: { type: checks.type, id, name }, before: auditView(before), after: auditView(after) })
}
