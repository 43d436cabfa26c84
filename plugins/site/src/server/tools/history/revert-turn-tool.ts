import { defineTool } from "@countersign/core/server"
import { ANYWHERE } from "../../whose-words.ts"
import { SCOPES } from "../run/make-tool.ts"
import { toolVerbs as verbs } from "../verbs.ts"
import { planRevert } from "./revert-turn.ts"

export const revertTurnTool = defineTool({
  name: "revertTurn",
  verb: verbs.revertTurn,
  describe: () => "Take back a turn",
  tell: () => "Took back a turn",
  description:
    "Take back what was done in a turn, by its turnId from listChanges; without one, your latest. What others changed since stays and is named.",
  scopes: SCOPES,
  draft: true,
  quotes: ({ result }) => (result?.left.length === 0 ? [] : [ANYWHERE]),
  async preview(ctx, input) {
    const { turn, changes, reverted } = await planRevert(ctx, input)
    const count = reverted.data.reverted
    return {
      summary: `Take back a turn of ${changes.length === 1 ? "1 change" : `${changes.length} changes`}`,
      target: { turn, last: changes.at(-1)?.sequence, steps: count },
      consequences: reverted.data.left,
    }
  },
})
