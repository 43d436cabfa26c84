import { implement } from "../../access/implement.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { revokeGrant } from "../../identity/oauth/oauth-grant-store.ts"
import { findToken } from "../../identity/oauth/oauth-token-store.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { authenticateClient, INVALID_CLIENT } from "./clients/authenticate-client.ts"
import { thingOf } from "./exchange-code.ts"

/** Either token ends the whole connection: an app that gives one back is done. One that is unknown is gone already. */
export const revokeOauthToken = implement(oauthContract.revokeOauthToken, async (ctx, asked) => {
  const client = await authenticateClient(ctx.tx, asked)
  if (!client) return INVALID_CLIENT
  const found = await findToken(ctx.tx, asked.token)
  if (!found) return {}
  const { grant } = found
  if (grant.clientId !== client.id)
    return { error: "unauthorized_client", description: "This token belongs to another client." }
  await revokeGrant(ctx.tx, grant.id)
  ctx.audit({
    thing: thingOf(grant),
    note: `${quoteName(grant.clientName)} gave back its token for ${quoteName(grant.personName)}.`,
  })
  ctx.signal("platform.oauth")
  forgetPrincipal(ctx, `application:${grant.clientId}`)
  return {}
})
