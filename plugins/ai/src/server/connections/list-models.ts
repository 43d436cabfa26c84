import {
  demandCredential,
  findConnection,
  listModels as list,
  previewModels as preview,
} from "@countersign/core/assistant"
import { implement, NotFoundError } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

export const listModels = implement(aiContract.listModels, async (ctx, { connectionId, refresh }) => {
  // Outside the transaction: it must not stay open while a provider is asked.
  const stored = await findConnection(ctx.runtime.database.direct, connectionId)
  if (!stored) throw new NotFoundError("This AI connection does not exist any more. Look at the list again.")
  return list(ctx.runtime, stored, { refresh, signal: ctx.abort })
})

export const previewModels = implement(aiContract.previewModels, async (ctx, { driver, ...draft }) => {
  const credential = demandCredential(driver, draft)
  if (credential.apiKey) ctx.runtime.secrets.remember(credential.apiKey)
  return preview(ctx.runtime, credential, ctx.abort)
})
