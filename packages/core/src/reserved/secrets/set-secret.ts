import { implement } from "../../access/implement.ts"
import { secretsContract } from "../../contract/platform/secrets.ts"
import { STORED_SECRET } from "../../secrets/sealed-columns.ts"
import { findStoredSecret, storeSecret } from "../../secrets/secret-store.ts"

export const setSecret = implement(secretsContract.setSecret, async (ctx, { name, value }) => {
  const before = await findStoredSecret(ctx.tx, name)
  await storeSecret(ctx.tx, {
    name,
    sealed: ctx.runtime.secrets.seal(value, STORED_SECRET.at(name)),
    by: ctx.principal,
  })
  const after = (await findStoredSecret(ctx.tx, name))!
  ctx.audit({ thing: { id: name, name }, before, after })
  return after
})
