import { ChatScope, Instant, line, procedure, Version } from "@countersign/core/contract"
import { z } from "zod"
import { skillAccess } from "./access.ts"

const SkillId = z.string().min(1).max(100).describe("incident.triage for a built-in one, else the id it was given.")
const OwnSkillId = z.uuid().toLowerCase()

const SkillTitle = line("A title", 120)
const SkillDescription = z
  .string()
  .trim()
  .max(300, "A description has at most 300 characters.")
  .refine((text) => !/\p{Cc}/u.test(text), "A description has no line breaks or control characters.")
const SkillText = z
  .string()
  .trim()
  .min(1, "Write what the assistant shall do.")
  .max(8_000, "A skill has at most 8000 characters. Say it shorter, or split it.")
  .refine((text) => !text.includes("\u0000"), "This text has a character that cannot be stored.")

export const SkillSummary = z.object({
  id: z.string(),
  title: z.string(),
  /** When to use it, in a line. */
  description: z.string(),
  origin: z.enum(["builtIn", "own", "shared"]),
  /** The plugin that brings a built-in one. */
  plugin: z.string().nullable(),
  owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  shared: z.boolean(),
  /** Which workspaces offer it; empty for all. */
  scopes: z.array(ChatScope),
  mayChange: z.boolean(),
  /** Others may change it, or have: a conversation goes on with the version that was switched on in it. */
  pinned: z.boolean(),
  updatedAt: Instant.nullable(),
  /** Zero for a built-in one, which changes with the product alone. */
  version: Version,
})
export type SkillSummary = z.infer<typeof SkillSummary>

export const Skill = SkillSummary.extend({
  /** Instructions for the assistant, in Markdown. */
  text: z.string(),
})
export type Skill = z.infer<typeof Skill>

const changing = { effect: "mutate", access: skillAccess.write } as const

/** Ways of working that an operator switches on for a conversation: built-in ones, their own and shared ones. */
export const skillProcedures = {
  listSkills: procedure({
    summary: "List the skills you can switch on: built-in ones, your own and those that are shared.",
    effect: "read",
    access: skillAccess.read,
    input: z.object({
      query: z.string().trim().max(200).optional().describe("Words that the title or the description contains."),
      scope: ChatScope.optional().describe("Only those that this workspace offers."),
    }),
    output: z.object({ skills: z.array(SkillSummary) }),
  }),
  getSkill: procedure({
    summary: "Read one skill with its instructions.",
    effect: "read",
    access: skillAccess.read,
    input: z.object({ skillId: SkillId }),
    output: Skill,
  }),
  createSkill: procedure({
    summary: "Write a skill of your own. What looks like a credential is taken out.",
    ...changing,
    input: z.object({ title: SkillTitle, description: SkillDescription.default(""), text: SkillText }),
    output: Skill,
  }),
  updateSkill: procedure({
    summary: "Change a skill. What is left out stays as it is. A shared one takes ai.skill.manage.",
    ...changing,
    input: z.object({
      skillId: OwnSkillId,
      version: Version,
      title: SkillTitle.optional(),
      description: SkillDescription.optional(),
      text: SkillText.optional(),
    }),
    output: Skill,
  }),
  deleteSkill: procedure({
    summary: "Delete a skill. Conversations that had it on go on without it. A shared one takes ai.skill.manage.",
    effect: "destructive",
    access: skillAccess.write,
    input: z.object({ skillId: OwnSkillId }),
    output: z.object({ id: z.uuid() }),
  }),
  shareSkill: procedure({
    summary: "Share a skill of yours with everyone, or make it its owner's alone again.",
    effect: "mutate",
    access: skillAccess.manage,
    input: z.object({ skillId: OwnSkillId, version: Version, shared: z.boolean().default(true) }),
    output: Skill,
  }),
}
