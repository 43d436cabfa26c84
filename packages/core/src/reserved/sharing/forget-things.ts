import type { Ctx } from "../../access/ctx.ts"
import { canonicalId } from "../../contract/access.ts"
import { DeveloperError } from "../../errors.ts"
import { dropSharing } from "./sharing-store.ts"

/**
 * For the verb that deletes things which teams can hold grants on: ends those grants and the things' privacy, in the
 * same transaction. Not a verb of its own, because whoever may delete a thing need not be allowed to share it.
 */
export async function forgetThings(ctx: Ctx, resource: string, thingIds: readonly string[]): Promise<void> {
  const { id } = ctx.frame.procedure
  const [plugin] = id.split(".")
  if (!resource.startsWith(`${plugin}.`))
    throw new DeveloperError(`${id} forgets things of the kind ${resource}, but a plugin forgets only its own.`)
  await dropSharing(ctx.tx, resource, thingIds.map(canonicalId))
  ctx.signal("platform.team")
}
