import { implement } from "../../access/implement.ts"
import { secretsContract } from "../../contract/platform/secrets.ts"
import { listStoredSecrets } from "../../secrets/secret-store.ts"

export const listSecrets = implement(secretsContract.listSecrets, async (ctx, input) => {
  return await listStoredSecrets(ctx.tx, input)
})
