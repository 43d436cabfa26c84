import { type Ctx, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract, type Group, type System, systemUpdated } from "../contract.ts"
import { findGroup } from "./group-store.ts"
import { addMemberships, removeMemberships, touchSystems } from "./membership-store.ts"
import { groupNotFound, systemNotFound } from "./refusals.ts"
import { uuids } from "./sql-fragments.ts"
import { namesOf, readSystems } from "./system-store.ts"

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

async function changeMembers(
  ctx: Ctx,
  input: { groupId: string; systemIds: readonly string[] },
  change: (group: Group) => Promise<string[]>,
) {
  const group = await findGroup(ctx.tx, input.groupId)
  if (!group) throw groupNotFound(input.groupId)
  const before = await readSystems(ctx.tx, sql`s.id = ANY(${uuids(input.systemIds)})`)
  const known = new Map(before.map((system) => [system.id, system]))
  const unknown = input.systemIds.find((id) => !known.has(id))
  if (unknown) throw systemNotFound(unknown)
  const changedIds = new Set(await change(group))
  if (changedIds.size > 0) {
    await touchSystems(ctx.tx, [...changedIds], ctx.now())
    for (const after of await readSystems(ctx.tx, sql`s.id = ANY(${uuids([...changedIds])})`)) {
      ctx.audit({ before: known.get(after.id) as System, after })
      await ctx.emit(systemUpdated, { systemId: after.id, name: after.name })
    }
  }
  const all = await namesOf(ctx.tx, input.systemIds)
  return { these: all.filter(({ id }) => changedIds.has(id)), others: all.filter(({ id }) => !changedIds.has(id)) }
}
