import { implement } from "../../access/implement.ts"
import { secretsContract } from "../../contract/platform/secrets.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { NotFoundError } from "../../errors.ts"
import { deleteStoredSecret, findStoredSecret } from "../../secrets/secret-store.ts"

export const deleteSecret = implement(secretsContract.deleteSecret, async (ctx, { name }) => {
  const before = await findStoredSecret(ctx.tx, name)
  if (!before)
    throw new NotFoundError(`There is no secret called ${quoteName(name)}. It may have been deleted already.`)
  await deleteStoredSecret(ctx.tx, name)
  ctx.audit({ thing: { id: name, name }, before })
  return { name }
})
