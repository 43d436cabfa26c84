import { implement } from "../../access/implement.ts"
import { sharingContract } from "../../contract/platform/sharing.ts"
import { ConflictError } from "../../errors.ts"
import { nameOf, readChangeableSharing } from "./get-sharing.ts"
import { lockSharing, putPrivate } from "./sharing-store.ts"

export const setPrivate = implement(sharingContract.setPrivate, async (ctx, { private: wanted, ...thing }) => {
  const seen = await readChangeableSharing(ctx, thing)
  if (seen.private === wanted) return seen

  await lockSharing(ctx.tx, thing)
  const { mayChange, ...before } = await readChangeableSharing(ctx, thing)
  if (wanted && !before.grants.some((grant) => grant.level === "owner"))
    throw new ConflictError(
      `No team owns ${nameOf(before)}, so nobody could reach it any more. Make a team its owner first.`,
    )
  await putPrivate(ctx.tx, thing, wanted)
  const after = { ...before, private: wanted }
  ctx.audit({
    thing: { type: thing.resource, id: thing.thingId, name: before.name ?? undefined },
    before,
    after,
    wroteOn: [],
  })
  ctx.signal(thing.resource)
  ctx.signal("platform.team")
  return { ...after, mayChange }
})
