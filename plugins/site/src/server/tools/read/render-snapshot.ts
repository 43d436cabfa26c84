import type { BrowserToolOptions } from "@countersign/core/server"
import type { siteContract } from "../../../contract.ts"
import { SCOPES } from "../run/make-tool.ts"

/** What the tab does not say. Its answer is held to ids, numbers and words of ours by the contract, so that nobody else's can be in it. */
export const renderSnapshot: BrowserToolOptions<typeof siteContract.renderSnapshot> = {
  scopes: SCOPES,
  aliases: ["render_snapshot"],
  heavy: true,
  describe: ({ document }, say) => {
    const title = document === undefined ? undefined : say.name(document)
    return title === undefined ? "Measured how a page looks" : `Measured how ${title} looks`
  },
  quotes: "nothing",
}
