import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { NotFoundError } from "../../errors.ts"
import { unlinkPerson } from "../../identity/oidc/oidc-link-store.ts"
import { nameOfPerson } from "../../identity/person-store.ts"
import { demandMayTrust, demandProvider } from "./demand-oidc-provider.ts"

export const unlinkOidcPerson = implement(oidcContract.unlinkOidcPerson, async (ctx, { providerId, personId }) => {
  demandMayTrust(ctx)
  const provider = await demandProvider(ctx, providerId)
  if (!(await unlinkPerson(ctx.tx, providerId, personId)))
    throw new NotFoundError("This person is not linked with this provider.")
  const name = (await nameOfPerson(ctx.tx, personId)) ?? personId
  ctx.audit({
    thing: { type: "platform.person", id: personId, name },
    note: `Unlinked from ${quoteName(provider.name)}.`,
  })
  return {}
})
