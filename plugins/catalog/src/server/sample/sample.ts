import { listed, quoteName } from "@countersign/core/contract"
import { type Ctx, forgetThings, implement, sampleReferences, type ThingRef, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import {
  catalogContract,
  changeAccess,
  environmentAccess,
  groupAccess,
  groupDeleted,
  statusAccess,
  systemAccess,
  systemCreated,
  systemDeleted,
} from "../../contract.ts"
import { insertEnvironment } from "../environments/environment-store.ts"
import { insertGroup } from "../groups/group-store.ts"
import { addMemberships, touchMembers } from "../groups/membership-store.ts"
import { endReports } from "../status/take-reports.ts"
import { insertSystems, namesOf } from "../systems/system-store.ts"
import { SAMPLE_CHANGES, SAMPLE_ENVIRONMENTS, SAMPLE_GROUPS, SAMPLE_SYSTEMS, SAMPLE_TAG } from "./sample-catalog.ts"
import {
  deleteSample,
  freeName,
  insertSampleChanges,
  keepSystems,
  markSample,
  ownMembers,
  readSample,
  SAMPLE_SOURCE,
  type SampleThings,
  sampleNames,
  writePast,
} from "./sample-store.ts"

const HOUR_MS = 3_600_000
const SAMPLE_AGE_HOURS = 24 * 90

export const addSample = implement(catalogContract.addSample, async (ctx) => {
  if (countOf(await readSample(ctx.tx)) > 0) return { added: 0 }
  const at = await ctx.now()
  const groups = new Map<string, string>()
  for (const group of SAMPLE_GROUPS)
    groups.set(
      group.name,
      await insertGroup(ctx.tx, { ...group, name: await freeName(ctx.tx, "system_group", group.name) }, at),
    )
  const environments = new Map<string, string>()
  for (const environment of SAMPLE_ENVIRONMENTS) {
    const name = await freeName(ctx.tx, "environment", environment.name)
    environments.set(environment.name, await insertEnvironment(ctx.tx, { ...environment, name }, at))
  }
  const systems = await addSystems(ctx, groups, environments)
  const changes = await addChanges(ctx, systems, environments)
  const things = { systems, groups: [...groups.values()], environments: [...environments.values()] }
  await markSample(ctx.tx, things)
  ctx.audit({ thing: { name: "Sample catalog" }, after: things, wroteOn: refsOf(things, changes) })
  for (const { id, name } of await namesOf(ctx.tx, systems)) await ctx.emit(systemCreated, { systemId: id, name })
  return { added: countOf(things) }
})

export const removeSample = implement(catalogContract.removeSample, async (ctx) => {
  const sample = await readSample(ctx.tx)
  if (countOf(sample) === 0) return { removed: 0 }
  const { things, kept } = await planRemoval(ctx, sample)
  const systems = await namesOf(ctx.tx, things.systems)
  const groups = await sampleNames(ctx.tx, { groups: things.groups })
  const keptSystems = sample.systems.filter((id) => kept.has(id))
  await forgetThings(ctx, systemAccess.manage.resource, things.systems)
  const at = await ctx.now()
  await touchMembers(ctx.tx, "group", things.groups, at)
  await touchMembers(ctx.tx, "environment", things.environments, at)
  await endReports(
    ctx,
    sql`r.environment_id = ANY(${uuids(things.environments)}) OR r.source = ${SAMPLE_SOURCE} AND r.system_id = ANY(${uuids(keptSystems)})`,
  )
  const removed = await deleteSample(ctx.tx, things)
  // What stays belongs to people now, and is no sample any more.
  await keepSystems(ctx.tx, keptSystems, at)
  ctx.audit({ thing: { name: "Sample catalog" }, before: things })
  // What people made on one keeps it, so these leave nothing behind that anybody would have to see.
  for (const { id, name } of systems) await ctx.emit(systemDeleted, { systemId: id, name, wasPrivate: true })
  for (const { id, name } of groups) await ctx.emit(groupDeleted, { groupId: id, name })
  return { removed }
})

export const previewRemoveSample = implement(catalogContract.previewRemoveSample, async (ctx) => {
  const sample = await readSample(ctx.tx)
  const { things, kept } = await planRemoval(ctx, sample)
  const stay = (await sampleNames(ctx.tx, sample)).flatMap(({ id, name, noun }) => {
    const by = kept.get(id)
    return by ? [`The ${noun} ${quoteName(name)} stays and is yours from then on, because of ${listed(by)}.`] : []
  })
  const leave = (await ownMembers(ctx.tx, { ...things, systems: sample.systems })).map(
    ({ system, container, noun }) =>
      `Your system ${quoteName(system)} leaves the sample ${noun} ${quoteName(container)}.`,
  )
  return { sentences: [...stay, ...leave] }
})

/** What something of people's own names is not deleted: an incident would be resolved with its last system, a subscription would end. */
async function planRemoval(
  ctx: Ctx,
  sample: SampleThings,
): Promise<{ things: SampleThings; kept: Map<string, string[]> }> {
  const kept = new Map([
    ...(await sampleReferences(ctx, systemAccess.manage.resource, sample.systems)),
    ...(await sampleReferences(ctx, groupAccess.manage.resource, sample.groups)),
    ...(await sampleReferences(ctx, environmentAccess.manage.resource, sample.environments)),
  ])
  const goes = (id: string) => !kept.has(id)
  const { systems, groups, environments } = sample
  const things = {
    systems: systems.filter(goes),
    groups: groups.filter(goes),
    environments: environments.filter(goes),
  }
  return { things, kept }
}

async function addSystems(
  ctx: Ctx,
  groups: ReadonlyMap<string, string>,
  environments: ReadonlyMap<string, string>,
): Promise<string[]> {
  const at = await ctx.now()
  const ids: string[] = []
  for (const sample of SAMPLE_SYSTEMS) {
    const { past, groups: inGroups, environments: inEnvironments, ...fields } = sample
    const name = await freeName(ctx.tx, "system", sample.name)
    const tags = [...fields.tags, SAMPLE_TAG]
    const [systemId = ""] = await insertSystems(ctx.tx, [{ ...fields, name, tags, ownerTeamId: null }], at)
    const pairs = (names: string[], known: ReadonlyMap<string, string>) =>
      names.map((one) => ({ id: known.get(one) ?? "", systemId }))
    await addMemberships(ctx.tx, "group", pairs(inGroups, groups))
    await addMemberships(ctx.tx, "environment", pairs(inEnvironments, environments))
    await writePast(
      ctx.tx,
      systemId,
      hoursBefore(at, SAMPLE_AGE_HOURS),
      past.map(({ hoursAgo, ...change }) => ({ ...change, at: hoursBefore(at, hoursAgo) })),
    )
    ids.push(systemId)
  }
  return ids
}

/** In the order of `SAMPLE_SYSTEMS`, the ids of the systems. */
async function addChanges(
  ctx: Ctx,
  systems: readonly string[],
  environments: ReadonlyMap<string, string>,
): Promise<string[]> {
  const now = await ctx.now()
  const idOf = new Map(SAMPLE_SYSTEMS.map(({ name }, index) => [name, systems[index] ?? ""]))
  return insertSampleChanges(
    ctx.tx,
    SAMPLE_CHANGES.map(({ hoursAgo, environment, systems: names, ...change }) => ({
      ...change,
      at: new Date(hoursBefore(now, hoursAgo)),
      environmentId: environments.get(environment) ?? null,
      systemIds: names.map((name) => idOf.get(name) ?? ""),
    })),
  )
}

function hoursBefore(now: Date, hours: number): string {
  return new Date(now.getTime() - hours * HOUR_MS).toISOString()
}

/** Samples count as the words of whoever wanted them. */
function refsOf({ systems, groups, environments }: SampleThings, changes: readonly string[]): ThingRef[] {
  const refs = (type: string, ids: readonly string[]) => ids.map((id) => ({ type, id }))
  return [
    ...refs(systemAccess.manage.resource, systems),
    ...refs(
      statusAccess.report.resource,
      systems.map((id) => `${id}:${SAMPLE_SOURCE}`),
    ),
    ...refs(changeAccess.record.resource, changes),
    ...refs(groupAccess.manage.resource, groups),
    ...refs(environmentAccess.manage.resource, environments),
  ]
}

function countOf({ systems, groups, environments }: SampleThings): number {
  return systems.length + groups.length + environments.length
}
