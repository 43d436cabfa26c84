import {
  capabilityProcedures,
  defineContract,
  defineEvent,
  defineKind,
  defineTopic,
  Instant,
  type KindEntry,
  line,
  procedure,
} from "@countersign/core/contract"
import { z } from "zod"
import { greetingAccess } from "./contract/access.ts"

export { greetingAccess } from "./contract/access.ts"

export { helloSettings } from "./contract/settings.ts"

export const Greeting = z.object({ id: z.uuid(), to: z.string(), from: z.string(), words: z.string(), at: Instant })
export type Greeting = z.infer<typeof Greeting>

/** A way to begin a greeting. Other plugins may bring more. */
export interface Salutation extends KindEntry {
  begin(to: string): string
}
export const salutation = defineKind<Salutation>("hello.salutation", "salutations")

export const greeted = defineEvent("hello.greeted", {
  summary: "Somebody was greeted.",
  payload: Greeting,
  about: { type: "hello.greeting", path: "id" },
  access: greetingAccess.read,
})

/** A greeting was left, with its number. The key is whom it is for: there is one door, and its name is "everybody". */
export const GreetingLeft = z.object({ sequence: z.int(), from: z.string(), words: z.string() })
export const greetingLeft = defineTopic("hello.greetingLeft", { message: GreetingLeft })
export const DOOR = "everybody"

export const helloContract = defineContract("hello", {
  list: procedure({
    summary: "List the latest greetings.",
    effect: "read",
    access: greetingAccess.read,
    input: z.object({}),
    output: z.object({ greetings: z.array(Greeting) }),
  }),
  tally: procedure({
    summary: "Tell anybody how many greetings were left, and when the last one was.",
    effect: "read",
    access: "anyone",
    input: z.object({}),
    output: z.object({ greetings: z.int(), latest: Instant.nullable() }),
  }),
  fade: procedure({
    summary: "Forget a greeting that is due for it.",
    effect: "destructive",
    access: "internal",
    input: z.object({ id: z.uuid(), lease: z.uuid() }),
    output: z.object({}),
  }),
  follow: procedure({
    summary: "Tell the greetings that were left after a number.",
    effect: "read",
    access: greetingAccess.read,
    input: z.object({ key: z.string().max(80), after: z.int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    output: z.object({ messages: z.array(GreetingLeft) }),
  }),
  ...capabilityProcedures(greetingAccess.read),
  greet: procedure({
    summary: "Greet somebody.",
    effect: "mutate",
    access: greetingAccess.manage,
    input: z.object({
      to: line("A name", 80),
      salutation: line("A salutation", 40).optional().describe("The id of a salutation from listCapabilities."),
    }),
    output: Greeting,
  }),
})
