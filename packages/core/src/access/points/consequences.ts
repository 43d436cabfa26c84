import { servicePrincipal } from "../../identity/principal/principal.ts"
import type { Caller, Ctx } from "../ctx.ts"

/**
 * What deleting a thing would do in other plugins, as sentences. Asked as the platform: whoever may delete it must
 * know that something goes with it, also where they may not see what. So the sentences count and name nothing.
 */
export async function consequencesElsewhere(ctx: Ctx, resource: string, id: string): Promise<string[]> {
  const sentences: string[] = []
  for (const plugin of ctx.runtime.plugins)
    for (const { verb } of (plugin.consequences ?? []).filter((one) => one.resource === resource)) {
      const ask = verb as unknown as (caller: Caller, input: { id: string }) => Promise<{ sentences: string[] }>
      sentences.push(...(await ask({ ...ctx, principal: servicePrincipal(plugin.id) }, { id })).sentences)
    }
  return sentences
}
