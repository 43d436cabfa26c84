import { defineTool } from "@countersign/core/server"
import { askOperator } from "../ask/ask-operator.ts"

export const askOperatorTool = defineTool({
  name: "askOperator",
  describe: () => "Asked you",
  verb: askOperator,
  description:
    "Ask the operator when only they can make a choice: which of several things they mean, or a decision that is theirs. " +
    "Pass one short question and one to six answers they could give, in their language. It ends the turn, and their next " +
    "message is the answer, so ask only what no tool can tell you, and do everything else first.",
  quotes: "nothing",
  asks: true,
})
