import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { bornAt, sequenceOf } from "../../site-store.ts"
import { ANYWHERE, wordsOf } from "../../whose-words.ts"
import { loadSite } from "../run/load-site.ts"
import { SCOPES } from "../run/make-tool.ts"
import { thingOf, tried } from "../run/preview-draft.ts"
import { toolVerbs as verbs } from "../verbs.ts"

export const deletePageTool = defineTool({
  name: "deletePage",
  verb: verbs.deletePage,
  describe: ({ pageId }, say) => `Delete ${say.name(pageId) ?? "a page"}`,
  description: "Delete a page when the operator asks for it. The last page cannot be deleted.",
  scopes: SCOPES,
  // A refusal names the pages there are, by ids that people may have chosen.
  quotes: ({ input, result }) => [wordsOf({ type: "page", id: input.pageId }), ...(result ? [] : [ANYWHERE])],
  async preview(ctx, { pageId }) {
    const ref = { type: "page" as const, id: pageId }
    const site = await loadSite(ctx, await sequenceOf(ctx.tx), "all", [ref])
    await tried(ctx, site, verbs.deletePage, { pageId })
    const page = site.documents.get(`page:${pageId}`)!
    const address = site.facts.pages[pageId]?.address
    const { createdAt, changedAt } = await bornAt(ctx.tx, `page:${pageId}`)
    return {
      summary: `Delete the page ${quoteName(page.title)}`,
      target: {
        id: pageId,
        title: page.title,
        address: address === undefined ? null : `/${address}`,
        createdAt,
        changedAt,
      },
      after: null,
      things: [thingOf(page)],
      consequences:
        address === undefined ? [] : [`Nothing answers at ${quoteName(`/${address}`)} once the site is published.`],
    }
  },
})
