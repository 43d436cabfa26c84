import { implement } from "../../access/implement.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { describeScopes } from "./describe-scopes.ts"
import { scopesGrantedTo } from "./grant-store.ts"
import { type AskingClient, readAuthorization } from "./read-authorization.ts"
import { describeTarget } from "./redirect-uri.ts"

export const describeAuthorization = implement(oauthContract.describeAuthorization, async (ctx, { request }) => {
  const asked = await readAuthorization(ctx, request)
  if (asked.kind === "refused") return asked
  const { client } = asked
  const before = client.id ? await scopesGrantedTo(ctx.tx, client.id, ctx.principal.id) : new Set<string>()
  return {
    kind: "ask" as const,
    client: {
      name: client.name,
      host: hostOf(client),
      addedByAdministrator: client.described === "manual",
    },
    ...describeTarget(asked.redirectUri),
    scopes: describeScopes(ctx.runtime.registry, ctx.principal, asked.scopes, before),
  }
})

function hostOf({ described, clientId }: AskingClient): string | null {
  return described === "document" ? new URL(clientId).host : null
}
