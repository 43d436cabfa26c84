import { randomBytes } from "node:crypto"
import { ConflictError, implement, NotFoundError } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { type DocumentRef, keyOf } from "../../document.ts"
import { appendCommands } from "../append.ts"
import { loadPart } from "../load-part.ts"
import { flatten } from "../parts.ts"
import { whyGone } from "../read-documents.ts"
import { lockSite } from "../site-store.ts"
import { contentOf } from "../stored-part.ts"
import { wordsOf } from "../whose-words.ts"

/** Ids of nodes are one within their document, so the copy keeps them. */
export const duplicateDocument = implement(siteContract.duplicateDocument, async (ctx, { document: from, title }) => {
  const { part } = await loadPart(ctx, keyOf(from), await lockSite(ctx.tx))
  const found = part.documents.get(keyOf(from))
  if (!found) throw new NotFoundError(await whyGone(ctx, from))
  const document: DocumentRef = { type: from.type, id: newDocumentId() }
  const content = { ...contentOf(found), title }
  const made = await appendCommands(ctx, flatten({ type: "document.add", document, content }), [wordsOf(from)])
  if (!made.ok) throw new ConflictError(made.reason)
  ctx.audit({ thing: { id: keyOf(document), name: title }, after: { ...document, title, copyOf: keyOf(from) } })
  return { document }
})

export function newDocumentId(): string {
  return randomBytes(6).toString("hex")
}
