import { listScopeDefaults, removeConnection, withoutKey } from "@countersign/core/assistant"
import { quoteName } from "@countersign/core/contract"
import { ConflictError, databaseError, implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { demandConnection, forgetAfterCommit, staleConnection } from "./demand-connection.ts"

export const deleteConnection = implement(aiContract.deleteConnection, async (ctx, { id, version }) => {
  const stored = await demandConnection(ctx, id)
  const scopes = (await listScopeDefaults(ctx.tx)).filter(({ connectionId }) => connectionId === id)
  const inUse = (where: string) =>
    new ConflictError(
      `${quoteName(stored.label)} is the default of ${where}. Choose another default under Settings > AI defaults, then delete it.`,
    )
  if (scopes.length > 0) throw inUse(scopes.map(({ scope }) => scope).join(", "))
  try {
    if (!(await removeConnection(ctx.tx, id, version))) throw await staleConnection(ctx, id)
  } catch (error) {
    // Somebody made it a default in between: the foreign key knows.
    if (databaseError(error)?.code === "23503") throw inUse("a workspace")
    throw error
  }
  ctx.audit({ thing: { id, name: stored.label }, before: withoutKey(stored) })
  forgetAfterCommit(ctx)
  return { id }
})
