import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { NotFoundError } from "../../errors.ts"
import { findLivingGrant, type GrantRecord, revokeGrant } from "../../identity/oauth/oauth-grant-store.ts"
import { OFFLINE_ACCESS } from "../../identity/oauth/oauth-scopes.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { isDocumentUrl } from "./clients/client-document.ts"
import { sentenceOf } from "./describe-scopes.ts"
import { thingOf } from "./exchange-code.ts"
import { grantsOfPerson } from "./grant-store.ts"

export const listConnectedApps = implement(oauthContract.listConnectedApps, async (ctx) => {
  const grants = await grantsOfPerson(ctx.tx, ctx.principal.id)
  const apps = grants.map(({ person: _, clientId, ...grant }) => ({
    ...grant,
    host: isDocumentUrl(clientId) ? new URL(clientId).host : null,
    sentences: grant.scopes
      .filter((scope) => scope !== OFFLINE_ACCESS)
      .map((scope) => sentenceOf(ctx.runtime.registry, scope)),
  }))
  return { apps }
})

export const disconnectApp = implement(oauthContract.disconnectApp, async (ctx, { id }) => {
  const grant = await findLivingGrant(ctx.tx, id)
  if (grant?.personId !== ctx.principal.id) throw new NotFoundError(GONE)
  await end(ctx, grant)
  return {}
})

export const revokeOauthGrant = implement(oauthContract.revokeOauthGrant, async (ctx, { id }) => {
  const grant = await findLivingGrant(ctx.tx, id)
  if (!grant) throw new NotFoundError(GONE)
  await end(ctx, grant)
  return {}
})

const GONE = "This connection does not exist, or has ended already."

async function end(ctx: Ctx, grant: GrantRecord): Promise<void> {
  await revokeGrant(ctx.tx, grant.id)
  const { clientId, personId, personName, scopes } = grant
  ctx.audit({ thing: thingOf(grant), before: { person: { id: personId, name: personName }, scopes }, after: null })
  ctx.signal("platform.oauth")
  forgetPrincipal(ctx, `application:${clientId}`)
}
