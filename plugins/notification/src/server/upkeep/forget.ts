import { type Ctx, implement } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { notificationContract } from "../../contract.ts"
import { deleteChannels } from "../channels/channel-store.ts"
import {
  countByTarget,
  countSubscriptions,
  deleteSubscriptions,
  endSubscriptions,
} from "../subscriptions/subscription-store.ts"

const toSystem = (id: string) => sql`s.system_id = ${id}::uuid`
const toGroup = (id: string) => sql`s.group_id = ${id}::uuid`

export const foreseeSystemDeletion = implement(notificationContract.foreseeSystemDeletion, async (ctx, { id }) => ({
  sentences: await foresee(ctx, toSystem(id)),
}))

export const foreseeGroupDeletion = implement(notificationContract.foreseeGroupDeletion, async (ctx, { id }) => ({
  sentences: await foresee(ctx, toGroup(id)),
}))

/** Subscriptions of people and teams to sample systems and groups: what they are to stays when the sample goes. */
export const referToSample = implement(notificationContract.referToSample, async (ctx, { resource, ids }) => {
  const to = resource === "catalog.system" ? "system_id" : resource === "catalog.group" ? "group_id" : null
  const counted = to ? await countByTarget(ctx.tx, to, ids) : []
  return {
    references: counted.map(({ id, count }) => ({
      id,
      by: count === 1 ? "one subscription" : `${count} subscriptions`,
    })),
  }
})

export const forgetSystem = implement(notificationContract.forgetSystem, async (ctx, { systemId, name }) => ({
  ended: await forget(ctx, toSystem(systemId), { id: systemId, name }),
}))

export const forgetGroup = implement(notificationContract.forgetGroup, async (ctx, { groupId, name }) => ({
  ended: await forget(ctx, toGroup(groupId), { id: groupId, name }),
}))

/** What was sent to them goes as well: the log names whom it reached. */
export const forgetPerson = implement(notificationContract.forgetPerson, async (ctx, { personId, name }) => {
  const ended = await deleteSubscriptions(ctx.tx, sql`s.person_id = ${personId}::uuid`)
  const channels = await deleteChannels(ctx.tx, sql`c.owner_id = ${personId}::uuid`)
  const { rowCount } = await ctx.tx.execute(sql`DELETE FROM notification.delivery WHERE person_id = ${personId}::uuid`)
  if (ended + channels + (rowCount ?? 0) > 0)
    ctx.audit({
      thing: { type: "notification.subscription", id: personId, name },
      before: { subscriptions: ended, channels, deliveries: rowCount ?? 0 },
      after: null,
    })
  return { ended }
})

async function foresee(ctx: Ctx, condition: SQL): Promise<string[]> {
  const count = await countSubscriptions(ctx.tx, condition)
  if (count === 0) return []
  return [count === 1 ? "One subscription to its news ends." : `${count} subscriptions to its news end.`]
}

async function forget(ctx: Ctx, condition: SQL, thing: { id: string; name: string }): Promise<number> {
  const ended = await endSubscriptions(ctx.tx, condition)
  if (ended === 0) return 0
  ctx.audit({ thing: { type: "notification.subscription", ...thing }, before: { subscriptions: ended }, after: null })
  ctx.signal("notification.subscription")
  return ended
}
