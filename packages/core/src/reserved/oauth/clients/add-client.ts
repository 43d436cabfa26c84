import { randomUUID } from "node:crypto"
import { implement } from "../../../access/implement.ts"
import { oauthContract } from "../../../contract/platform/oauth.ts"
import { quoteName } from "../../../contract/text/quote-name.ts"
import { ConflictError } from "../../../errors.ts"
import { hashToken, randomToken } from "../../../identity/one-time-token.ts"
import { addClient } from "./client-store.ts"
import { demandClient, demandRedirectUris } from "./demand-client.ts"

export const addOauthClient = implement(
  oauthContract.addOauthClient,
  async (ctx, { name, clientId = `app-${randomUUID()}`, redirectUris, withSecret, confirm }) => {
    demandRedirectUris(redirectUris)
    const secret = withSecret ? randomToken() : null
    const id = await addClient(ctx.tx, {
      kind: "manual",
      clientId,
      name,
      redirectUris,
      secretHash: secret && hashToken(secret),
      refreshes: true,
      confirm,
      createdBy: ctx.principal.kind === "service" ? null : ctx.principal.id,
    })
    if (!id) throw new ConflictError(`Another app has the client id ${quoteName(clientId)}. Choose another one.`)
    const client = await demandClient(ctx, id)
    ctx.audit({ after: client })
    return { client, secret }
  },
)
