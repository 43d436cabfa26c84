import { servicePrincipal } from "../../identity/principal/principal.ts"
import type { Caller, Ctx } from "../ctx.ts"

/** What somebody made refers to one of these sample things, in any plugin: by the thing's id, in words such as `the incident "Slow"`. */
export async function sampleReferences(
  ctx: Ctx,
  resource: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { id: plugin, refersToSample } of ctx.runtime.plugins) {
    if (!refersToSample || ids.length === 0) continue
    const ask = refersToSample as unknown as (
      caller: Caller,
      input: { resource: string; ids: readonly string[] },
    ) => Promise<{ references: { id: string; by: string }[] }>
    const { references } = await ask({ ...ctx, principal: servicePrincipal(plugin) }, { resource, ids })
    for (const { id, by } of references) found.set(id, [...(found.get(id) ?? []), by])
  }
  return found
}
