import { implement } from "../../access/implement.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { ForbiddenError, InvalidInputError } from "../../errors.ts"
import { addGrant } from "../../identity/oauth/oauth-grant-store.ts"
import { OFFLINE_ACCESS } from "../../identity/oauth/oauth-scopes.ts"
import { addCode, CODE_SECONDS } from "../../identity/oauth/oauth-token-store.ts"
import { putDescribedClient } from "./clients/client-store.ts"
import { describeScopes } from "./describe-scopes.ts"
import { readAuthorization } from "./read-authorization.ts"
import { describeTarget, redirectWith } from "./redirect-uri.ts"

export const grantAuthorization = implement(oauthContract.grantAuthorization, async (ctx, { request, scopes }) => {
  const asked = await readAuthorization(ctx, request)
  if (asked.kind === "refused") throw new InvalidInputError(asked.sentence)
  const { client, redirectUri, challenge, resource, state, issuer } = asked
  const offered = describeScopes(ctx.runtime.registry, ctx.principal, asked.scopes, new Set())
  const chosen = offered.filter(({ scope }) => scopes.includes(scope))
  if (chosen.length !== new Set(scopes).size)
    throw new InvalidInputError(`${client.name} did not ask for all of this. Open the page again from the app.`)
  const beyond = chosen.find(({ grantable }) => !grantable)
  if (beyond)
    throw new ForbiddenError(`You do not hold ${beyond.scope} yourself, so you cannot let ${client.name} have it.`)
  if (!chosen.some(({ scope }) => scope !== OFFLINE_ACCESS))
    throw new InvalidInputError("Leave at least one permission checked, or refuse.")

  const granted = chosen.map(({ scope }) => scope)
  const clientId = client.described === "document" ? await putDescribedClient(ctx.tx, client) : client.id!
  const grantId = await addGrant(ctx.tx, {
    clientId,
    personId: ctx.principal.id,
    scopes: granted,
    resource,
    seconds: CODE_SECONDS,
  })
  const code = await addCode(ctx.tx, { grantId, redirectUri, challenge })
  ctx.audit({
    thing: { type: "platform.oauth", id: grantId, name: client.name },
    after: { client: client.clientId, scopes: granted, resource, answerGoesTo: describeTarget(redirectUri).goesTo },
  })
  ctx.signal("platform.oauth")
  return { redirectUrl: redirectWith(redirectUri, { code, state, iss: issuer }) }
})
