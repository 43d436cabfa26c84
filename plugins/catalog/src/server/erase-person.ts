import { implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract, changeAccess } from "../contract.ts"
import { forgetRecorder } from "./changes/change-store.ts"
import { endReports } from "./status/take-reports.ts"
import { dropContactsOf } from "./systems/system-store.ts"

export const erasePerson = implement(catalogContract.erasePerson, async (ctx, { personId }) => {
  const reported = await endReports(ctx, sql`r.source LIKE ${`api:${personId}%`}`)
  const recorded = await forgetRecorder(ctx.tx, personId)
  const systems = await dropContactsOf(ctx.tx, personId, await ctx.now())
  for (const system of systems)
    ctx.audit({
      thing: { type: "catalog.system", id: system.id, name: system.name },
      // Without before and after: the log would keep what was to be erased.
      note: `${system.dropped} ${system.dropped === 1 ? "contact" : "contacts"} of an erased person removed.`,
    })
  for (const id of reported)
    ctx.audit({ thing: { type: "catalog.system", id }, note: "Status reports of an erased person withdrawn." })
  if (recorded > 0)
    ctx.audit({
      thing: { type: changeAccess.record.resource, id: "erased", name: "Recorded changes" },
      note: `${recorded} of an erased person no longer ${recorded === 1 ? "says" : "say"} who recorded ${recorded === 1 ? "it" : "them"}.`,
    })
  if (recorded > 0) ctx.signal(changeAccess.record.resource)
  if (systems.length > 0) ctx.signal("catalog.system")
  return { systemCount: systems.length }
})
