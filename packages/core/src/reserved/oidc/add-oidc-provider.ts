import { randomUUID } from "node:crypto"
import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { ConflictError } from "../../errors.ts"
import { addProvider, listProviders, withoutSecret } from "../../identity/oidc/oidc-provider-store.ts"
import { OIDC_CLIENT_SECRET } from "../../secrets/sealed-columns.ts"
import { demandGivableRoles } from "../roles/demand-held.ts"
import { demandAnswering, demandMayTrust, withOwnName } from "./demand-oidc-provider.ts"

// More buttons than this nobody would look through.
const MOST = 20

export const addOidcProvider = implement(oidcContract.addOidcProvider, async (ctx, { clientSecret, ...draft }) => {
  demandMayTrust(ctx)
  await demandAnswering(ctx, draft.issuer)
  await demandGivableRoles(ctx, draft.roles)
  if ((await listProviders(ctx.tx)).length >= MOST)
    throw new ConflictError(`There are ${MOST} providers already. Remove one first.`)
  const id = randomUUID()
  const sealedClientSecret =
    clientSecret === null ? null : ctx.runtime.secrets.seal(clientSecret, OIDC_CLIENT_SECRET.at(id))
  const after = withoutSecret(await withOwnName(draft.name, addProvider(ctx.tx, { ...draft, id, sealedClientSecret })))
  ctx.audit({ after })
  return after
})
