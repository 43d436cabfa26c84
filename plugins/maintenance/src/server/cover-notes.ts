import { catalogContract } from "@countersign/catalog/contract"
import { listed, quoteName } from "@countersign/core/contract"
import { type Ctx, ForbiddenError, thingNames } from "@countersign/core/server"

/** That a window covers nothing in some of its environments, because none of its systems runs there. */
export async function coverNotes(
  ctx: Ctx,
  { systemIds, environmentIds }: { systemIds: readonly string[]; environmentIds: readonly string[] },
): Promise<string[]> {
  if (environmentIds.length === 0) return []
  const systems = await systemsOf(ctx, systemIds)
  // One that the caller does not see may run anywhere.
  if (systems.length < systemIds.length) return []
  const covered = new Set(systems.flatMap(({ environments }) => environments.map(({ id }) => id)))
  const names = await thingNames(ctx, "catalog.environment", environmentIds)
  const empty = environmentIds.filter((id) => !covered.has(id) && names.has(id)).map((id) => quoteName(names.get(id)!))
  if (empty.length === 0) return []
  const who = systems.length === 1 ? quoteName(systems[0]!.name) : "None of its systems"
  const where = listed(empty, empty.length)
  return [`${who} ${systems.length === 1 ? "does not run" : "runs"} in ${where}, so nothing is covered there.`]
}

async function systemsOf(ctx: Ctx, systemIds: readonly string[]) {
  try {
    return (await ctx.call(catalogContract.listSystems, { systemIds: [...systemIds], limit: 200 })).items
  } catch (error) {
    if (error instanceof ForbiddenError) return []
    throw error
  }
}
