import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, InvalidInputError, implement } from "@countersign/core/server"
import { aiContract, type Skill } from "../../contract.ts"
import { storedText } from "../memory/stored-text.ts"
import { demandPerson } from "../proposals/person-behind.ts"
import { auditSkill, goneSkill, presentSkill, readSkillToChange } from "./skill-sight.ts"
import { countSkills, findSkill, insertSkill, removeSkill, type SkillRecord, writeSkill } from "./skill-store.ts"

const LONGEST = { title: 120, description: 300, text: 8_000 } as const
const MOST_OWN = 100

export const createSkill = implement(aiContract.createSkill, async (ctx, fields) => {
  const ownerId = demandPerson(ctx, "skills")
  if ((await countSkills(ctx.tx, ownerId)) >= MOST_OWN)
    throw new ConflictError(`You have ${MOST_OWN} skills already. Delete one you no longer use first.`)
  const id = await insertSkill(ctx.tx, ownerId, { ...fields, ...stored(ctx, fields) }, await ctx.now())
  const record = await findSkill(ctx.tx, id, ownerId)
  if (!record) throw goneSkill(id)
  ctx.audit({ after: auditSkill(record) })
  return presentSkill(ctx, record)
})

export const updateSkill = implement(aiContract.updateSkill, async (ctx, { skillId, version, ...fields }) =>
  change(ctx, await readSkillToChange(ctx, skillId), version, stored(ctx, fields)),
)

export const shareSkill = implement(aiContract.shareSkill, async (ctx, { skillId, version, shared }) => {
  const before = await readSkillToChange(ctx, skillId)
  if (before.shared === shared)
    throw new InvalidInputError(`${quoteName(before.title)} is ${shared ? "shared" : "its owner's alone"} already.`, [
      { path: "shared", message: "Nothing would change." },
    ])
  return change(ctx, before, version, { shared })
})

export const deleteSkill = implement(aiContract.deleteSkill, async (ctx, { skillId }) => {
  const before = await readSkillToChange(ctx, skillId)
  if (!(await removeSkill(ctx.tx, skillId))) throw goneSkill(skillId)
  ctx.audit({ before: auditSkill(before) })
  return { id: skillId }
})

async function change(
  ctx: Ctx,
  before: SkillRecord,
  version: number,
  changes: Partial<Omit<SkillRecord, "id" | "version">>,
): Promise<Skill> {
  const at = await ctx.now()
  if (!(await writeSkill(ctx.tx, { id: before.id, version }, changes, at)))
    throw new ConflictError(
      `${quoteName(before.title)} was changed somewhere else since you read it. Look at it again before changing it.`,
      presentSkill(ctx, before),
    )
  // Not read again: whoever makes another's skill private does not see it any more.
  const after = { ...before, ...changes, version: version + 1, updatedAt: at.toISOString() }
  ctx.audit({ before: auditSkill(before), after: auditSkill(after) })
  return presentSkill(ctx, after)
}

function stored<Fields extends Partial<Record<keyof typeof LONGEST, string>>>(ctx: Ctx, fields: Fields): Fields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const clean = given.map(([key, value]) => [key, storedText(ctx, value, LONGEST[key as keyof typeof LONGEST])])
  return Object.fromEntries(clean) as Fields
}
