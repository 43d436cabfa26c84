import { implement } from "../../access/implement.ts"
import { secretsContract } from "../../contract/platform/secrets.ts"
import { findStoredSecret, storeSecretHosts } from "../../secrets/secret-store.ts"
import { asCompared } from "./hosts.ts"
import { noSuchSecret } from "./no-such-secret.ts"

export const setSecretHosts = implement(secretsContract.setSecretHosts, async (ctx, { name, hosts }) => {
  const before = await findStoredSecret(ctx.tx, name)
  const after = await storeSecretHosts(ctx.tx, name, asCompared(hosts))
  if (!before || !after) throw noSuchSecret(name)
  ctx.audit({ thing: { id: after.name, name: after.name }, before, after })
  return after
})
