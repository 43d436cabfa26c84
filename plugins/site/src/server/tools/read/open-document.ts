import { type BrowserToolOptions, NotFoundError } from "@countersign/core/server"
import type { siteContract } from "../../../contract.ts"
import { keyOf } from "../../../document.ts"
import { presentAmong } from "../../part-store.ts"
import { namedBy } from "../run/load-site.ts"
import { SCOPES } from "../run/make-tool.ts"

/** Models know it as `openDocument`, which is here how a tab reads one. */
export const showDocument: BrowserToolOptions<typeof siteContract.showDocument> = {
  name: "openDocument",
  scopes: SCOPES,
  aliases: ["open_document"],
  describe: ({ document }, say) => {
    const title = document === undefined ? undefined : say.name(document)
    return title === undefined ? "Opened a document in the editor" : `Opened ${title} in the editor`
  },
  check: async (ctx, { document }) => {
    const [ref] = namedBy(document)
    const present = ref ? await presentAmong(ctx.tx, [keyOf(ref)]) : new Set()
    // Without the title that a deleted one had, and without what a model made up: a refusal has nobody's words.
    if (present.size === 0)
      throw new NotFoundError("There is no such document. List the documents to find the right one.")
  },
  quotes: "nothing",
}
