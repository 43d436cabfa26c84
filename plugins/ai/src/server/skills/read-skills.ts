import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { readSkill, visibleSkills } from "./skill-sight.ts"

export const listSkills = implement(aiContract.listSkills, async (ctx, { query = "", scope }) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const skills = (await visibleSkills(ctx)).filter(({ title, description, scopes }) => {
    const searched = `${title} ${description}`.toLowerCase()
    const offered = !scope || scopes.length === 0 || scopes.includes(scope)
    return offered && words.every((word) => searched.includes(word))
  })
  return { skills }
})

export const getSkill = implement(aiContract.getSkill, (ctx, { skillId }) => readSkill(ctx, skillId))
