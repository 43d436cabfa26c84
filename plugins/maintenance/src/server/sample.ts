import { catalogContract } from "@countersign/catalog/contract"
import { quoteName } from "@countersign/core/contract"
import { type Ctx, implement, sampleVerbs } from "@countersign/core/server"
import { maintenanceContract } from "../contract.ts"
import { conclude } from "./conclude.ts"
import { insertWindow } from "./create-window.ts"
import { planTimes } from "./plan-times.ts"
import { windows, windowsInEnvironments } from "./window-store.ts"
import { windowTimeline } from "./window-timeline.ts"

const HOUR = 60 * 60_000

/** One that recurs and one that takes place once, both to come: sample data shall not cover what is measured. */
const SAMPLES = [
  {
    title: "Sample: weekly patching",
    description: "Security updates. This is sample data.",
    rrule: "FREQ=WEEKLY",
    inHours: 26,
    hours: 1,
  },
  {
    title: "Sample: database upgrade",
    description: "A few minutes without writes. This is sample data.",
    rrule: null,
    inHours: 50,
    hours: 2,
  },
]

const verbs = sampleVerbs(windows, maintenanceContract, async (ctx) => {
  const { items: systems } = await ctx.call(catalogContract.listSystems, { tags: ["sample"], limit: 2 })
  if (systems.length === 0) return 0
  for (const [index, one] of SAMPLES.entries()) await addOne(ctx, one, systems[index % systems.length]!.id)
  return SAMPLES.length
})

export const sample = {
  ...verbs,
  /** Windows that people made of sample systems, and those that hold in sample environments. */
  referToSample: implement(maintenanceContract.referToSample, async (ctx, { resource, ids }) => {
    if (resource !== "catalog.environment") return verbs.referToSample(ctx, { resource, ids })
    const named = await windowsInEnvironments(ctx.tx, ids)
    return { references: named.map(({ id, title }) => ({ id, by: `the maintenance window ${quoteName(title)}` })) }
  }),
}

async function addOne(
  ctx: Ctx,
  { inHours, hours, title, description, rrule }: (typeof SAMPLES)[number],
  systemId: string,
): Promise<void> {
  const at = await ctx.now()
  const from = Math.ceil(at.getTime() / HOUR) * HOUR + inHours * HOUR
  const [startsAt, endsAt] = [from, from + hours * HOUR].map((time) => new Date(time).toISOString()) as [string, string]
  const draft = { title, description, environmentIds: [], startsAt, endsAt, rrule, timeZone: "UTC" }
  const id = await insertWindow(ctx, draft, [systemId], await planTimes(draft, at), at, true)
  const message = "Planned with everybody who is on call. The page says when it begins and when it is over."
  await windowTimeline.post(ctx, id, { message, status: null, visibility: "signedIn", at })
  await conclude(ctx, id, null, { note: "Sample data" })
}
