import { implement } from "../../access/implement.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { InvalidInputError } from "../../errors.ts"
import { readAuthorization } from "./read-authorization.ts"
import { redirectWith } from "./redirect-uri.ts"

export const denyAuthorization = implement(oauthContract.denyAuthorization, async (ctx, { request }) => {
  const asked = await readAuthorization(ctx, request)
  if (asked.kind === "refused") throw new InvalidInputError(asked.sentence)
  const { client, redirectUri, state, issuer } = asked
  ctx.audit({
    thing: { type: "platform.oauth", name: client.name, ...(client.id ? { id: client.id } : {}) },
    note: `${quoteName(ctx.principal.name)} refused to connect ${quoteName(client.name)} (${client.clientId}).`,
  })
  const error_description = "The person refused."
  return { redirectUrl: redirectWith(redirectUri, { error: "access_denied", error_description, state, iss: issuer }) }
})
