import { forgetPersonInChat, forgetPersonInSpend, forgetPersonInToolCalls } from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../contract.ts"
import { forgetMemoryOf } from "./memory/memory-store.ts"
import { forgetSkillsOf } from "./skills/skill-store.ts"

export const erasePerson = implement(aiContract.erasePerson, async (ctx, { personId, name }) => {
  const calls = await forgetPersonInToolCalls(ctx, personId, name)
  const asked = await forgetPersonInSpend(ctx.tx, personId, name)
  const notes = await forgetMemoryOf(ctx.tx, personId)
  const skills = await forgetSkillsOf(ctx.tx, personId)
  const conversations = await forgetPersonInChat(ctx.tx, personId)
  ctx.audit({
    thing: { type: "ai.proposal", id: personId, name },
    note: `${calls} calls of tools and ${asked} of models bear another name now; ${notes} notes, ${skills} skills and ${conversations} conversations of theirs alone are gone.`,
  })
  for (const resource of ["ai.proposal", "ai.memory", "ai.skill", "ai.conversation"]) ctx.signal(resource)
  return { calls }
})
