import type { Caller } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { sampleContract } from "../../contract/platform/sample.ts"
import { servicePrincipal } from "../../identity/principal/principal.ts"

/** Says before what `removeSample` does after, as far as it concerns what people made themselves. */
export const previewRemoveSample = implement(sampleContract.previewRemoveSample, async (ctx) => {
  const platform = { ...ctx, principal: servicePrincipal("platform") }
  const sentences: string[] = []
  for (const { sample } of ctx.runtime.plugins) {
    const ask = sample?.preview as unknown as (caller: Caller, input: object) => Promise<{ sentences: string[] }>
    if (ask) sentences.push(...(await ask(platform, {})).sentences)
  }
  return { sentences }
})
