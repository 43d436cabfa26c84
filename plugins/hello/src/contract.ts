import { defineAccess, defineContract, Instant, line, procedure } from "@countersign/core/contract"
import { z } from "zod"

export const greetingAccess = defineAccess("hello.greeting", {
  read: "See greetings",
  manage: "Leave greetings",
})

export const Greeting = z.object({ id: z.uuid(), to: z.string(), from: z.string(), at: Instant })
export type Greeting = z.infer<typeof Greeting>

export const helloContract = defineContract("hello", {
  list: procedure({
    summary: "List the latest greetings.",
    effect: "read",
    access: greetingAccess.read,
    input: z.object({}),
    output: z.object({ greetings: z.array(Greeting) }),
  }),
  greet: procedure({
    summary: "Greet somebody.",
    effect: "mutate",
    access: greetingAccess.manage,
    input: z.object({ to: line("A name", 80) }),
    output: Greeting,
  }),
})
