import {
  type Ctx,
  ForbiddenError,
  holds,
  InvalidInputError,
  NotFoundError,
  type Principal,
} from "@countersign/core/server"
import { channelAccess } from "../../contract.ts"
import { personOf } from "../person.ts"
import { findChannel, type StoredChannel } from "./channel-store.ts"

/** One's own, or a shared one for those who may see these: others' own ones look as if they were not there. */
export function mayUse(principal: Principal, { ownerId }: Pick<StoredChannel, "ownerId">): boolean {
  return ownerId === null ? holds(principal, channelAccess.read) : personOf(principal)?.id === ownerId
}

export function mayChange(principal: Principal, { ownerId }: Pick<StoredChannel, "ownerId">): boolean {
  return ownerId === null ? holds(principal, channelAccess.manage) : personOf(principal)?.id === ownerId
}

/** Outside a transaction where the verb then waits for somebody else's server. */
type Reading = Pick<Ctx, "tx" | "principal">

export async function demandUsable(ctx: Reading, id: string): Promise<StoredChannel> {
  const channel = await findChannel(ctx.tx, id)
  if (!channel || !mayUse(ctx.principal, channel))
    throw new NotFoundError(`The channel ${id} does not exist, or is not yours to see.`)
  return channel
}

export async function demandChangeable(ctx: Reading, id: string): Promise<StoredChannel> {
  const channel = await demandUsable(ctx, id)
  if (!mayChange(ctx.principal, channel))
    throw new ForbiddenError(
      `${ctx.principal.name} lacks the permission ${channelAccess.manage.id}. An administrator can grant it.`,
    )
  return channel
}

/** Whether somebody may be told through it. A team's messages go through what is shared, never to one person's address. */
export async function demandChoice(ctx: Reading, id: string | null, { forTeam }: { forTeam: boolean }): Promise<void> {
  if (id === null) return
  const channel = await demandUsable(ctx, id)
  if (forTeam && channel.ownerId !== null)
    throw new InvalidInputError(`A team is told through a shared channel, and "${channel.name}" is one person's own.`, [
      { path: "channelId", message: "Choose a shared channel." },
    ])
}
