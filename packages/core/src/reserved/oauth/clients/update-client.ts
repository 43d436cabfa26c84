import { implement } from "../../../access/implement.ts"
import { oauthContract } from "../../../contract/platform/oauth.ts"
import { quoteName } from "../../../contract/text/quote-name.ts"
import { ConflictError, InvalidInputError } from "../../../errors.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"
import { changeClient } from "./client-store.ts"
import { demandClient, demandRedirectUris } from "./demand-client.ts"

export const updateOauthClient = implement(
  oauthContract.updateOauthClient,
  async (ctx, { id, version, name, redirectUris, enabled, confirm }) => {
    const before = await demandClient(ctx, id)
    if (before.kind === "document" && (name !== undefined || redirectUris !== undefined))
      throw new InvalidInputError(
        `${quoteName(before.name)} is described by ${before.clientId}, and follows that. Only whether it works and who confirms its changes is decided here.`,
      )
    if (redirectUris) demandRedirectUris(redirectUris)
    const change = {
      name: name ?? before.name,
      redirectUris: redirectUris ?? before.redirectUris,
      enabled: enabled ?? before.enabled,
      confirm: confirm ?? before.confirm,
    }
    if (!(await changeClient(ctx.tx, id, version, change)))
      throw new ConflictError(
        `The app ${quoteName(before.name)} was changed meanwhile. Look at it again before changing it.`,
        await demandClient(ctx, id),
      )
    const after = await demandClient(ctx, id)
    ctx.audit({ before, after })
    forgetPrincipal(ctx, `application:${id}`)
    return after
  },
)
