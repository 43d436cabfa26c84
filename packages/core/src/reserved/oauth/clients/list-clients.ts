import { implement } from "../../../access/implement.ts"
import { oauthContract } from "../../../contract/platform/oauth.ts"
import { pageOfGrants } from "../grant-store.ts"
import { pageOfClients } from "./client-store.ts"

export const listOauthClients = implement(oauthContract.listOauthClients, async (ctx, request) =>
  pageOfClients(ctx.tx, request),
)

export const listOauthGrants = implement(oauthContract.listOauthGrants, async (ctx, request) =>
  pageOfGrants(ctx.tx, request),
)
