/** Public names of sample systems, so that a first look at the site finds something there. */
import { catalogContract } from "@countersign/catalog/contract"
import { quoteName } from "@countersign/core/contract"
import { type Ctx, implement } from "@countersign/core/server"
import { incidentContract } from "@countersign/incident/contract"
import { siteContract } from "../../contract.ts"
import { readPointer } from "../publish/publication-store.ts"
import { refreshSources } from "../publish/refresh.ts"
import {
  anyPublicName,
  lockPublicNames,
  namesOfPeople,
  samplePublicNames,
  setPublicNameOf,
  setPublicRow,
} from "./public-store.ts"
import { rowOf } from "./set-public-name.ts"

const HEADING = "Sample data"
const MOST_SYSTEMS = 4

/** Only where visitors would see nothing otherwise: among what people show to everybody, a sample has no place. */
export const addSample = implement(siteContract.addSample, async (ctx) => {
  const { publication } = await readPointer(ctx.tx)
  if (publication !== 0 || (await anyPublicName(ctx.tx))) return { added: 0 }
  const sampled = async () =>
    (await ctx.call(catalogContract.listSystems, { tags: ["sample"], limit: MOST_SYSTEMS })).items
  const ids = (await sampled()).map(({ id }) => id)
  await lockPublicNames(ctx, ids)
  const systems = (await sampled()).filter(({ id }) => ids.includes(id))
  if (systems.length === 0) return { added: 0 }
  for (const system of systems) {
    const shown = { name: system.name, heading: HEADING }
    await setPublicNameOf(ctx.tx, system.id, { ...shown, sample: true })
    await setPublicRow(ctx.tx, { source: "systems", id: system.id }, rowOf(system.id, shown, system))
    await followSampleIncidents(ctx, system.id)
  }
  await refreshSources(ctx, SOURCES)
  ctx.audit({
    thing: { name: "Sample public names" },
    after: { systems: systems.map(({ name }) => name) },
    wroteOn: systems.map(({ id }) => ({ type: "catalog.system", id })),
  })
  return { added: systems.length }
})

/** Nobody announces a sample incident. */
async function followSampleIncidents(ctx: Ctx, systemId: string): Promise<void> {
  if (!ctx.runtime.plugins.some(({ id }) => id === "incident")) return
  const { items } = await ctx.call(incidentContract.list, { systemId, state: "all" })
  for (const { id } of items) await ctx.call(siteContract.followIncident, { id })
}

export const removeSample = implement(siteContract.removeSample, async (ctx) => {
  await lockPublicNames(
    ctx,
    (await samplePublicNames(ctx.tx)).map(({ systemId }) => systemId),
  )
  const shown = await samplePublicNames(ctx.tx)
  if (shown.length === 0) return { removed: 0 }
  for (const { systemId } of shown) {
    await setPublicNameOf(ctx.tx, systemId, null)
    await setPublicRow(ctx.tx, { source: "systems", id: systemId }, null)
  }
  await refreshSources(ctx, SOURCES)
  ctx.audit({ thing: { name: "Sample public names" }, before: { systems: shown.map(({ name }) => name) }, after: null })
  return { removed: shown.length }
})

/** Sample systems to which people gave a public name: visitors know them by it. */
export const referToSample = implement(siteContract.referToSample, async (ctx, { resource, ids }) => {
  const named = resource === "catalog.system" ? await namesOfPeople(ctx.tx, ids) : []
  return { references: named.map(({ systemId, name }) => ({ id: systemId, by: `the public name ${quoteName(name)}` })) }
})

const SOURCES = ["systems", "incidents", "maintenance"]
