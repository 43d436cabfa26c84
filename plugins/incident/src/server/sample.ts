import { catalogContract } from "@countersign/catalog/contract"
import { authorOf, type Ctx, sampleVerbs } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { auditView } from "./conclude.ts"
import { incidents, insertIncident, moveTo } from "./incident-store.ts"
import { incidentTimeline } from "./incident-timeline.ts"
import { reportOverride } from "./report-override.ts"
import { SAMPLE_INCIDENTS, type SampleIncident } from "./sample-incidents.ts"

export const sample = sampleVerbs(incidents, incidentContract, async (ctx) => {
  const { items: systems } = await ctx.call(catalogContract.listSystems, { tags: ["sample"], limit: 5 })
  if (systems.length === 0) return 0
  for (const [index, one] of SAMPLE_INCIDENTS.entries()) await addOne(ctx, one, systems[index % systems.length]!.id)
  return SAMPLE_INCIDENTS.length
})

async function addOne(ctx: Ctx, one: SampleIncident, systemId: string): Promise<void> {
  const { postmortem, openedMinutesAgo, updates, ...draft } = one
  const now = await ctx.now()
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const opened = ago(openedMinutesAgo)
  const whole = { ...draft, status: "investigating", suppressNotifications: true } as const
  const id = await insertIncident(ctx.tx, whole, [systemId], authorOf(ctx), opened, true)
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
