/** Every tool's verb: its procedure and the runner that says what it does. */
import { type Ctx, implement } from "@countersign/core/server"
import { loopSourceKind, postTypeKind } from "../../contract/loop-source.ts"
import { codeAccess, siteContract } from "../../contract.ts"
import type { Site } from "../../document.ts"
import { assetsOf, demandCodeRight, summaryOf } from "./code/assets.ts"
import { inspectCodeRuntime } from "./code/inspect-code-runtime.ts"
import { listCodeAssets } from "./code/list-code-assets.ts"
import { patchCodeAsset } from "./code/patch-code-asset.ts"
import { readCodeAsset } from "./code/read-code-asset.ts"
import { writeCodeAsset } from "./code/write-code-asset.ts"
import { createComponent } from "./components/create-component.ts"
import { updateComponent } from "./components/update-component.ts"
import { describeTurns } from "./history/describe-turns.ts"
import { listChanges } from "./history/list-changes.ts"
import { revertTurn } from "./history/revert-turn.ts"
import { loadMedia } from "./media/find-media.ts"
import { useMedia } from "./media/use-media.ts"
import { addPage } from "./pages/add-page.ts"
import { clearPageTemplate } from "./pages/clear-page-template.ts"
import { deletePage } from "./pages/delete-page.ts"
import { duplicatePage } from "./pages/duplicate-page.ts"
import { renamePage } from "./pages/rename-page.ts"
import { setPageSeo } from "./pages/set-page-seo.ts"
import { setPageTemplate } from "./pages/set-page-template.ts"
import { checkPage } from "./read/check-page.ts"
import { findNodes } from "./read/find-nodes.ts"
import { getNodeHtml } from "./read/get-node-html.ts"
import { inspectStyles } from "./read/inspect-styles.ts"
import { listBreakpoints } from "./read/list-breakpoints.ts"
import { listDocuments } from "./read/list-documents.ts"
import { listLoopSources, listPostTypes } from "./read/list-loop-sources.ts"
import { listModules } from "./read/list-modules.ts"
import { listTokens } from "./read/list-tokens.ts"
import { readDocument } from "./read/read-document.ts"
import { whereUsed } from "./read/where-used.ts"
import { changing, reading } from "./run/make-verb.ts"
import { deleteNode } from "./structure/delete-node.ts"
import { duplicateNode } from "./structure/duplicate-node.ts"
import { insertHtml } from "./structure/insert-html.ts"
import { moveNode } from "./structure/move-node.ts"
import { renameNode } from "./structure/rename-node.ts"
import { replaceNodeHtml } from "./structure/replace-node-html.ts"
import { replaceText } from "./structure/replace-text.ts"
import { unwrapNode } from "./structure/unwrap-node.ts"
import { updateNodeProps } from "./structure/update-node-props.ts"
import { wrapNodes } from "./structure/wrap-nodes.ts"
import { applyCss } from "./style/apply-css.ts"
import { assignClass } from "./style/assign-class.ts"
import { removeClass } from "./style/remove-class.ts"
import { renameClass } from "./style/rename-class.ts"
import { setFontTokens } from "./tokens/font-verb.ts"
import { renameToken } from "./tokens/rename-token.ts"
import { setColorTokens } from "./tokens/set-color-tokens.ts"
import { setSpacingScale, setTypeScale } from "./tokens/set-scale.ts"

const c = siteContract

export const toolVerbs = {
  describeDocuments: reading(c.describeDocuments, listDocuments),
  listModules: reading(c.listModules, listModules),
  listBreakpoints: reading(c.listBreakpoints, listBreakpoints),
  listPostTypes: implement(c.listPostTypes, async (ctx) => listPostTypes(ctx.kinds.all(postTypeKind))),
  listLoopSources: implement(c.listLoopSources, async (ctx) => listLoopSources(ctx.kinds.all(loopSourceKind))),
  listTokens: reading(c.listTokens, listTokens),
  readDocument: reading(c.readDocument, readDocument, { ofOpen: true }),
  getNodeHtml: reading(c.getNodeHtml, getNodeHtml),
  findNodes: reading(c.findNodes, findNodes),
  inspectStyles: reading(c.inspectStyles, inspectStyles, { whole: true }),
  checkPage: reading(c.checkPage, checkPage, { whole: true }),
  whereUsed: reading(c.whereUsed, whereUsed),
  listCodeAssets: reading(c.listCodeAssets, listCodeAssets),
  readCodeAsset: reading(c.readCodeAsset, readCodeAsset),
  inspectCodeRuntime: reading(c.inspectCodeRuntime, inspectCodeRuntime, { whole: true, ofOpen: true }),
  listChanges,
  insertHtml: changing(c.insertHtml, insertHtml),
  replaceNodeHtml: changing(c.replaceNodeHtml, replaceNodeHtml),
  updateNodeProps: changing(c.updateNodeProps, updateNodeProps),
  moveNode: changing(c.moveNode, moveNode),
  deleteNode: changing(c.deleteNode, deleteNode),
  duplicateNode: changing(c.duplicateNode, duplicateNode),
  renameNode: changing(c.renameNode, renameNode),
  wrapNodes: changing(c.wrapNodes, wrapNodes),
  unwrapNode: changing(c.unwrapNode, unwrapNode),
  replaceText: changing(c.replaceText, replaceText),
  applyCss: changing(c.applyCss, applyCss),
  assignClass: changing(c.assignClass, assignClass),
  removeClass: changing(c.removeClass, removeClass),
  renameClass: changing(c.renameClass, renameClass),
  writeCodeAsset: changing(c.writeCodeAsset, writeCodeAsset, demandCode),
  patchCodeAsset: changing(c.patchCodeAsset, patchCodeAsset, demandCode),
  useMedia: changing(c.useMedia, useMedia, undefined, async (ctx, { mediaId }) => ({
    media: await loadMedia(ctx, [mediaId]),
  })),
  createComponent: changing(c.createComponent, createComponent),
  updateComponent: changing(c.updateComponent, updateComponent),
  addPage: changing(c.addPage, addPage),
  deletePage: changing(c.deletePage, deletePage, (ctx, { pageId }, before) => {
    const { ref, title } = before.documents.get(`page:${pageId}`)!
    ctx.audit({ thing: { id: `page:${pageId}`, name: title }, before: { ...ref, title }, after: null })
  }),
  renamePage: changing(c.renamePage, renamePage),
  setPageSeo: changing(c.setPageSeo, setPageSeo),
  duplicatePage: changing(c.duplicatePage, duplicatePage),
  setPageTemplate: changing(c.setPageTemplate, setPageTemplate),
  clearPageTemplate: changing(c.clearPageTemplate, clearPageTemplate),
  setColorTokens: changing(c.setColorTokens, setColorTokens),
  setFontTokens,
  setTypeScale: changing(c.setTypeScale, setTypeScale),
  setSpacingScale: changing(c.setSpacingScale, setSpacingScale),
  renameToken: changing(c.renameToken, renameToken),
  revertTurn,
  describeTurns,
}

/** Thrown before the commit, so nothing happens. What runs in visitors' browsers has an audit row besides the log. */
function demandCode(
  ctx: Ctx,
  _input: object,
  before: Site,
  data: { type: "style" | "script"; fileId: string; path: string; hash: string },
): void {
  demandCodeRight(ctx, data.type)
  if (data.type !== "script") return
  const was = assetsOf(before).find((asset) => asset.type === "script" && asset.script.id === data.fileId)
  const { fileId: id, path: name } = data
  const thing = { type: codeAccess.manage.resource, id, name }
  ctx.audit({ thing, before: was ? summaryOf(was) : null, after: data })
}
