import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { greet } from "../greet.ts"

export const greetTool = defineTool({
  name: "greet", // offered as hello.greet
  words: "Greet somebody",
  verb: greet,
  description: "Greet somebody when the operator asks for it. Pass the name as `to`, as it shall be read.",
  quotes: ({ result }) => (result ? [{ type: "hello.greeting", id: result.id }] : []),
  preview: async (_ctx, { to }) => ({ summary: `Greet ${quoteName(to)}`, after: { to } }),
})
