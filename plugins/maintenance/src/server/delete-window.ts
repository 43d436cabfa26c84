import { implement } from "@countersign/core/server"
import { maintenanceContract, windowCancelled } from "../contract.ts"
import { auditView, reportMaintenance, tell } from "./conclude.ts"
import { keepForCalendars } from "./occurrence-store.ts"
import { windows } from "./window-store.ts"

export const deleteWindow = implement(maintenanceContract.delete, async (ctx, { id }) => {
  const before = await windows.hold(ctx, id)
  await reportMaintenance(ctx, before, null)
  await keepForCalendars(ctx.tx, before, await ctx.now())
  await windows.remove(ctx.tx, id)
  if (before.status === "scheduled" || before.status === "inProgress")
    await tell(ctx, windowCancelled, { ...before, status: "cancelled" })
  ctx.audit({ before: auditView(before) })
  return { id }
})
