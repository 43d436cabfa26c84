import { type Ctx, implement, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract, type Group, type System, systemUpdated } from "../../contract.ts"
import { groupNotFound, systemNotFound } from "../refusals.ts"
import { namesOf, readSystems } from "../systems/system-store.ts"
import { findGroup } from "./group-store.ts"
import { addMemberships, removeMemberships, touchSystems } from "./membership-store.ts"

export const addSystemToGroup = implement(catalogContract.addSystemToGroup, async (ctx, { groupId, systemIds }) => {
  const changed = await changeMembers(ctx, { groupId, systemIds }, (group) =>
    addMemberships(
      ctx.tx,
      "group",
      systemIds.map((systemId) => ({ id: group.id, systemId })),
    ),
  )
  return { added: changed.these, alreadyIn: changed.others }
})

export const removeSystemFromGroup = implement(
  catalogContract.removeSystemFromGroup,
  async (ctx, { groupId, systemIds }) => {
    const changed = await changeMembers(ctx, { groupId, systemIds }, (group) =>
      removeMemberships(ctx.tx, "group", group.id, systemIds),
    )
    return { removed: changed.these, notIn: changed.others }
  },
)

/** The group and the systems that are to join or leave it, by name; refuses what does not exist. */
export async function readMembersToBe(
  ctx: Ctx,
  { groupId, systemIds }: { groupId: string; systemIds: readonly string[] },
): Promise<{ group: Group; systems: System[] }> {
  const group = await findGroup(ctx.tx, groupId)
  if (!group) throw groupNotFound(groupId)
  const systems = await readSystems(ctx.tx, sql`s.id = ANY(${uuids(systemIds)})`)
  const unknown = systemIds.find((id) => !systems.some((system) => system.id === id))
  if (unknown) throw systemNotFound(unknown)
  return { group, systems }
}

async function changeMembers(
  ctx: Ctx,
  input: { groupId: string; systemIds: readonly string[] },
  change: (group: Group) => Promise<string[]>,
) {
  const { group, systems } = await readMembersToBe(ctx, input)
  const known = new Map(systems.map((system) => [system.id, system]))
  const changedIds = new Set(await change(group))
  if (changedIds.size > 0) {
    await touchSystems(ctx.tx, [...changedIds], await ctx.now())
    for (const after of await readSystems(ctx.tx, sql`s.id = ANY(${uuids([...changedIds])})`)) {
      ctx.audit({ before: known.get(after.id) as System, after })
      await ctx.emit(systemUpdated, { systemId: after.id, name: after.name })
    }
  }
  const all = await namesOf(ctx.tx, input.systemIds)
  return { these: all.filter(({ id }) => changedIds.has(id)), others: all.filter(({ id }) => !changedIds.has(id)) }
}
