import { implement, NotFoundError } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { keyOf } from "../../document.ts"
import { whyGone } from "../read-documents.ts"
import { findSummaries, findSummary } from "./browsing-store.ts"

export const findDocuments = implement(siteContract.findDocuments, (ctx, input) => findSummaries(ctx.tx, input))

export const getDocument = implement(siteContract.getDocument, async (ctx, { document }) => {
  const found = await findSummary(ctx.tx, keyOf(document))
  if (!found) throw new NotFoundError(await whyGone(ctx, document))
  return found
})
