import type { Ctx } from "@countersign/core/server"
import { makeablesOf } from "./make-pages.ts"
import { makeAndWrite, openMaking, ownersAnsweredOtherwise } from "./make-version.ts"
import { movePointer, planAt, readPointer } from "./publication-store.ts"
import { openVersion } from "./site-version.ts"

/** After rows of these sources changed: pages that would show others are made anew, in the transaction of the change. */
export async function refreshSources(ctx: Ctx, sources: readonly string[]): Promise<void> {
  await ctx.lock("publish")
  const { publication } = await readPointer(ctx.tx)
  // Nothing is published: the page that stands in for it is made when somebody looks.
  if (publication === 0) return movePointer(ctx.tx, 0)
  const plan = await planAt(ctx.tx, publication)
  const making = await openMaking(ctx, await openVersion(ctx, plan!))
  const stale = await ownersAnsweredOtherwise(ctx, making, sources)
  if (stale.size === 0) return
  const wanted = makeablesOf(making).filter(({ owner }) => stale.has(owner))
  const { addresses } = await makeAndWrite(ctx, making, wanted)
  if (addresses > 0) await movePointer(ctx.tx, publication)
}
