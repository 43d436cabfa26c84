import { implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { healthcheckContract } from "../../contract.ts"
import { checkIdsOfSystem, checks } from "./check-store.ts"
import { auditView } from "./conclude.ts"
import { recordRevision } from "./revisions.ts"
import { plannedTargets, settleTargets, stopTargets } from "./settle-targets.ts"

/** A system runs in other environments than before: so do its checks. */
export const syncTargets = implement(healthcheckContract.syncTargets, async (ctx, { systemId, name }) => {
  const total = { started: 0, ended: 0 }
  for (const id of await checkIdsOfSystem(ctx.tx, systemId)) {
    const { missing, over } = await plannedTargets(ctx, await checks.read(ctx, id))
    if (missing.length + over.length === 0) continue
    const check = await checks.hold(ctx, id)
    const { started, ended } = await settleTargets(ctx, check)
    total.started += started
    total.ended += ended
    ctx.audit({
      thing: { type: checks.type, id, name: check.name },
      after: { started, ended },
      note: `${name} runs in other environments now.`,
      wroteOn: [],
    })
  }
  if (total.started + total.ended > 0) ctx.signal(checks.type)
  return total
})

/** Says before what `forgetSystem` does after. */
export const foreseeSystemDeletion = implement(healthcheckContract.foreseeSystemDeletion, async (ctx, { id }) => ({
  sentences: await checks.foresee(ctx.tx, id, {
    which: sql`true`,
    adjective: "health",
    become: ["runs no more", "run no more"],
  }),
}))

export const forgetSystem = implement(healthcheckContract.forgetSystem, async (ctx, { systemId, wasPrivate }) => ({
  checks: await checks.forget(ctx, { id: systemId, wasPrivate }, async (before) => {
    await stopTargets(ctx, sql`t.check_id = ${before.id}::uuid AND t.system_id = ${systemId}::uuid`)
    const at = await ctx.now()
    // Edits based on its version would write back what is gone.
    await checks.change(ctx.tx, before.id, {}, { at })
    const after = await checks.read(ctx, before.id)
    await recordRevision(ctx, before, after, at)
    ctx.signal(checks.type)
    ctx.audit({
      thing: { type: checks.type, id: before.id, name: before.name },
      before: auditView(before),
      after: auditView(after),
      wroteOn: [],
    })
  }),
}))
