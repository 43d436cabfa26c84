import { randomUUID } from "node:crypto"
import type { Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"

export interface SkillRecord {
  id: string
  ownerId: string
  ownerName: string
  title: string
  description: string
  text: string
  shared: boolean
  /** Not all of it is known to be its owner's own words. */
  othersWrote: boolean
  version: number
  updatedAt: string
}

export type SkillFields = Pick<SkillRecord, "title" | "description" | "text">

/** A picker's worth: beyond it, searching is the way. */
const MOST_LISTED = 500

/** One's own and shared ones, by title. */
export async function listSkills(tx: Tx, personId: string | null): Promise<SkillRecord[]> {
  const { rows } = await tx.execute<Row>(sql`
    SELECT ${COLUMNS} FROM ${NAMED} WHERE s.shared OR ${isOwn(personId)}
    ORDER BY (${isOwn(personId)})::integer DESC, lower(s.title), s.id LIMIT ${MOST_LISTED}`)
  return rows
}

export async function findSkill(tx: Tx, id: string, personId: string | null): Promise<SkillRecord | null> {
  const { rows } = await tx.execute<Row>(
    sql`SELECT ${COLUMNS} FROM ${NAMED} WHERE s.id = ${id}::uuid AND (s.shared OR ${isOwn(personId)})`,
  )
  return rows[0] ?? null
}

/** Which of these are theirs to see. */
export async function seenSkillIds(tx: Tx, ids: readonly string[], personId: string | null): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT s.id FROM ai.skill s WHERE s.id::text = ANY(${sql.param([...ids])}::text[]) AND (s.shared OR ${isOwn(personId)})`,
  )
  return rows.map(({ id }) => id)
}

export async function countSkills(tx: Tx, personId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM ai.skill s WHERE ${isOwn(personId)}`,
  )
  return rows[0]?.count ?? 0
}

export async function insertSkill(tx: Tx, ownerId: string, fields: SkillFields, at: Date): Promise<string> {
  const id = randomUUID()
  const when = at.toISOString()
  await tx.execute(sql`
    INSERT INTO ai.skill (id, owner_id, title, description, text, created_at, updated_at)
    VALUES (${id}, ${ownerId}, ${fields.title}, ${fields.description}, ${fields.text}, ${when}::timestamptz, ${when}::timestamptz)`)
  return id
}

/** False when somebody else was faster: the version in the WHERE decides. */
export async function writeSkill(
  tx: Tx,
  { id, version }: { id: string; version: number },
  { title, description, text, shared }: Partial<SkillFields & Pick<SkillRecord, "shared">>,
  at: Date,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    UPDATE ai.skill SET title = coalesce(${title ?? null}, title), description = coalesce(${description ?? null}, description),
      text = coalesce(${text ?? null}, text), shared = coalesce(${shared ?? null}::boolean, shared),
      version = version + 1, updated_at = ${at.toISOString()}::timestamptz
    WHERE id = ${id}::uuid AND version = ${version} RETURNING id`)
  return rows.length > 0
}

export async function removeSkill(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`DELETE FROM ai.skill WHERE id = ${id}::uuid RETURNING id`)
  return rows.length > 0
}

/** What was theirs alone goes; what they shared is everyone's by now. */
export async function forgetSkillsOf(tx: Tx, personId: string): Promise<number> {
  const { rows } = await tx.execute(
    sql`DELETE FROM ai.skill s WHERE ${isOwn(personId)} AND NOT s.shared RETURNING s.id`,
  )
  return rows.length
}

type Row = SkillRecord & Record<string, unknown>

const NAMED = sql`ai.skill s LEFT JOIN platform.person p ON p.id = s.owner_id`
const COLUMNS = sql`s.id, s.owner_id AS "ownerId", coalesce(p.name, 'Somebody who left') AS "ownerName", s.title,
  s.description, s.text, s.shared, s.version, (SELECT bool_and(h.principal = 'user:' || s.owner_id) FROM platform.hand h
    WHERE h.type = 'ai.skill' AND h.id = s.id::text) IS NOT TRUE AS "othersWrote",
  to_char(s.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt"`

function isOwn(personId: string | null): SQL {
  return personId === null ? sql`false` : sql`(s.owner_id = ${personId}::uuid)`
}
