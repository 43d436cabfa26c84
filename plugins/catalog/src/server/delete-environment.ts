import { ConflictError, implement } from "@countersign/core/server"
import { catalogContract } from "../contract.ts"
import { describeContainerDeletion } from "./deletion.ts"
import { findEnvironment, deleteEnvironment as removeEnvironment } from "./environment-store.ts"
import { memberNames } from "./membership-store.ts"
import { environmentNotFound } from "./refusals.ts"
import { visibleSystems } from "./visible-systems.ts"

export const deleteEnvironment = implement(
  catalogContract.deleteEnvironment,
  async (ctx, { environmentId, version }) => {
    const before = await findEnvironment(ctx.tx, environmentId)
    if (!before) throw environmentNotFound(environmentId)
    const members = await memberNames(ctx.tx, "environment", environmentId, visibleSystems(ctx))
    if (!(await removeEnvironment(ctx.tx, environmentId, version))) {
      const current = await findEnvironment(ctx.tx, environmentId)
      if (!current) throw environmentNotFound(environmentId)
      throw new ConflictError(
        `The environment "${current.name}" was changed since you read it, so it was not deleted. Look at it again first.`,
        current,
      )
    }
    const deletion = describeContainerDeletion(before, "environment", members)
    ctx.audit({ before, note: deletion.consequences[0]?.sentence })
    ctx.signal("catalog.system")
    return deletion
  },
)

export const previewDeleteEnvironment = implement(
  catalogContract.previewDeleteEnvironment,
  async (ctx, { environmentId }) => {
    const environment = await findEnvironment(ctx.tx, environmentId)
    if (!environment) throw environmentNotFound(environmentId)
    return describeContainerDeletion(
      environment,
      "environment",
      await memberNames(ctx.tx, "environment", environmentId, visibleSystems(ctx)),
    )
  },
)
