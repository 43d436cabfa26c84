import { implement } from "../../access/implement.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { OFFLINE_ACCESS } from "../../identity/oauth/oauth-scopes.ts"
import { readOauthSettings } from "../../identity/oauth/oauth-settings-store.ts"
import { ACCESS_TOKEN_SECONDS, addTokens, findToken, markTokenUsed } from "../../identity/oauth/oauth-token-store.ts"
import { authenticateClient, INVALID_CLIENT } from "./clients/authenticate-client.ts"
import { endForReuse, invalidGrant, SWITCHED_OFF, thingOf } from "./exchange-code.ts"

export const refreshOauthToken = implement(oauthContract.refreshOauthToken, async (ctx, asked) => {
  if (!(await readOauthSettings(ctx.tx)).mcpEnabled) return SWITCHED_OFF
  const client = await authenticateClient(ctx.tx, asked)
  if (!client) return INVALID_CLIENT
  const found = await findToken(ctx.tx, asked.refreshToken)
  if (found?.grant.clientId !== client.id || found.kind !== "refresh")
    return invalidGrant("This refresh token is not one of this client's, or was revoked. Connect again.")
  const { grant } = found
  if (found.state === "used") {
    await endForReuse(ctx, grant, "A refresh token was used twice, so somebody has a copy.")
    return invalidGrant("This refresh token was used before, so the connection is ended. Connect again.")
  }
  if (found.state === "expired") return invalidGrant("This refresh token has expired. Connect again.")
  if (asked.resource !== null && asked.resource.replace(/\/$/, "") !== grant.resource)
    return { error: "invalid_target", description: `This token was issued for ${grant.resource}.` }
  const narrower = asked.scope === null ? null : asked.scope.split(" ").filter(Boolean)
  const beyond = narrower?.find((scope) => !grant.scopes.includes(scope))
  if (beyond !== undefined)
    return {
      error: "invalid_scope",
      description: "A refreshed token cannot have more than was granted. Connect again.",
    }

  await markTokenUsed(ctx.tx, asked.refreshToken)
  const tokens = await addTokens(ctx.tx, grant.id, { refresh: true, scopes: narrower })
  ctx.audit({
    thing: thingOf(grant),
    note: `${quoteName(grant.clientName)} got a new token for ${quoteName(grant.personName)}.`,
  })
  const scopes = narrower ? [...new Set([...narrower, OFFLINE_ACCESS])] : grant.scopes
  return { ...tokens, expiresInSeconds: ACCESS_TOKEN_SECONDS, scope: scopes.join(" ") }
})
