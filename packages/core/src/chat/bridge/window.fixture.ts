import { z } from "zod"
import { implement } from "../../access/implement.ts"
import { browserTool } from "../../contract/browser-tool.ts"
import { TabImages } from "../../contract/chat/tab.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { definePlugin } from "../../define-plugin.ts"
import { bookAccess } from "../../gate/shelf.fixture.ts"

const Seen = z.object({ seen: z.string().max(400_000) })
const tool = { words: "Looked out", description: "Look out of the operator's window.", access: bookAccess.read }

export const windowContract = defineContract("window", {
  look: browserTool({ summary: "Look.", ...tool, input: z.object({ at: z.string().max(100) }), output: Seen }),
  depict: browserTool({
    summary: "Depict.",
    ...tool,
    input: z.object({}),
    output: z.object({ label: z.string().max(100), images: TabImages.optional() }),
  }),
  anyway: browserTool({ summary: "Look anyway.", ...tool, input: z.object({ at: z.string() }), output: Seen }),
  /** What stands in for a page. */
  imagine: procedure({
    summary: "Imagine.",
    effect: "read",
    access: bookAccess.read,
    input: z.object({ at: z.string() }),
    output: Seen,
  }),
})

const imagine = implement(windowContract.imagine, async (_, { at }) => ({ seen: `${at}, as imagined` }))

/** A plugin whose tools run in a tab. It needs the shelf, whose rule it goes by. */
export const windowPlugin = definePlugin({
  id: "window",
  contract: windowContract,
  requires: ["shelf"],
  verbs: { imagine },
  browserTools: { look: { quotes: "nothing" }, anyway: { fallback: imagine } },
})
