import { type Ctx, holds, implement, NotFoundError } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { type Channel, channelAccess, channelKind, notificationContract } from "../../contract.ts"
import { personOf } from "../person.ts"
import { type ListedChannel, listChannels } from "./channel-store.ts"
import { mayChange } from "./demand-channel.ts"

export const channels = implement(notificationContract.channels, async (ctx) => {
  const { principal, runtime } = ctx
  const person = personOf(principal)
  const loaded = person && (await runtime.identity.load({ kind: "user", id: person.id, grantId: null }, ctx.tx))
  const listed = await listChannels(ctx.tx, usable(ctx))
  return {
    ownMail: loaded?.kind === "user" ? loaded.email : null,
    mailWorks: await runtime.mail.isConfigured(ctx.tx),
    items: listed.map((one) => present(ctx, one)),
  }
})

export const channelKinds = implement(notificationContract.channelKinds, async (ctx) => ({
  kinds: ctx.kinds.all(channelKind).map(({ id, title, description, words }) => ({
    id,
    title,
    description,
    address: words.address,
    addressHint: words.addressHint,
    secret: words.secret,
    secretHint: words.secretHint ?? "",
  })),
}))

export async function readChannel(ctx: Ctx, id: string): Promise<Channel> {
  const [found] = await listChannels(ctx.tx, sql`c.id = ${id}::uuid`)
  if (!found) throw new NotFoundError(`The channel ${id} does not exist, or is not yours to see.`)
  return present(ctx, found)
}

function usable({ principal }: Ctx): SQL {
  const shared = holds(principal, channelAccess.read) ? sql`c.owner_id IS NULL` : sql`false`
  return sql`(${shared} OR c.owner_id = ${personOf(principal)?.id ?? null}::uuid)`
}

function present({ kinds, principal }: Ctx, channel: ListedChannel): Channel {
  const { address: _, secret, ownerId, ...listed } = channel
  const kind = kinds.all(channelKind).find(({ id }) => id === channel.kind)
  return {
    ...listed,
    kindTitle: kind?.title ?? channel.kind,
    takesKey: kind?.takesKey ?? false,
    hasSecret: secret !== null,
    shared: ownerId === null,
    mayChange: mayChange(principal, channel),
  }
}
