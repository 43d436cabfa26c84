import { implement } from "../../access/implement.ts"
import { secretsContract } from "../../contract/platform/secrets.ts"
import { deleteStoredSecret, findStoredSecret } from "../../secrets/secret-store.ts"
import { noSuchSecret } from "./no-such-secret.ts"

export const deleteSecret = implement(secretsContract.deleteSecret, async (ctx, { name }) => {
  const before = await findStoredSecret(ctx.tx, name)
  if (!before) throw noSuchSecret(name)
  await deleteStoredSecret(ctx.tx, name)
  ctx.audit({ thing: { id: before.name, name: before.name }, before })
  return { name: before.name }
})
