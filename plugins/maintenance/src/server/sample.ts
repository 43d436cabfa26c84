import { catalogContract } from "@countersign/catalog/contract"
import { authorOf, type Ctx, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { maintenanceContract } from "../contract.ts"
import { conclude } from "./conclude.ts"
import { planTimes } from "./plan-times.ts"
import { reschedule } from "./reschedule.ts"
import { insertWindow, sampleWindowIds, windows } from "./window-store.ts"
import { windowTimeline } from "./window-timeline.ts"

const HOUR = 60 * 60_000

/** One that recurs and one that takes place once, both to come: sample data shall not cover what is measured. */
export const addSample = implement(maintenanceContract.addSample, async (ctx) => {
  const { items: systems } = await ctx.call(catalogContract.listSystems, { tags: ["sample"], limit: 2 })
  if (systems.length === 0 || (await sampleWindowIds(ctx.tx)).length > 0) return { added: 0 }
  const weekly = {
    title: "Sample: weekly patching",
    description: "Security updates. This is sample data.",
    rrule: "FREQ=WEEKLY",
  }
  const once = {
    title: "Sample: database upgrade",
    description: "A few minutes without writes. This is sample data.",
    rrule: null,
  }
  await addOne(ctx, { ...weekly, inHours: 26, hours: 1 }, systems[0]!.id)
  await addOne(ctx, { ...once, inHours: 50, hours: 2 }, systems.at(-1)!.id)
  return { added: 2 }
})

export const removeSample = implement(maintenanceContract.removeSample, async (ctx) => {
  const ids = await sampleWindowIds(ctx.tx)
  for (const id of ids) await ctx.call(maintenanceContract.delete, { id })
  return { removed: ids.length }
})

/** Windows that people scheduled on sample systems: those systems stay when the sample goes. */
export const referToSample = implement(maintenanceContract.referToSample, async (ctx, { resource, ids }) => ({
  references: resource === "catalog.system" ? await windows.references(ctx.tx, ids, sql`NOT "window".sample`) : [],
}))

interface SampleWindow {
  title: string
  description: string
  rrule: string | null
  inHours: number
  hours: number
}

async function addOne(ctx: Ctx, { inHours, hours, ...draft }: SampleWindow, systemId: string): Promise<void> {
  const at = await ctx.now()
  const from = Math.ceil(at.getTime() / HOUR) * HOUR + inHours * HOUR
  const times = {
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(from + hours * HOUR).toISOString(),
    rrule: draft.rrule,
    timeZone: "UTC",
  }
  const whole = { ...draft, ...times, environmentIds: [] }
  const id = await insertWindow(ctx.tx, whole, authorOf(ctx), { at, announced: false, sample: true })
  await windows.setParents(ctx.tx, id, [systemId])
  await reschedule(ctx, await windows.read(ctx, id), times, await planTimes(times, at), at)
  const said = "Planned with everybody who is on call. The page says when it begins and when it is over."
  await windowTimeline.post(ctx, id, { message: said, status: null, visibility: "signedIn", at })
  await conclude(ctx, id, null, { note: "Sample data" })
}
