import { capabilities, definePlugin, topic } from "@countersign/core/server"
import createGreeting from "../migrations/0001-create-greeting.ts"
import wordsOfGreeting from "../migrations/0002-words-of-greeting.ts"
import greetingsFade from "../migrations/0003-greetings-fade.ts"
import numbersOfGreetings from "../migrations/0004-numbers-of-greetings.ts"
import { greeted, greetingAccess, greetingLeft, helloContract, helloSettings, salutation } from "./contract.ts"
import { fade } from "./server/fade.ts"
import { fader } from "./server/fader.ts"
import { followGreetings } from "./server/follow-greetings.ts"
import { greet } from "./server/greet.ts"
import { listGreetings } from "./server/list-greetings.ts"
import { publicPage } from "./server/public-page.ts"
import { salutations } from "./server/salutations.ts"
import { tally } from "./server/tally.ts"
import { greetTool } from "./server/tools/greet-tool.ts"
import { listTool } from "./server/tools/list-tool.ts"

const offered = capabilities(helloContract, [salutation])

export const helloPlugin = definePlugin({
  id: "hello",
  contract: helloContract,
  access: [greetingAccess],
  migrations: [createGreeting, wordsOfGreeting, greetingsFade, numbersOfGreetings],
  verbs: { list: listGreetings, tally, greet, fade, follow: followGreetings, ...offered.verbs },
  routes: [publicPage],
  events: [greeted],
  declares: [salutation],
  kinds: salutations,
  tools: [listTool, greetTool, ...offered.tools],
  topics: [topic(greetingLeft, { follow: followGreetings })],
  settings: helloSettings,
  workers: [fader],
  assistant: { holds: "Greetings that people left for each other are kept here." },
})
