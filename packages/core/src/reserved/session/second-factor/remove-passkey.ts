import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { quoteName } from "../../../contract/text/quote-name.ts"
import { NotFoundError } from "../../../errors.ts"
import { deletePasskey } from "./passkey-store.ts"

export const removePasskey = implement(sessionContract.removePasskey, async (ctx, { id }) => {
  const { principal } = ctx
  const before = await deletePasskey(ctx.tx, principal.id, id)
  if (!before) throw new NotFoundError(`You have no passkey ${id}. List your passkeys again.`)
  const thing = { type: "platform.person", id: principal.id, name: principal.name }
  ctx.audit({ thing, before, note: `Removed the passkey ${quoteName(before.name)}.` })
  ctx.signal("platform.person")
  return {}
})
