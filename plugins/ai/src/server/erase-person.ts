import { forgetPersonInToolCalls, implement } from "@countersign/core/server"
import { aiContract } from "../contract.ts"

export const erasePerson = implement(aiContract.erasePerson, async (ctx, { personId, name }) => {
  const calls = await forgetPersonInToolCalls(ctx.tx, personId, name)
  ctx.audit({
    thing: { type: "ai.proposal", id: personId, name },
    note: `${calls} calls of tools bear another name now.`,
  })
  ctx.signal("ai.proposal")
  return { calls }
})
