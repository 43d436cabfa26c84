import { z } from "zod"
import { defineContract, procedure } from "../procedure.ts"

export const idempotencyContract = defineContract("platform", {
  sweepIdempotency: procedure({
    summary: "Remove remembered answers whose time is over.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ removed: z.int() }),
  }),
})
