import { ConflictError, InvalidInputError, implement, NotFoundError } from "@countersign/core/server"
import { type SiteCommand, siteContract } from "../contract.ts"
import type { DocumentRef, ElementRecord } from "../document.ts"
import { keyOf } from "../document.ts"
import { appendCommands } from "./append.ts"
import { demandAddress } from "./browsing/demand-address.ts"
import { loadPart } from "./load-part.ts"
import { lastChangeOf } from "./part-store.ts"
import { FACTS } from "./parts.ts"
import { whyGone } from "./read-documents.ts"
import { lockSite } from "./site-store.ts"

export const createDocument = implement(siteContract.createDocument, async (ctx, { document, title, address }) => {
  if (address !== undefined && document.type !== "page")
    throw new InvalidInputError("Only pages have an address. Leave it out.")
  if (address !== undefined) {
    const { part } = await loadPart(ctx, FACTS, await lockSite(ctx.tx))
    await demandAddress(ctx, part.facts, { page: document.id, address })
  }
  const made = await appendCommands(ctx, [
    { type: "document.add", document, content: { title, ...blank(document) } },
    ...(address === undefined ? [] : [{ type: "page.set" as const, page: document.id, set: { address } }]),
  ])
  if (!made.ok) throw new ConflictError(made.reason)
  ctx.audit({ thing: { id: keyOf(document), name: title }, after: { ...document, title } })
  return { sequence: made.sequence }
})

export const renameDocument = implement(siteContract.renameDocument, async (ctx, { document, title }) => {
  const before = await lastChangeOf(ctx.tx, keyOf(document))
  if (!before?.present) throw new NotFoundError(await whyGone(ctx, document))
  const renamed = await appendCommands(ctx, [{ type: "document.set", document, title }])
  if (!renamed.ok) throw new ConflictError(renamed.reason)
  ctx.audit({
    thing: { id: keyOf(document), name: title },
    before: { ...document, title: before.title },
    after: { ...document, title },
  })
  return { sequence: renamed.sequence }
})

export const deleteDocument = implement(siteContract.deleteDocument, async (ctx, { document }) => {
  const before = await lastChangeOf(ctx.tx, keyOf(document))
  if (!before?.present) throw new NotFoundError(await whyGone(ctx, document))
  const deleted = await appendCommands(ctx, [{ type: "document.remove", document }])
  if (!deleted.ok) throw new ConflictError(deleted.reason)
  ctx.audit({
    thing: { id: keyOf(document), name: before.title ?? document.id },
    before: { ...document, title: before.title },
    after: null,
  })
  return { sequence: deleted.sequence }
})

type Blank = Omit<Extract<SiteCommand, { type: "document.add" }>["content"], "title">

/** The least that a document of its type can be. */
export function blank({ type }: DocumentRef): Blank {
  const element = (id: string, tag: string, children: string[]) =>
    ({
      kind: "element" as const,
      id,
      tag,
      namespace: "html" as const,
      attributes: [],
      classes: [],
      style: null,
      children,
    }) satisfies ElementRecord
  const nodes =
    type === "visualComponent"
      ? [element("root", "template", [])]
      : [element("html", "html", ["head", "body"]), element("head", "head", []), element("body", "body", [])]
  return { mode: "standards", contentNodeId: nodes.at(-1)!.id, fragment: { roots: [nodes[0]!.id], nodes } }
}
