import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { salutation } from "../../contract.ts"
import { greet } from "../greet.ts"
import { greetingWords } from "../greeting-words.ts"
import { PLAIN } from "../salutations.ts"

export const greetTool = defineTool({
  name: "greet", // offered as hello.greet
  describe: ({ to }, say) => `Greet ${to ? say.quote(to) : "somebody"}`,
  verb: greet,
  description: "Greet somebody when the operator asks for it. Pass the name as `to`, as it shall be read.",
  quotes: ({ result }) => (result ? [{ type: "hello.greeting", id: result.id }] : []),
  async preview(ctx, { to, salutation: way = PLAIN }) {
    const { title } = ctx.kinds.demand(salutation, way)
    const words = await greetingWords(ctx, to, way)
    return { summary: `Greet ${quoteName(to)}`, after: { to, salutation: title, words } }
  },
})
