import { type Caller, ForbiddenError, type ThingKind, UnauthenticatedError } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { z } from "zod"
import { SystemId, type SystemSummary } from "../../contract.ts"
import { listSystems } from "./list-systems.ts"

const Ids = z.array(SystemId)

/** Systems, for whoever keeps something about one. */
export const systemKind: ThingKind = {
  type: "catalog.system",
  exists: (id) => sql`EXISTS (SELECT 1 FROM catalog.system WHERE id = ${id}::uuid)`,
  namesOf: async (caller, ids) => new Map((await seen(caller, ids)).map(({ id, name }) => [id, name])),
  versionsOf: async (caller, ids) => new Map((await seen(caller, ids)).map(({ id, version }) => [id, version])),
}

async function seen(caller: Caller, ids: readonly string[]): Promise<readonly SystemSummary[]> {
  const systemIds = Ids.parse(ids.filter((id) => SystemId.safeParse(id).success))
  if (systemIds.length === 0) return []
  try {
    return (await listSystems(caller, { systemIds, limit: 200 })).items
  } catch (error) {
    // Others may show things that are about systems without any right in the catalog: they learn no names.
    if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return []
    throw error
  }
}
