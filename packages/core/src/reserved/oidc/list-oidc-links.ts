import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { pageOfLinks } from "../../identity/oidc/oidc-link-store.ts"

export const listOidcLinks = implement(oidcContract.listOidcLinks, async (ctx, { providerId, ...request }) =>
  pageOfLinks(ctx.tx, providerId, request),
)
