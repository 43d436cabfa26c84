import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { listProviders } from "../../identity/oidc/oidc-provider-store.ts"

export const listSignInProviders = implement(oidcContract.listSignInProviders, async (ctx) => ({
  providers: (await listProviders(ctx.tx)).map(({ id, name }) => ({ id, name })),
}))
