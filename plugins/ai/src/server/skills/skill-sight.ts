import { quoteName } from "@countersign/core/contract"
import { type Ctx, ForbiddenError, holds, NotFoundError } from "@countersign/core/server"
import { type Skill, skillAccess } from "../../contract.ts"
import { personBehind } from "../proposals/person-behind.ts"
import { findSkill, listSkills, type SkillRecord } from "./skill-store.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Every skill that the caller may switch on: those that plugins bring first. */
export async function visibleSkills(ctx: Ctx): Promise<Skill[]> {
  const written = await listSkills(ctx.tx, personBehind(ctx.principal))
  return [...builtInSkills(ctx), ...written.map((record) => presentSkill(ctx, record))]
}

export async function readSkill(ctx: Ctx, id: string): Promise<Skill> {
  const builtIn = builtInSkills(ctx).find((skill) => skill.id === id)
  if (builtIn) return builtIn
  const record = UUID.test(id) ? await findSkill(ctx.tx, id, personBehind(ctx.principal)) : null
  if (!record) throw goneSkill(id)
  return presentSkill(ctx, record)
}

export async function readSkillToChange(ctx: Ctx, id: string): Promise<SkillRecord> {
  const record = await findSkill(ctx.tx, id, personBehind(ctx.principal))
  if (!record) throw goneSkill(id)
  if (!mayChange(ctx, record))
    throw new ForbiddenError(
      `${quoteName(record.title)} is shared, and changing what everyone relies on takes the permission ${skillAccess.manage.id}. ` +
        "An administrator can grant it.",
    )
  return record
}

export function presentSkill(ctx: Ctx, record: SkillRecord): Skill {
  const { ownerId, ownerName, othersWrote, ...skill } = record
  return {
    ...skill,
    origin: ownerId === personBehind(ctx.principal) ? "own" : "shared",
    plugin: null,
    owner: { id: ownerId, name: ownerName },
    scopes: [],
    mayChange: mayChange(ctx, record),
    pinned: record.shared || othersWrote,
  }
}

/** A private skill is its owner's: the log tells that it changed, not what it says. */
export function auditSkill({ ownerName, text, updatedAt, othersWrote, ...record }: SkillRecord): object {
  return record.shared ? { ...record, text } : record
}

export function goneSkill(id: string): NotFoundError {
  return new NotFoundError(
    `No skill has the id "${id}", or it is not yours to see. ai.listSkills names those you can use.`,
  )
}

function builtInSkills({ runtime }: Ctx): Skill[] {
  return runtime.plugins.flatMap((plugin) =>
    (plugin.assistant?.skills ?? []).map(({ id, title, description, text, scopes = [] }) => ({
      id: `${plugin.id}.${id}`,
      title,
      description,
      text,
      origin: "builtIn" as const,
      plugin: plugin.id,
      owner: null,
      shared: true,
      scopes: [...scopes],
      mayChange: false,
      pinned: false,
      updatedAt: null,
      version: 0,
    })),
  )
}

function mayChange({ principal }: Ctx, { shared, ownerId }: SkillRecord): boolean {
  if (shared) return holds(principal, skillAccess.manage)
  return ownerId === personBehind(principal) && holds(principal, skillAccess.write)
}
