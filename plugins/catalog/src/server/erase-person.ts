import { implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract } from "../contract.ts"
import { endReports } from "./status/take-reports.ts"
import { dropContactsOf } from "./systems/system-store.ts"

export const erasePerson = implement(catalogContract.erasePerson, async (ctx, { personId }) => {
  const reported = await endReports(ctx, sql`r.source LIKE ${`api:${personId}%`}`)
  const systems = await dropContactsOf(ctx.tx, personId, await ctx.now())
  for (const system of systems)
    ctx.audit({
      thing: { type: "catalog.system", id: system.id, name: system.name },
      // Without before and after: the log would keep what was to be erased.
      note: `${system.dropped} ${system.dropped === 1 ? "contact" : "contacts"} of an erased person removed.`,
    })
  for (const id of reported)
    ctx.audit({ thing: { type: "catalog.system", id }, note: "Status reports of an erased person withdrawn." })
  if (systems.length > 0) ctx.signal("catalog.system")
  return { systemCount: systems.length }
})
