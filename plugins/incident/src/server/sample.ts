import { catalogContract } from "@countersign/catalog/contract"
import { authorOf, type Ctx, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { incidentContract } from "../contract.ts"
import { auditView } from "./conclude.ts"
import { incidents, insertIncident, moveTo, sampleIncidentIds } from "./incident-store.ts"
import { incidentTimeline } from "./incident-timeline.ts"
import { reportOverride } from "./report-override.ts"
import { SAMPLE_INCIDENTS, type SampleIncident } from "./sample-incidents.ts"

export const addSample = implement(incidentContract.addSample, async (ctx) => {
  const { items: systems } = await ctx.call(catalogContract.listSystems, { tags: ["sample"], limit: 2 })
  if (systems.length === 0 || (await sampleIncidentIds(ctx.tx)).length > 0) return { added: 0 }
  for (const [index, sample] of SAMPLE_INCIDENTS.entries())
    await addOne(ctx, sample, systems[index % systems.length]!.id)
  return { added: SAMPLE_INCIDENTS.length }
})

export const removeSample = implement(incidentContract.removeSample, async (ctx) => {
  const ids = await sampleIncidentIds(ctx.tx)
  for (const id of ids) await ctx.call(incidentContract.delete, { id })
  return { removed: ids.length }
})

/** Incidents that people opened on sample systems: those systems stay when the sample goes, so that nothing is resolved. */
export const referToSample = implement(incidentContract.referToSample, async (ctx, { resource, ids }) => ({
  references: resource === "catalog.system" ? await incidents.references(ctx.tx, ids, sql`NOT incident.sample`) : [],
}))

async function addOne(ctx: Ctx, sample: SampleIncident, systemId: string): Promise<void> {
  const { postmortem, openedMinutesAgo, updates, ...draft } = sample
  const now = await ctx.now()
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const opened = ago(openedMinutesAgo)
  const whole = { ...draft, status: "investigating", suppressNotifications: true } as const
  const id = await insertIncident(ctx.tx, whole, authorOf(ctx), opened, true)
  await incidents.setParents(ctx.tx, id, [systemId])
  if (postmortem) await incidents.change(ctx.tx, id, { postmortem }, { at: opened })
  for (const { minutesAgo, ...update } of updates) {
    const at = ago(minutesAgo)
    if (update.status) await moveTo(ctx.tx, id, update.status, at)
    await incidentTimeline.post(ctx, id, { ...update, at })
  }
  const after = await incidents.read(ctx, id)
  await reportOverride(ctx, null, after)
  ctx.audit({ thing: { type: "incident.incident" }, after: auditView(after), note: "Sample data" })
}
