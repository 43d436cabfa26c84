import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { listPasskeysOf } from "./passkey-store.ts"

export const listPasskeys = implement(sessionContract.listPasskeys, async (ctx) => {
  return { passkeys: await listPasskeysOf(ctx.tx, ctx.principal.id) }
})
