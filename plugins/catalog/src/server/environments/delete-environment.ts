import type { Named } from "@countersign/core/contract"
import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import {
  catalogContract,
  type Deletion,
  type Environment,
  systemEnvironmentsChanged,
  systemUpdated,
} from "../../contract.ts"
import { describeContainerDeletion } from "../deletion.ts"
import { memberNames, touchMembers } from "../groups/membership-store.ts"
import { environmentNotFound } from "../refusals.ts"
import { endReports } from "../status/take-reports.ts"
import { visibleSystems } from "../systems/visible-systems.ts"
import { findEnvironment, deleteEnvironment as removeEnvironment } from "./environment-store.ts"

export const deleteEnvironment = implement(
  catalogContract.deleteEnvironment,
  async (ctx, { environmentId, version }) => {
    const { environment: before, deletion } = await planEnvironmentDeletion(ctx, environmentId)
    await endReports(ctx, sql`r.environment_id = ${environmentId}::uuid`)
    const members = await touchMembers(ctx.tx, "environment", [environmentId], await ctx.now())
    if (!(await removeEnvironment(ctx.tx, environmentId, version))) {
      const current = await findEnvironment(ctx.tx, environmentId)
      if (!current) throw environmentNotFound(environmentId)
      throw new ConflictError(
        `The environment ${quoteName(current.name)} was changed since you read it, so it was not deleted. Look at it again first.`,
        current,
      )
    }
    ctx.audit({ before, note: deletion.consequences[0]?.sentence })
    for (const { id: systemId, name } of members) {
      await ctx.emit(systemUpdated, { systemId, name })
      await ctx.emit(systemEnvironmentsChanged, { systemId, name })
    }
    ctx.signal("catalog.system")
    return deletion
  },
)

export const previewDeleteEnvironment = implement(
  catalogContract.previewDeleteEnvironment,
  async (ctx, { environmentId }) => (await planEnvironmentDeletion(ctx, environmentId)).deletion,
)

/** What deleting an environment means to this caller: systems they may not see are not named. */
export async function planEnvironmentDeletion(
  ctx: Ctx,
  environmentId: string,
): Promise<{ environment: Environment; members: Named[]; deletion: Deletion }> {
  const environment = await findEnvironment(ctx.tx, environmentId)
  if (!environment) throw environmentNotFound(environmentId)
  const members = await memberNames(ctx.tx, "environment", environmentId, visibleSystems(ctx))
  return { environment, members, deletion: describeContainerDeletion(environment, "environment", members) }
}
