import { implement } from "@countersign/core/server"
import { healthcheckContract } from "../../contract.ts"
import { ofChecks } from "../engine/schedule-store.ts"
import { forgetTargets } from "../history/forget-targets.ts"
import { checks } from "./check-store.ts"
import { auditView } from "./conclude.ts"
import { stopTargets } from "./settle-targets.ts"
import { targetIdsOf } from "./target-store.ts"

export const deleteCheck = implement(healthcheckContract.delete, async (ctx, { id }) => {
  const before = await checks.hold(ctx, id)
  await stopTargets(ctx, ofChecks([id]))
  await forgetTargets(ctx.tx, await targetIdsOf(ctx.tx, id))
  await checks.remove(ctx.tx, id)
  ctx.audit({ before: auditView(before) })
  return { id, name: before.name }
})

export const deleteMany = implement(healthcheckContract.bulkDelete, async (ctx, { ids }) => ({
  results: await checks.inBulk(ctx, ids, (id) => ctx.call(healthcheckContract.delete, { id })),
}))
