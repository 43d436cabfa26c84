import { implement } from "../../access/implement.ts"
import { sampleContract } from "../../contract/platform/sample.ts"
import { servicePrincipal } from "../../identity/principal/principal.ts"
import { readSampleStatus } from "./sample-status.ts"
import { lockSamples, markRemoved } from "./sample-store.ts"

/** In the opposite order of adding: what builds on something else goes first. */
export const removeSample = implement(sampleContract.removeSample, async (ctx) => {
  await lockSamples(ctx.tx)
  const before = await readSampleStatus(ctx)
  const platform = { ...ctx, principal: servicePrincipal("platform") }
  let marked = 0
  for (const { id, sample, access } of ctx.runtime.plugins.toReversed()) {
    if (!sample) continue
    await sample.remove(platform, {} as never)
    if (await markRemoved(ctx.tx, id)) marked++
    for (const { resource } of access) ctx.signal(resource)
  }
  const after = await readSampleStatus(ctx)
  if (marked > 0) ctx.audit({ thing: { name: "Sample data" }, before, after })
  return after
})
