import { coerceModel, listScopeDefaults, removeScopeDefault, writeScopeDefault } from "@countersign/core/assistant"
import { quoteName } from "@countersign/core/contract"
import { ConflictError, implement, NotFoundError } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { demandConnection, forgetAfterCommit } from "./demand-connection.ts"

export const listDefaults = implement(aiContract.listDefaults, async (ctx) => ({
  defaults: await listScopeDefaults(ctx.tx),
}))

export const setDefault = implement(aiContract.setDefault, async (ctx, { scope, connectionId, model: asked }) => {
  const connection = await demandConnection(ctx, connectionId)
  const model = coerceModel(connection, asked)
  if (model === "")
    throw new ConflictError(
      `No model is chosen for ${quoteName(connection.label)} yet. Choose one in the connection first.`,
    )
  const before = (await listScopeDefaults(ctx.tx)).find((one) => one.scope === scope) ?? null
  const after = { scope, connectionId, model }
  await writeScopeDefault(ctx.tx, after)
  ctx.audit({ thing: { id: `default:${scope}`, name: `Default of ${scope}` }, before, after })
  forgetAfterCommit(ctx)
  return after
})

export const clearDefault = implement(aiContract.clearDefault, async (ctx, { scope }) => {
  const before = (await listScopeDefaults(ctx.tx)).find((one) => one.scope === scope)
  if (!before || !(await removeScopeDefault(ctx.tx, scope))) throw new NotFoundError(`${scope} has no default.`)
  ctx.audit({ thing: { id: `default:${scope}`, name: `Default of ${scope}` }, before, after: null })
  forgetAfterCommit(ctx)
  return { scope }
})
