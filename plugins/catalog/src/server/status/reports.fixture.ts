import { defineContract, type InputOf, type OutputOf, procedure } from "@countersign/core/contract"
import { definePlugin, implement, type Plugin } from "@countersign/core/server"
import { z } from "zod"
import { catalogContract } from "../../contract.ts"

const input = z.object({ reports: z.array(z.record(z.string(), z.unknown())) })

/** A plugin that reports what a test tells it to. */
export function reporter(id: string): Plugin & { say: ReturnType<typeof sayAs> } {
  const say = sayAs(id)
  const plugin = definePlugin({ id, contract: { say: say.procedure }, verbs: { say } })
  return { ...plugin, say }
}

type Reports = InputOf<typeof catalogContract.reportStatuses>["reports"]

function sayAs(id: string) {
  const contract = defineContract(id, {
    say: procedure({
      summary: "Say it.",
      effect: "mutate",
      access: "signedIn",
      input,
      output: z.object({ changed: z.array(z.unknown()) }),
    }),
  })
  return implement(contract.say, async (ctx, { reports }): Promise<OutputOf<typeof catalogContract.reportStatuses>> => {
    const answer = await ctx.call(catalogContract.reportStatuses, { reports: reports as unknown as Reports })
    ctx.audit({ note: "Said." })
    return answer
  })
}
