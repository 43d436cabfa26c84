import type { Ctx } from "../../access/ctx.ts"
import { ConflictError, databaseError, InvalidInputError, NotFoundError } from "../../errors.ts"
import { discover, fetchKeys, OidcProviderError } from "../../identity/oidc/oidc-client.ts"
import { findProvider, type StoredOidcProvider, withoutSecret } from "../../identity/oidc/oidc-provider-store.ts"
import { demandHeld } from "../roles/demand-held.ts"

/** Whoever decides which provider vouches for people can have it vouch for an administrator. */
export function demandMayTrust(ctx: Ctx): void {
  demandHeld(ctx, ["*"])
}

export async function demandProvider(ctx: Ctx, id: string): Promise<StoredOidcProvider> {
  const provider = await findProvider(ctx.runtime.database.direct, id)
  if (provider) return provider
  throw new NotFoundError(`No provider has the id ${id}. List them with platform.listOidcProviders.`)
}

/** Before anything is stored: a provider that does not answer would only be a button that fails. */
export async function demandAnswering({ runtime: { egress } }: Ctx, issuer: string): Promise<void> {
  try {
    await fetchKeys(egress, await discover(egress, issuer))
  } catch (error) {
    if (!(error instanceof OidcProviderError)) throw error
    throw new InvalidInputError(`Nothing was saved: ${error.message}`, [{ path: "issuer", message: error.message }])
  }
}

export async function staleProvider(ctx: Ctx, { id, name }: StoredOidcProvider): Promise<ConflictError> {
  const current = await findProvider(ctx.tx, id)
  return new ConflictError(
    `Somebody else changed ${name} meanwhile. Look at it and try again.`,
    current ? withoutSecret(current) : undefined,
  )
}

/** Names differ, so that the buttons do. */
export async function withOwnName<T>(name: string, store: Promise<T>): Promise<T> {
  try {
    return await store
  } catch (error) {
    if (databaseError(error)?.code !== "23505") throw error
    const message = `There is a provider called ${name} already. Choose another name.`
    throw new InvalidInputError(message, [{ path: "name", message }])
  }
}
