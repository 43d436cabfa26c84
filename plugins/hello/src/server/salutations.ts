import { z } from "zod"
import { salutation } from "../contract.ts"

/** What greetings begin with unless somebody asks for another way. */
export const PLAIN = "plain"

const nothing = z.object({})

export const salutations = [
  salutation.of({
    id: PLAIN,
    title: "Plain",
    description: "For everybody, at any time.",
    config: nothing,
    begin: (to) => `Hello, ${to}.`,
  }),
  salutation.of({
    id: "formal",
    title: "Formal",
    description: "For people one does not know.",
    config: nothing,
    begin: (to) => `Good day, ${to}.`,
  }),
]
