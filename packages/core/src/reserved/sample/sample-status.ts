import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { type SampleStatus, sampleContract } from "../../contract/platform/sample.ts"
import { addedSamples } from "./sample-store.ts"

export const sampleStatus = implement(sampleContract.sampleStatus, async (ctx) => readSampleStatus(ctx))

export async function readSampleStatus(ctx: Ctx): Promise<SampleStatus> {
  const added = await addedSamples(ctx.tx)
  const offering = ctx.runtime.plugins.filter((plugin) => plugin.sample)
  const plugins = offering.map(({ id }) => ({ id, addedAt: added.get(id) ?? null }))
  return { offered: plugins.length > 0, present: plugins.some((plugin) => plugin.addedAt !== null), plugins }
}
