import { ConflictError, endClaim, implement, type Worker, workDue } from "@countersign/core/server"
import { maintenanceContract } from "../contract.ts"
import { conclude } from "./conclude.ts"
import { settle } from "./settle.ts"
import { windows } from "./window-store.ts"

/** In one transaction with the end of its claim, so that a window begins and ends once, whoever dies and whenever. */
export const moveOn = implement(maintenanceContract.moveOn, async (ctx, claim) => {
  const before = await windows.hold(ctx, claim.id)
  if (!(await endClaim(ctx.tx, "maintenance.window", claim, null)))
    throw new ConflictError(`The window ${claim.id} is another's to move on by now.`)
  await settle(ctx, claim.id)
  await conclude(ctx, claim.id, before, { note: "Its time had come" })
  return {}
})

/** Lets windows begin and end at their time. */
export const mover: Worker = {
  id: "maintenance.mover",
  connections: 1,
  start: (host) =>
    workDue(host, {
      table: "maintenance.window",
      concurrency: 4,
      // To the second, with room for the change itself.
      everyMs: 500,
      // A flip takes milliseconds; what a server held when it died is late by this much.
      leaseMs: 5_000,
      run: async ({ id, lease }) => void (await host.call(maintenanceContract.moveOn, { id, lease })),
    }),
}
