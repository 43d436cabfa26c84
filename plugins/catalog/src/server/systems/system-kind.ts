import type { ThingKind } from "@countersign/core/server"
import { ForbiddenError } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { z } from "zod"
import { SystemId } from "../../contract.ts"
import { listSystems } from "./list-systems.ts"

const Ids = z.array(SystemId)

/** Systems, for whoever keeps something about one. */
export const systemKind: ThingKind = {
  type: "catalog.system",
  exists: (id) => sql`EXISTS (SELECT 1 FROM catalog.system WHERE id = ${id}::uuid)`,
  async namesOf(caller, ids) {
    const systemIds = Ids.parse(ids.filter((id) => SystemId.safeParse(id).success))
    if (systemIds.length === 0) return new Map()
    const { items } = await listSystems(caller, { systemIds, limit: 200 }).catch(noneIfForbidden)
    return new Map(items.map(({ id, name }) => [id, name]))
  },
}

function noneIfForbidden(error: unknown): { items: [] } {
  if (error instanceof ForbiddenError) return { items: [] }
  throw error
}
