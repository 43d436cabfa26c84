import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"

/** A skill as it was when somebody switched it on. */
export interface SkillPin {
  id: string
  version: number
  title: string
  text: string
}

/** The pin of this skill; null where another one is on, or none was pinned yet. */
export async function readSkillPin(tx: Tx, conversationId: string, skillId: string): Promise<SkillPin | null> {
  const { rows } = await tx.execute<{ skill_pin: SkillPin }>(
    sql`SELECT skill_pin FROM platform.conversation WHERE id = ${conversationId}::uuid AND skill_pin->>'id' = ${skillId}`,
  )
  return rows[0]?.skill_pin ?? null
}

export async function writeSkillPin(tx: Tx, conversationId: string, pin: SkillPin | null): Promise<void> {
  const json = pin === null ? null : JSON.stringify(pin)
  await tx.execute(sql`UPDATE platform.conversation SET skill_pin = ${json}::jsonb WHERE id = ${conversationId}::uuid`)
}
