import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { InvalidInputError } from "../../errors.ts"
import { unlinkEverybody } from "../../identity/oidc/oidc-link-store.ts"
import { changeProvider, findProvider, withoutSecret } from "../../identity/oidc/oidc-provider-store.ts"
import { OIDC_CLIENT_SECRET } from "../../secrets/sealed-columns.ts"
import { demandGivableRoles } from "../roles/demand-held.ts"
import { demandAnswering, demandMayTrust, demandProvider, staleProvider, withOwnName } from "./demand-oidc-provider.ts"

export const updateOidcProvider = implement(oidcContract.updateOidcProvider, async (ctx, input) => {
  const { id, version, clientSecret, ...draft } = input
  demandMayTrust(ctx)
  const before = await demandProvider(ctx, id)
  const moved = draft.issuer !== before.issuer || draft.clientId !== before.clientId
  // A stored secret must not be sent to a server that somebody else chose.
  if (moved && before.hasClientSecret && clientSecret === undefined)
    throw new InvalidInputError("The issuer or the client changes, so write the secret again or remove it.", [
      { path: "clientSecret", message: "Write the secret for the new client." },
    ])
  await demandAnswering(ctx, draft.issuer)
  const held = before.roles.map((role) => role.id)
  await demandGivableRoles(ctx, draft.roles, held)
  const sealedClientSecret = clientSecret
    ? ctx.runtime.secrets.seal(clientSecret, OIDC_CLIENT_SECRET.at(id))
    : clientSecret
  const changed = await withOwnName(draft.name, changeProvider(ctx.tx, id, version, { ...draft, sealedClientSecret }))
  if (!changed) throw await staleProvider(ctx, before)
  // Another issuer's subjects, and many providers' for another client, are other people.
  const unlinked = moved ? await unlinkEverybody(ctx.tx, id) : 0
  const after = withoutSecret(moved ? (await findProvider(ctx.tx, id))! : changed)
  const notes = [
    clientSecret === undefined ? "" : clientSecret === null ? "The secret was removed." : "The secret was set.",
    unlinked > 0 ? `${unlinked} people were unlinked.` : "",
  ]
  ctx.audit({ before: withoutSecret(before), after, note: notes.filter(Boolean).join(" ") || undefined })
  return after
})
