import type { Ctx, Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { SITE } from "../../contract/site-id.ts"
import type { Values } from "../../render.ts"

export interface PublicName {
  readonly name: string
  readonly heading: string | null
}

/**
 * For whoever reads names and states and then writes both into rows: of a new name and a new state at the same moment, the
 * one written last would bring back what the other replaced.
 */
export async function lockPublicNames(ctx: Ctx, systemIds: readonly string[]): Promise<void> {
  for (const id of systemIds.toSorted()) await ctx.lock(`public name of ${id}`)
}

export async function publicNameOf(tx: Tx, systemId: string): Promise<PublicName | null> {
  const { rows } = await tx.execute<{ name: string; heading: string | null }>(sql`
    SELECT name, heading FROM site.public_name WHERE site_id = ${SITE} AND system_id = ${systemId}`)
  return rows[0] ?? null
}

/** Without a word about the sample it is a person's. */
export async function setPublicNameOf(
  tx: Tx,
  systemId: string,
  shown: (PublicName & { sample?: true }) | null,
): Promise<void> {
  await (shown
    ? tx.execute(sql`
        INSERT INTO site.public_name (site_id, system_id, name, heading, sample)
        VALUES (${SITE}, ${systemId}, ${shown.name}, ${shown.heading}, ${shown.sample ?? false})
        ON CONFLICT (site_id, system_id)
        DO UPDATE SET name = EXCLUDED.name, heading = EXCLUDED.heading, sample = EXCLUDED.sample`)
    : tx.execute(sql`DELETE FROM site.public_name WHERE site_id = ${SITE} AND system_id = ${systemId}`))
}

export async function anyPublicName(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT FROM site.public_name WHERE site_id = ${SITE} LIMIT 1`)
  return rows.length > 0
}

export interface NamedSystem {
  readonly systemId: string
  readonly name: string
}

export async function samplePublicNames(tx: Tx): Promise<NamedSystem[]> {
  return namedSystems(tx, sql`sample`)
}

/** Of these systems those to which a person gave a public name. */
export async function namesOfPeople(tx: Tx, systemIds: readonly string[]): Promise<NamedSystem[]> {
  return namedSystems(tx, sql`NOT sample AND system_id = ANY (${sql.param([...systemIds])}::uuid[])`)
}

async function namedSystems(tx: Tx, condition: SQL): Promise<NamedSystem[]> {
  const { rows } = await tx.execute<{ system_id: string; name: string }>(sql`
    SELECT system_id, name FROM site.public_name WHERE site_id = ${SITE} AND ${condition} ORDER BY name COLLATE "C"`)
  return rows.map(({ system_id, name }) => ({ systemId: system_id, name }))
}

export interface PublicRow {
  readonly source: string
  readonly id: string
  readonly fields: Values
  readonly systemIds: readonly string[]
}

/** Whether it is another one now. Null takes it away. */
export async function setPublicRow(
  tx: Tx,
  { source, id }: Pick<PublicRow, "source" | "id">,
  row: Pick<PublicRow, "fields" | "systemIds"> | null,
): Promise<boolean> {
  const { rows } = row
    ? await tx.execute(sql`
        INSERT INTO site.public_row AS row (site_id, source, id, fields, system_ids)
        VALUES (${SITE}, ${source}, ${id}, ${JSON.stringify(row.fields)}, ${sql.param([...row.systemIds])}::uuid[])
        ON CONFLICT (site_id, source, id) DO UPDATE SET fields = EXCLUDED.fields, system_ids = EXCLUDED.system_ids
        WHERE (row.fields, row.system_ids) IS DISTINCT FROM (EXCLUDED.fields, EXCLUDED.system_ids) RETURNING id`)
    : await tx.execute(sql`
        DELETE FROM site.public_row WHERE site_id = ${SITE} AND source = ${source} AND id = ${id} RETURNING id`)
  if (rows.length === 0) return false
  await tx.execute(sql`
    INSERT INTO site.public_change (site_id, source, id, fields)
    VALUES (${SITE}, ${source}, ${id}, ${row ? JSON.stringify(row.fields) : null})`)
  return true
}

export async function publicRow(tx: Tx, source: string, id: string): Promise<Values | null> {
  const { rows } = await tx.execute<{ fields: Values }>(sql`
    SELECT fields FROM site.public_row WHERE site_id = ${SITE} AND source = ${source} AND id = ${id}`)
  return rows[0]?.fields ?? null
}

/** A public site has tens of systems, and shows the latest incidents: what lies beyond this is not shown. */
const MOST_ROWS = 2_000

/** Only of systems with a public name; `systems` are those names. */
export async function publicRows(tx: Tx, source: string): Promise<(Values & { id: string })[]> {
  const { rows } = await tx.execute<{ id: string; fields: Values; systems: string }>(sql`
    SELECT row.id, row.fields, string_agg(name.name, ', ' ORDER BY name.name COLLATE "C") AS systems
    FROM site.public_row row
    JOIN site.public_name name ON name.site_id = row.site_id AND name.system_id = ANY (row.system_ids)
    WHERE row.site_id = ${SITE} AND row.source = ${source}
    GROUP BY row.site_id, row.source, row.id ORDER BY row.id COLLATE "C" DESC LIMIT ${MOST_ROWS}`)
  return rows.map(({ id, fields, systems }) => ({ ...fields, systems, id }))
}

/** What is told to nobody any more need not be kept for ever. */
export async function forgetPublicChanges(tx: Tx): Promise<void> {
  await tx.execute(sql`DELETE FROM site.public_change WHERE at < platform.now() - interval '30 days'`)
}
