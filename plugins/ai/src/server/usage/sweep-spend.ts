import { abandonSpend } from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

/** Every minute. */
export const sweepSpend = implement(aiContract.sweepSpend, async (ctx) => {
  const abandoned = await abandonSpend(ctx.tx)
  if (abandoned > 0)
    ctx.audit({
      thing: { type: "ai.connection", id: "spend", name: "Spend" },
      note: `${abandoned} calls of models were lost with their server and count with what was set aside for them.`,
    })
  return { abandoned }
})
