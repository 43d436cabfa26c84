import { implement } from "../../access/implement.ts"
import { secretsContract } from "../../contract/platform/secrets.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError } from "../../errors.ts"
import { STORED_SECRET } from "../../secrets/sealed-columns.ts"
import { findStoredSecret, storeSecret } from "../../secrets/secret-store.ts"
import { asCompared } from "./hosts.ts"

export const setSecret = implement(secretsContract.setSecret, async (ctx, { name: written, value, hosts }) => {
  const before = await findStoredSecret(ctx.tx, written)
  const name = before?.name ?? written
  const after = await storeSecret(ctx.tx, {
    name,
    sealed: ctx.runtime.secrets.seal(value, STORED_SECRET.at(name)),
    hosts: hosts ? asCompared(hosts) : (before?.hosts ?? []),
    by: ctx.principal,
  })
  if (!after)
    throw new ConflictError(
      `Somebody else has just stored a secret called ${quoteName(name)} in another spelling. Try again.`,
    )
  ctx.audit({ thing: { id: name, name }, before, after })
  return after
})
