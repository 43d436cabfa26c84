import { ForbiddenError, implement, NotFoundError } from "@countersign/core/server"
import { siteContract } from "../contract.ts"
import { appendBatches } from "./append.ts"
import { addTab, ownerOfTab } from "./tab-store.ts"

export const joinTab = implement(siteContract.joinTab, async (ctx) => {
  return { tab: await addTab(ctx.tx, ctx.principal.id) }
})

export const applyCommands = implement(siteContract.applyCommands, async (ctx, sent) => {
  const owner = await ownerOfTab(ctx.tx, sent.tab)
  if (owner === null)
    throw new NotFoundError(
      `No page is known as "${sent.tab}". Open the document again; what is not sent yet stays there.`,
    )
  if (owner !== ctx.principal.id)
    throw new ForbiddenError(`The page "${sent.tab}" was opened by somebody else. Open the document again.`)
  return appendBatches(ctx, sent)
})
