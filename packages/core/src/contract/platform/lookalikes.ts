import { z } from "zod"
import { defineContract, procedure } from "../procedure.ts"

export const lookalikesContract = defineContract("platform", {
  listLookalikes: procedure({
    summary: "Tell which of these things have a name that looks like another's of their kind.",
    effect: "read",
    access: "signedIn",
    input: z.object({
      type: z.string().min(1).max(100).describe("The kind of thing, such as platform.team."),
      ids: z.array(z.string().min(1).max(200)).max(1_000),
    }),
    output: z.object({
      /** Of those asked for. Others are named only as far as the caller may see them. */
      lookalikes: z.array(
        z.object({ id: z.string(), others: z.array(z.object({ id: z.string(), name: z.string() })) }),
      ),
    }),
  }),
})
