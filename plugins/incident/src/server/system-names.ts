import { catalogContract } from "@countersign/catalog/contract"
import { type Ctx, ForbiddenError, UnauthenticatedError } from "@countersign/core/server"

// What catalog.listSystems takes in one call.
const MOST_PER_CALL = 200

/** A system as the catalog shows it. */
export interface SeenSystem {
  id: string
  name: string
  version: number
}

/** Those systems that the catalog shows to this caller; the others are simply not in the map. */
export async function seenSystems(ctx: Ctx, ids: Iterable<string>): Promise<Map<string, SeenSystem>> {
  const wanted = [...new Set(ids)]
  const seen = new Map<string, SeenSystem>()
  for (let from = 0; from < wanted.length; from += MOST_PER_CALL) {
    const systemIds = wanted.slice(from, from + MOST_PER_CALL)
    for (const { id, name, version } of await listed(ctx, systemIds)) seen.set(id, { id, name, version })
  }
  return seen
}

export async function systemNames(ctx: Ctx, ids: Iterable<string>): Promise<Map<string, string>> {
  const seen = await seenSystems(ctx, ids)
  return new Map([...seen.values()].map(({ id, name }) => [id, name]))
}

async function listed(ctx: Ctx, systemIds: string[]): Promise<readonly SeenSystem[]> {
  try {
    const { items } = await ctx.call(catalogContract.listSystems, { systemIds, limit: MOST_PER_CALL })
    return items
  } catch (error) {
    // Someone may read incidents without any right in the catalog: they learn no names.
    if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return []
    throw error
  }
}
