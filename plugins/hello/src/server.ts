import { definePlugin } from "@countersign/core/server"
import createGreeting from "../migrations/0001-create-greeting.ts"
import { greetingAccess, helloContract } from "./contract.ts"
import { greet } from "./server/greet.ts"
import { listGreetings } from "./server/list-greetings.ts"
import { greetTool } from "./server/tools/greet-tool.ts"
import { listTool } from "./server/tools/list-tool.ts"

export const helloPlugin = definePlugin({
  id: "hello",
  contract: helloContract,
  access: [greetingAccess],
  migrations: [createGreeting],
  verbs: { list: listGreetings, greet },
  tools: [listTool, greetTool],
  assistant: { holds: "Greetings that people left for each other are kept here." },
})
