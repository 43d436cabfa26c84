import {
  findConnection,
  forgetConnections,
  type StoredConnection,
  unknownRoles,
  withoutKey,
} from "@countersign/core/assistant"
import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, databaseError, InvalidInputError, NotFoundError } from "@countersign/core/server"

export async function demandConnection(ctx: Ctx, id: string): Promise<StoredConnection> {
  const found = await findConnection(ctx.tx, id)
  if (!found) throw new NotFoundError("This AI connection does not exist any more. Look at the list again.")
  return found
}

/** For when an UPDATE or DELETE found another version: what there is now, or that there is nothing. */
export async function staleConnection(ctx: Ctx, id: string): Promise<ConflictError> {
  const current = await demandConnection(ctx, id)
  return new ConflictError(
    `The AI connection ${quoteName(current.label)} was changed by somebody else. Look at it again before changing it.`,
    withoutKey(current),
  )
}

/** A role that does not exist would close the connection to everybody and look as if it did not. */
export async function demandRoles(ctx: Ctx, roles: readonly string[], before: readonly string[] = []): Promise<void> {
  const [unknown] = await unknownRoles(
    ctx.tx,
    roles.filter((role) => !before.includes(role)),
  )
  if (unknown === undefined) return
  const message = `No role has the id ${unknown}. List them with platform.listRoles.`
  throw new InvalidInputError(message, [{ path: `roles.${roles.indexOf(unknown)}`, message }])
}

export async function withOwnLabel<T>(label: string, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (databaseError(error)?.constraint === "connection_by_label")
      throw new ConflictError(`Another AI connection is called ${quoteName(label)}. Choose another name.`)
    throw error
  }
}

/** Other servers hear of the change; this one must not answer from before it. */
export function forgetAfterCommit(ctx: Ctx): void {
  ctx.afterCommit(() => forgetConnections(ctx.runtime.database))
}
