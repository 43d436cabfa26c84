import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { type GrantRecord, revokeGrant } from "../../identity/oauth/oauth-grant-store.ts"
import { OFFLINE_ACCESS } from "../../identity/oauth/oauth-scopes.ts"
import { readOauthSettings } from "../../identity/oauth/oauth-settings-store.ts"
import {
  ACCESS_TOKEN_SECONDS,
  addTokens,
  findCode,
  isVerifierOf,
  markCodeUsed,
} from "../../identity/oauth/oauth-token-store.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { authenticateClient, INVALID_CLIENT } from "./clients/authenticate-client.ts"

/** Refusals are answers, not exceptions: what a replay revoked must be committed. */
export const exchangeOauthCode = implement(oauthContract.exchangeOauthCode, async (ctx, asked) => {
  if (!(await readOauthSettings(ctx.tx)).mcpEnabled) return SWITCHED_OFF
  const client = await authenticateClient(ctx.tx, asked)
  if (!client) return INVALID_CLIENT
  const found = await findCode(ctx.tx, asked.code)
  if (found?.grant.clientId !== client.id) return invalidGrant("This code is not one of this client's.")
  const { grant } = found
  if (found.state === "used") {
    await endForReuse(ctx, grant, "Its authorization code was used twice, so somebody has a copy.")
    return invalidGrant("This code was used before, so what came of it is revoked. Connect again.")
  }
  if (found.state === "expired") return invalidGrant("This code has expired. Connect again.")
  if (asked.redirectUri !== null && asked.redirectUri !== found.redirectUri)
    return invalidGrant("The redirect_uri is not the one that the code was sent to.")
  if (!isVerifierOf(found.challenge, asked.verifier))
    return invalidGrant("The code_verifier does not fit the code_challenge.")
  if (asked.resource !== null && asked.resource.replace(/\/$/, "") !== grant.resource)
    return { error: "invalid_target", description: `This code was issued for ${grant.resource}.` }

  await markCodeUsed(ctx.tx, asked.code)
  const tokens = await addTokens(ctx.tx, grant.id, { refresh: grant.scopes.includes(OFFLINE_ACCESS) })
  ctx.audit({
    thing: thingOf(grant),
    note: `${quoteName(grant.clientName)} was connected for ${quoteName(grant.personName)}.`,
  })
  ctx.signal("platform.oauth")
  return { ...tokens, expiresInSeconds: ACCESS_TOKEN_SECONDS, scope: grant.scopes.join(" ") }
})

export const SWITCHED_OFF = { error: "unauthorized_client", description: "Connecting apps is switched off here." }

export function invalidGrant(description: string) {
  return { error: "invalid_grant", description }
}

export function thingOf(grant: GrantRecord) {
  return { type: "platform.oauth", id: grant.id, name: grant.clientName }
}

/** Of the two who hold a copy nobody knows which is the app, so neither goes on. */
export async function endForReuse(ctx: Ctx, grant: GrantRecord, why: string): Promise<void> {
  await revokeGrant(ctx.tx, grant.id)
  ctx.audit({ thing: thingOf(grant), note: `The connection for ${quoteName(grant.personName)} was ended. ${why}` })
  ctx.signal("platform.oauth")
  forgetPrincipal(ctx, `application:${grant.clientId}`)
}
