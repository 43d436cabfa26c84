import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { systemCreated } from "../../../contract.ts"
import { insertEnvironment, readEnvironments, updateEnvironment } from "../../environments/environment-store.ts"
import { insertGroup, readGroups, updateGroup } from "../../groups/group-store.ts"
import { addMemberships, replaceMemberships } from "../../groups/membership-store.ts"
import { announceChange } from "../../systems/announce-change.ts"
import { insertSystems, readSystems, updateSystem } from "../../systems/system-store.ts"
import { runIn } from "../../systems/update-system.ts"
import { type ImportSteps, keyOf } from "./plan.ts"

/** Carries the plan out inside the verb's transaction, with an audit row for each thing it creates or changes. */
export async function applyImport(ctx: Ctx, steps: ImportSteps): Promise<void> {
  await applyGroups(ctx, steps)
  await applyEnvironments(ctx, steps)
  const groupIds = idsByName(await readGroups(ctx.tx, sql`true`))
  const environmentIds = idsByName(await readEnvironments(ctx.tx, sql`true`))
  await createSystems(ctx, steps, { groupIds, environmentIds })
  await updateSystems(ctx, steps, { groupIds, environmentIds })
  for (const resource of ["catalog.group", "catalog.environment"]) ctx.signal(resource)
}

interface Ids {
  groupIds: ReadonlyMap<string, string>
  environmentIds: ReadonlyMap<string, string>
}

async function applyGroups(ctx: Ctx, { createGroups, updateGroups }: ImportSteps): Promise<void> {
  const type = "catalog.group"
  const at = await ctx.now()
  for (const group of createGroups) {
    const id = await insertGroup(ctx.tx, group, at)
    ctx.audit({ thing: { type, id, name: group.name }, after: { id, ...group } })
  }
  for (const { before, changes } of updateGroups) {
    const done = await updateGroup(ctx.tx, before, changes, at)
    if (!done) throw changedMeanwhile(before.name)
    ctx.audit({ thing: { type }, before, after: { ...before, ...changes } })
  }
}

async function applyEnvironments(ctx: Ctx, { createEnvironments, updateEnvironments }: ImportSteps): Promise<void> {
  const type = "catalog.environment"
  const at = await ctx.now()
  for (const environment of createEnvironments) {
    const id = await insertEnvironment(ctx.tx, environment, at)
    ctx.audit({ thing: { type, id, name: environment.name }, after: { id, ...environment } })
  }
  for (const { before, changes } of updateEnvironments) {
    const done = await updateEnvironment(ctx.tx, before, changes, at)
    if (!done) throw changedMeanwhile(before.name)
    ctx.audit({ thing: { type }, before, after: { ...before, ...changes } })
  }
}

async function createSystems(ctx: Ctx, { createSystems: all }: ImportSteps, ids: Ids): Promise<void> {
  if (all.length === 0) return
  const created = await insertSystems(
    ctx.tx,
    all.map(({ fields }) => fields),
    await ctx.now(),
  )
  const pairs = (names: (one: (typeof all)[number]) => string[], known: ReadonlyMap<string, string>) =>
    all.flatMap((one, index) => idsOf(names(one), known).map((id) => ({ id, systemId: created[index] ?? "" })))
  await addMemberships(
    ctx.tx,
    "group",
    pairs((one) => one.groups, ids.groupIds),
  )
  await addMemberships(
    ctx.tx,
    "environment",
    pairs((one) => one.environments, ids.environmentIds),
  )
  for (const after of await readSystems(ctx.tx, sql`s.id = ANY(${uuids(created)})`)) {
    ctx.audit({ after })
    await ctx.emit(systemCreated, { systemId: after.id, name: after.name })
  }
}

async function updateSystems(ctx: Ctx, { updateSystems: all }: ImportSteps, ids: Ids): Promise<void> {
  const at = await ctx.now()
  for (const { before, changes, groups, environments } of all) {
    if (!(await updateSystem(ctx.tx, before, changes, at))) throw changedMeanwhile(before.name)
    if (groups) await replaceMemberships(ctx.tx, "group", before.id, idsOf(groups, ids.groupIds))
    if (environments) await runIn(ctx, before.id, idsOf(environments, ids.environmentIds))
  }
  const before = new Map(all.map((one) => [one.before.id, one.before]))
  for (const after of await readSystems(ctx.tx, sql`s.id = ANY(${uuids([...before.keys()])})`)) {
    const changed = before.get(after.id)!
    ctx.audit({ before: changed, after })
    await announceChange(ctx, changed, after)
  }
}

function idsByName(things: readonly { id: string; name: string }[]): Map<string, string> {
  return new Map(things.map(({ id, name }) => [keyOf(name), id]))
}

function idsOf(names: readonly string[], ids: ReadonlyMap<string, string>): string[] {
  return [...new Set(names.map((name) => ids.get(keyOf(name))).filter((id) => id !== undefined))]
}

function changedMeanwhile(name: string): ConflictError {
  return new ConflictError(
    `${quoteName(name)} was changed while the import ran, so nothing was imported. Preview it again.`,
  )
}
