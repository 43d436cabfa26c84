import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { quoteName } from "../../../contract/text/quote-name.ts"
import { InvalidInputError } from "../../../errors.ts"
import { askAuth } from "../sign-in/ask-auth.ts"
import { listPasskeysOf } from "./passkey-store.ts"

export const finishPasskeyRegistration = implement(
  sessionContract.finishPasskeyRegistration,
  async (ctx, { name, response }) => {
    const { principal } = ctx
    const auth = await ctx.runtime.identity.auth()
    const refusal = new InvalidInputError(
      "This passkey could not be registered. Begin again; it has to be done within five minutes.",
    )
    const made = await askAuth(ctx, refusal, (headers) =>
      auth.api.verifyPasskeyRegistration({ body: { name, response }, headers, returnHeaders: true }),
    )
    const passkeys = await listPasskeysOf(ctx.tx, principal.id)
    const after = passkeys.find(({ id }) => id === made.id)
    if (!after) throw refusal
    const thing = { type: "platform.person", id: principal.id, name: principal.name }
    ctx.audit({ thing, after, note: `Registered the passkey ${quoteName(name)}.` })
    ctx.signal("platform.person")
    return after
  },
)
