import { readAiSettings, writeAiSettings } from "@countersign/core/assistant"
import { ConflictError, implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

export const getSettings = implement(aiContract.getSettings, (ctx) => readAiSettings(ctx.tx))

export const updateSettings = implement(aiContract.updateSettings, async (ctx, changes) => {
  const before = await readAiSettings(ctx.tx)
  const after = await writeAiSettings(ctx.tx, { ...before, ...changes })
  if (!after) throw new ConflictError("These settings were changed by somebody else. Look at them again first.", before)
  ctx.audit({ thing: { id: "ai", name: "Tools" }, before, after })
  return after
})
