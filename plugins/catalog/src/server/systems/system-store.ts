import { randomUUID } from "node:crypto"
import type { Named } from "@countersign/core/contract"
import { byCloseness, instant, keyset, type Page, type PageRequest, type Tx } from "@countersign/core/server"
import { and, type SQL, sql } from "drizzle-orm"
import type { z } from "zod"
import type { ContactInput, System, SystemLink, SystemSummary } from "../../contract.ts"
import { withConstraints } from "../refusals.ts"

/** What is written of a system; its groups and environments are in `membership-store.ts`. */
export interface SystemFields {
  name: string
  description: string
  ownerTeamId: string | null
  contacts: z.infer<typeof ContactInput>[]
  links: SystemLink[]
  tags: string[]
  metadata: Record<string, string>
}

const SORT_COLUMNS = {
  name: { expression: sql`s.name_key`, type: "text" },
  updatedAt: { expression: sql`s.updated_at`, type: "timestamptz" },
  createdAt: { expression: sql`s.created_at`, type: "timestamptz" },
  status: { expression: sql`s.status_rank`, type: "integer" },
} as const

const SUMMARY = sql`
  s.id, s.name, s.description, s.tags, s.status, s.version,
  ${instant(sql`s.status_since`)} AS "statusSince",
  ${instant(sql`s.created_at`)} AS "createdAt",
  ${instant(sql`s.updated_at`)} AS "updatedAt",
  (SELECT jsonb_build_object('id', t.id, 'name', t.name) FROM platform.team t WHERE t.id = s.owner_team_id) AS "ownerTeam",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) ORDER BY g.name_key), '[]')
    FROM catalog.group_member m JOIN catalog.system_group g ON g.id = m.group_id WHERE m.system_id = s.id) AS groups,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) ORDER BY e.name_key), '[]')
    FROM catalog.system_environment m JOIN catalog.environment e ON e.id = m.environment_id WHERE m.system_id = s.id) AS environments`

// A person's name is looked up when the contact is read, so that a changed name shows everywhere.
const CONTACTS = sql`
  (SELECT coalesce(jsonb_agg(c.contact || jsonb_build_object('display', coalesce(
      p.name, CASE WHEN c.person IS NULL THEN c.contact ->> 'value' ELSE 'Somebody who left' END)) ORDER BY c.position), '[]')
    FROM (SELECT contact, position, CASE WHEN contact ->> 'kind' = 'person'
        AND contact ->> 'value' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (contact ->> 'value')::uuid END AS person
      FROM jsonb_array_elements(s.contacts) WITH ORDINALITY AS one(contact, position)) c
    LEFT JOIN platform.person p ON p.id = c.person AND p.erased_at IS NULL) AS contacts`

export async function listSystems(
  tx: Tx,
  request: PageRequest & { text?: string | undefined },
  ...conditions: (SQL | undefined)[]
): Promise<Page<SystemSummary>> {
  const match = byCloseness(request.text, { name: sql`s.name`, tags: sql`array_to_string(s.tags, ' ')` })
  const page = keyset(request, { ...SORT_COLUMNS, match }, { expression: sql`s.id`, type: "uuid" })
  const result = await tx.execute<SystemSummary & { mark: string }>(sql`
    SELECT ${SUMMARY}, ${page.mark} AS mark FROM catalog.system s
    WHERE ${page.where(...conditions) ?? sql`true`}
    ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  return page.toPage(
    result.rows,
    (row) => row.id,
    ({ mark: _, ...system }) => system,
  )
}

export async function findSystem(tx: Tx, id: string): Promise<System | null> {
  const [system] = await readSystems(tx, sql`s.id = ${id}::uuid`)
  return system ?? null
}

export async function readSystems(tx: Tx, ...conditions: (SQL | undefined)[]): Promise<System[]> {
  const result = await tx.execute<System & Record<string, unknown>>(sql`
    SELECT ${SUMMARY}, ${CONTACTS}, s.links, s.metadata FROM catalog.system s
    WHERE ${and(...conditions) ?? sql`true`} ORDER BY s.name_key`)
  return result.rows
}

export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Named[]> {
  const result = await tx.execute<{ id: string; name: string }>(
    sql`SELECT id, name FROM catalog.system WHERE id = ANY(${sql.param([...ids])}::uuid[]) ORDER BY name_key`,
  )
  return result.rows
}

export async function countTags(
  tx: Tx,
  options: { text: string | undefined; limit: number },
  ...conditions: (SQL | undefined)[]
): Promise<{ tag: string; systemCount: number }[]> {
  const wanted = options.text ? sql`strpos(tag, ${options.text.toLowerCase()}) > 0` : sql`true`
  const result = await tx.execute<{ tag: string; systemCount: number }>(sql`
    SELECT tag, count(*)::integer AS "systemCount" FROM catalog.system s, unnest(s.tags) AS tag
    WHERE ${and(wanted, ...conditions)} GROUP BY tag ORDER BY count(*) DESC, tag COLLATE "C" LIMIT ${options.limit}`)
  return result.rows
}

/** In one statement, whatever their number. Returns the ids in the same order. */
export async function insertSystems(tx: Tx, systems: readonly SystemFields[], at: Date): Promise<string[]> {
  const rows = systems.map((system) => ({ id: randomUUID(), ...system }))
  await withConstraints(systems[0]?.name, () =>
    tx.execute(sql`
      INSERT INTO catalog.system (id, name, description, owner_team_id, contacts, links, tags, metadata, created_at, updated_at)
      SELECT r.id, r.name, r.description, r."ownerTeamId", r.contacts, r.links,
        ARRAY(SELECT jsonb_array_elements_text(r.tags)), r.metadata, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, name text, description text, "ownerTeamId" uuid,
        contacts jsonb, links jsonb, tags jsonb, metadata jsonb)`),
  )
  return rows.map((row) => row.id)
}

/** False when the system is gone or was changed since that version: the WHERE decides, not an earlier read. */
export async function updateSystem(
  tx: Tx,
  { id, version }: { id: string; version: number },
  changes: Partial<SystemFields>,
  at: Date,
): Promise<boolean> {
  const set = [sql`version = version + 1`, sql`updated_at = ${at.toISOString()}::timestamptz`]
  const { name, description, ownerTeamId, contacts, links, tags, metadata } = changes
  if (name !== undefined) set.push(sql`name = ${name}`)
  if (description !== undefined) set.push(sql`description = ${description}`)
  if (ownerTeamId !== undefined) set.push(sql`owner_team_id = ${ownerTeamId}::uuid`)
  if (contacts !== undefined) set.push(sql`contacts = ${JSON.stringify(contacts)}::jsonb`)
  if (links !== undefined) set.push(sql`links = ${JSON.stringify(links)}::jsonb`)
  if (tags !== undefined) set.push(sql`tags = ${sql.param(tags)}::text[]`)
  if (metadata !== undefined) set.push(sql`metadata = ${JSON.stringify(metadata)}::jsonb`)
  const result = await withConstraints(name, () =>
    tx.execute(
      sql`UPDATE catalog.system SET ${sql.join(set, sql`, `)} WHERE id = ${id}::uuid AND version = ${version}`,
    ),
  )
  return result.rowCount === 1
}

/** With its reports, history and memberships, by the foreign keys. False when it was changed since, or is gone. */
export async function deleteSystem(tx: Tx, id: string, version: number | undefined): Promise<boolean> {
  const unchanged = version === undefined ? sql`true` : sql`version = ${version}`
  const result = await tx.execute(sql`DELETE FROM catalog.system WHERE id = ${id}::uuid AND ${unchanged}`)
  return result.rowCount === 1
}

/** Drops contacts that point at a person: by id, by their address, or by their very name. */
export async function dropContactsOf(
  tx: Tx,
  personId: string,
  at: Date,
): Promise<{ id: string; name: string; dropped: number }[]> {
  const result = await tx.execute<{ id: string; name: string; dropped: number }>(sql`
    WITH wanted AS (
      SELECT ${personId}::text AS value
      UNION SELECT unnest(ARRAY[lower(email), lower(name)]) FROM platform.person WHERE id = ${personId}::uuid),
    kept AS (
      SELECT s.id, coalesce(jsonb_agg(contact ORDER BY position) FILTER (WHERE w.value IS NULL), '[]') AS contacts,
        count(w.value)::integer AS dropped
      FROM catalog.system s CROSS JOIN LATERAL jsonb_array_elements(s.contacts) WITH ORDINALITY AS one(contact, position)
      LEFT JOIN wanted w ON w.value = lower(contact ->> 'value')
      GROUP BY s.id HAVING count(w.value) > 0)
    UPDATE catalog.system s SET contacts = kept.contacts, version = version + 1, updated_at = ${at.toISOString()}::timestamptz
    FROM kept WHERE kept.id = s.id RETURNING s.id, s.name, kept.dropped`)
  return result.rows
}
