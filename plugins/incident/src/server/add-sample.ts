import { catalogContract } from "@countersign/catalog/contract"
import { type Ctx, implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { authorOf } from "./author.ts"
import { incidents, insertIncident, moveTo, sampleIncidentIds } from "./incident-store.ts"
import { auditView } from "./present-incident.ts"
import { reportOverride } from "./report-override.ts"
import { SAMPLE_INCIDENTS, type SampleIncident } from "./sample-incidents.ts"
import { insertUpdate } from "./update-store.ts"

export const addSample = implement(incidentContract.addSample, async (ctx) => {
  const { items: systems } = await ctx.call(catalogContract.listSystems, { tags: ["sample"], limit: 2 })
  if (systems.length === 0 || (await sampleIncidentIds(ctx.tx)).length > 0) return { added: 0 }
  for (const [index, sample] of SAMPLE_INCIDENTS.entries())
    await addOne(ctx, sample, systems[index % systems.length]!.id)
  return { added: SAMPLE_INCIDENTS.length }
})

async function addOne(ctx: Ctx, sample: SampleIncident, systemId: string): Promise<void> {
  const { title, description, severity, healthOverride, postmortem, openedMinutesAgo, updates } = sample
  const author = authorOf(ctx)
  const now = await ctx.now()
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const draft = { title, description, severity, status: "investigating", healthOverride } as const
  const opened = ago(openedMinutesAgo)
  const id = await insertIncident(ctx.tx, { ...draft, suppressNotifications: true }, author, opened, true)
  await incidents.setParents(ctx.tx, id, [systemId])
  if (postmortem) await incidents.change(ctx.tx, id, { postmortem }, { at: opened })
  for (const { minutesAgo, message, status, visibility } of updates) {
    const at = ago(minutesAgo)
    if (status) await moveTo(ctx.tx, id, status, at)
    await insertUpdate(ctx.tx, { incidentId: id, message, status, visibility, author, at })
  }
  const after = await incidents.read(ctx, id)
  await reportOverride(ctx, null, after)
  ctx.audit({ thing: { type: "incident.incident" }, after: auditView(after), note: "Sample data" })
}
