import { catalogContract } from "@countersign/catalog/contract"
import { type Ctx, ForbiddenError, UnauthenticatedError } from "@countersign/core/server"

// What catalog.listSystems takes in one call.
const MOST_PER_CALL = 200

/** Names of those systems that the catalog shows to this caller; the others are simply not in the map. */
export async function systemNames(ctx: Ctx, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  const names = new Map<string, string>()
  for (let from = 0; from < wanted.length; from += MOST_PER_CALL) {
    const systemIds = wanted.slice(from, from + MOST_PER_CALL)
    for (const { id, name } of await listed(ctx, systemIds)) names.set(id, name)
  }
  return names
}

async function listed(ctx: Ctx, systemIds: string[]): Promise<readonly { id: string; name: string }[]> {
  try {
    const { items } = await ctx.call(catalogContract.listSystems, { systemIds, limit: MOST_PER_CALL })
    return items
  } catch (error) {
    // Someone may read incidents without any right in the catalog: they learn no names.
    if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return []
    throw error
  }
}
