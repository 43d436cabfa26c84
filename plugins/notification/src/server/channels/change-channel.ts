import { randomUUID } from "node:crypto"
import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, ForbiddenError, holds, InvalidInputError, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { type ChannelKind, channelAccess, channelKind, notificationContract } from "../../contract.ts"
import { demandPerson } from "../person.ts"
import { countSubscriptions } from "../subscriptions/subscription-store.ts"
import {
  ADDRESS,
  changeChannel,
  countChannels,
  deleteChannels,
  insertChannel,
  SECRET,
  type StoredChannel,
} from "./channel-store.ts"
import { demandChangeable } from "./demand-channel.ts"
import { readChannel } from "./list-channels.ts"

export const createChannel = implement(notificationContract.createChannel, async (ctx, input) => {
  const { kind: kindId, name, shared } = input
  if (shared && !holds(ctx.principal, channelAccess.manage))
    throw new ForbiddenError(
      `${ctx.principal.name} lacks the permission ${channelAccess.manage.id}. An administrator can grant it.`,
    )
  const kind = ctx.kinds.demand(channelKind, kindId)
  const { address, secret } = demandConfig(kind, input)
  const id = randomUUID()
  const ownerId = shared ? null : demandPerson(ctx.principal).id
  await demandRoom(ctx, ownerId)
  const draft = { id, kind: kind.id, name, ownerId }
  await insertChannel(
    ctx.tx,
    { ...draft, place: kind.place(address), ...sealed(ctx, id, { address, secret }) },
    await ctx.now(),
  )
  const after = await readChannel(ctx, id)
  ctx.audit({ thing: THING, after: auditView(after) })
  return after
})

export const updateChannel = implement(notificationContract.updateChannel, async (ctx, input) => {
  const { id, version, name, address, secret } = input
  const before = await demandChangeable(ctx, id)
  const kind = ctx.kinds.demand(channelKind, before.kind)
  const { secrets } = ctx.runtime
  // A secret that was set for one receiver is not handed to another one.
  if (address !== undefined && secret === undefined && before.secret !== null)
    throw new InvalidInputError("A new address takes a new secret: write both.", [
      { path: "secret", message: "Write the secret of the new address." },
    ])
  const whole = demandConfig(kind, {
    address: address ?? secrets.open(before.address, ADDRESS.at(id)),
    secret: secret === undefined ? before.secret && secrets.open(before.secret, SECRET.at(id)) : secret,
  })
  const fields = { name: name ?? before.name, place: kind.place(whole.address), ...sealed(ctx, id, whole) }
  if (!(await changeChannel(ctx.tx, { id, version }, fields, await ctx.now())))
    throw new ConflictError(
      `The channel ${quoteName(before.name)} was changed since you read it. Look at it again before you change it.`,
      await readChannel(ctx, id),
    )
  const after = await readChannel(ctx, id)
  const renewed = [address !== undefined && "The address was set.", secret !== undefined && "The secret was set."]
  const note = renewed.filter(Boolean).join(" ")
  ctx.audit({ thing: THING, before: auditView(before), after: auditView(after), ...(note && { note }) })
  return after
})

export const deleteChannel = implement(notificationContract.deleteChannel, async (ctx, { id }) => {
  const before = await demandChangeable(ctx, id)
  const subscriptions = await countSubscriptions(ctx.tx, sql`s.channel_id = ${id}::uuid`)
  await deleteChannels(ctx.tx, sql`c.id = ${id}::uuid`)
  ctx.audit({ thing: THING, before: auditView(before), after: null })
  ctx.signal("notification.subscription")
  return { id, subscriptions }
})

/** Each is told of every event, and one that does not answer takes a place among those at work for ten seconds. */
const MOST_OWN = 20
/** As many as one list shows. */
const MOST_SHARED = 400

async function demandRoom(ctx: Ctx, ownerId: string | null): Promise<void> {
  await ctx.lock(`channels of ${ownerId ?? "all"}`)
  const most = ownerId === null ? MOST_SHARED : MOST_OWN
  if ((await countChannels(ctx.tx, ownerId)) < most) return
  throw new InvalidInputError(
    ownerId === null
      ? `There are ${most} shared channels, and more are not kept. Delete one that nobody needs.`
      : `You have ${most} channels of your own, and more are not kept. Delete one that you do not need.`,
  )
}

/** Its own kind of thing: the rule that opens these verbs is about subscriptions. */
const THING = { type: "notification.channel" }

function demandConfig(kind: ChannelKind, given: { address: string; secret: string | null }) {
  if (given.secret !== null && kind.words.secret === null)
    throw new InvalidInputError(`${kind.title} takes no secret.`, [
      { path: "secret", message: "Leave the secret out." },
    ])
  const parsed = kind.config.safeParse({
    address: given.address,
    ...(given.secret !== null && { secret: given.secret }),
  })
  if (parsed.success) return parsed.data as { address: string; secret?: string }
  throw new InvalidInputError(
    `The channel cannot be set up like this: ${parsed.error.issues.map(({ message }) => message).join(" ")}`,
    parsed.error.issues.map(({ path, message }) => ({
      path: path.join("."),
      message: path[0] === "secret" && given.secret === null ? `${kind.title} takes a secret. Write one.` : message,
    })),
  )
}

function sealed(ctx: Ctx, id: string, { address, secret }: { address: string; secret?: string }) {
  const { secrets } = ctx.runtime
  return {
    address: secrets.seal(address, ADDRESS.at(id)),
    secret: secret === undefined ? null : secrets.seal(secret, SECRET.at(id)),
  }
}

function auditView({
  id,
  kind,
  name,
  place,
  version,
}: Pick<StoredChannel, "id" | "kind" | "name" | "place" | "version">) {
  return { id, kind, name, place, version }
}
