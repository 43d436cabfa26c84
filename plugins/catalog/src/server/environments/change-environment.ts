import { quoteName } from "@countersign/core/contract"
import { ConflictError, implement } from "@countersign/core/server"
import { catalogContract } from "../../contract.ts"
import { demandFreeName } from "../free-name.ts"
import { environmentNotFound } from "../refusals.ts"
import { findEnvironment, insertEnvironment, updateEnvironment as writeEnvironment } from "./environment-store.ts"

export const createEnvironment = implement(catalogContract.createEnvironment, async (ctx, input) => {
  await demandFreeName(ctx.tx, "environment", input.name)
  const id = await insertEnvironment(ctx.tx, input, await ctx.now())
  const after = await findEnvironment(ctx.tx, id)
  if (!after) throw environmentNotFound(id)
  ctx.audit({ after })
  return after
})

export const updateEnvironment = implement(catalogContract.updateEnvironment, async (ctx, input) => {
  const { environmentId, version, ...changes } = input
  const before = await findEnvironment(ctx.tx, environmentId)
  if (!before) throw environmentNotFound(environmentId)
  await demandFreeName(ctx.tx, "environment", changes.name, environmentId)
  const written = await writeEnvironment(ctx.tx, { id: environmentId, version }, changes, await ctx.now())
  const after = await findEnvironment(ctx.tx, environmentId)
  if (!after) throw environmentNotFound(environmentId)
  if (!written)
    throw new ConflictError(
      `The environment ${quoteName(after.name)} was changed by somebody else since you read it. Read it again before changing it.`,
      after,
    )
  ctx.audit({ before, after })
  return after
})
