import { type BrowserToolOptions, NotFoundError } from "@countersign/core/server"
import type { aiContract } from "../../contract.ts"
import { keyOf, seenThings } from "../proposals/seen-things.ts"

/** What the tab cannot know by itself: whether there is such a thing, and whose words its name is. */
export const showPage: BrowserToolOptions<typeof aiContract.showPage> = {
  describe: ({ thing, page }, say) => `Opened ${say.name(thing?.id) ?? (page ? say.quote(page) : "a page")}`,
  async check(ctx, { thing }) {
    if (!thing || (await seenThings(ctx, [thing])).has(keyOf(thing))) return
    throw new NotFoundError(
      `No ${thing.type.split(".").at(-1)} with this id is there for the operator to see. Look for the right one with another tool first.`,
    )
  },
  // The title of a thing's page is its name. Pages of the navigation are told by our own words, and nothing else is told.
  quotes: ({ input }) => (input.thing ? [input.thing] : []),
}
