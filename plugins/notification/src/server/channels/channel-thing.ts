import { type Caller, type Ctx, ForbiddenError, type ThingKind, UnauthenticatedError } from "@countersign/core/server"
import { notificationContract } from "../../contract.ts"
import { ask } from "../hearing/ask.ts"

/** Channels, for cards that name one: one's own, and the shared ones for those who may see them. */
export const channelThing: ThingKind = {
  type: "notification.channel",
  namesOf: async (caller, ids) => new Map((await seen(caller, ids)).map(({ id, name }) => [id, name])),
  versionsOf: async (caller, ids) => new Map((await seen(caller, ids)).map(({ id, version }) => [id, version])),
}

export async function seenChannels(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await seen(ctx, ids)).map(({ id }) => id))
}

async function seen(caller: Caller, ids: readonly string[]) {
  try {
    const { items } = await ask(caller, notificationContract.channels, {})
    return items.filter(({ id }) => ids.includes(id))
  } catch (error) {
    if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return []
    throw error
  }
}
