import { type Caller, ForbiddenError, type ThingKind, UnauthenticatedError } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { EnvironmentId, type EnvironmentOverview } from "../../contract.ts"
import { listEnvironments } from "./list-environments.ts"

/** Environments, for whoever keeps something about one. */
export const environmentKind: ThingKind = {
  type: "catalog.environment",
  exists: (id) => sql`EXISTS (SELECT 1 FROM catalog.environment WHERE id = ${id}::uuid)`,
  namesOf: async (caller, ids) => new Map((await seen(caller, ids)).map(({ id, name }) => [id, name])),
  versionsOf: async (caller, ids) => new Map((await seen(caller, ids)).map(({ id, version }) => [id, version])),
}

async function seen(caller: Caller, ids: readonly string[]): Promise<readonly EnvironmentOverview[]> {
  const environmentIds = ids.filter((id) => EnvironmentId.safeParse(id).success)
  if (environmentIds.length === 0) return []
  try {
    return (await listEnvironments(caller, { environmentIds, limit: 200 })).items
  } catch (error) {
    // As with systems: others may show things that are about environments without any right in the catalog.
    if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return []
    throw error
  }
}
