import { type Caller, type McpPrompts, NotFoundError } from "@countersign/core/server"
import type { SkillSummary } from "../../contract.ts"
import { getSkill, listSkills } from "./read-skills.ts"

/** Skills, for MCP clients: what an operator switches on in the chat, their own client's people begin with. */
export const skillPrompts: McpPrompts = {
  async list(caller) {
    return [...(await namedSkills(caller))].map(([name, { title, description }]) => ({ name, title, description }))
  },
  async get(caller, name) {
    const skill = (await namedSkills(caller)).get(name)
    if (!skill) throw new NotFoundError(`There is no skill called "${name}".`)
    const { text, description } = await getSkill(caller, { skillId: skill.id })
    return { text, description }
  },
}

/** People type these names, so a written skill is called after its title; of two alike, the later bears a mark. */
async function namedSkills(caller: Caller): Promise<Map<string, SkillSummary>> {
  const { skills } = await listSkills(caller, {})
  const named = new Map<string, SkillSummary>()
  for (const skill of skills) {
    const name = skill.origin === "builtIn" ? skill.id : slugOf(skill.title)
    named.set(named.has(name) || name === "" ? `${name || "skill"}-${skill.id.slice(0, 8)}` : name, skill)
  }
  return named
}

function slugOf(title: string): string {
  const words =
    title
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.join("-").slice(0, 60)
}
