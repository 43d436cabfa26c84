import { defineTool } from "@countersign/core/server"
import { listGreetings } from "../list-greetings.ts"

export const listTool = defineTool({
  name: "list",
  describe: () => "Looked at greetings",
  verb: listGreetings,
  description: "List the latest greetings. Call it when the operator asks who greeted whom. It takes no arguments.",
  quotes: ({ result }) => result?.greetings.map(({ id }) => ({ type: "hello.greeting", id })) ?? [],
})
