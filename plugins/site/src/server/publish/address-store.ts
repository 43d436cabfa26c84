/** What is at which address now, and what that rests on. */
import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { SITE } from "../../contract/site-id.ts"
import { keyOfQuery, type LoopQuery } from "../../render.ts"
import { putFiles } from "../files/file-store.ts"
import type { Made } from "./make-pages.ts"

/** By owner: what its addresses were made of. */
export async function madeBefore(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ owner: string; made_of: string }>(
    sql`SELECT owner, min(made_of) AS made_of FROM site.address WHERE site_id = ${SITE} GROUP BY owner`,
  )
  return new Map(rows.map(({ owner, made_of }) => [owner, made_of]))
}

export async function ownersResting(tx: Tx, documents: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ owner: string }>(sql`
    SELECT DISTINCT owner FROM site.rests_on_document
    WHERE site_id = ${SITE} AND key = ANY (${sql.param([...documents])}::text[])`)
  return rows.map(({ owner }) => owner)
}

export interface AskedQuery {
  readonly query: LoopQuery
  readonly answer: string
  readonly owners: readonly string[]
}

/** What pages asked these sources, and what they were answered. All sources where none are named. */
export async function queriesOf(tx: Tx, sources: readonly string[] | null): Promise<AskedQuery[]> {
  const { rows } = await tx.execute<{ query: string; answer: string; owners: string[] }>(sql`
    SELECT query, answer, array_agg(owner) AS owners FROM site.rests_on_query
    WHERE site_id = ${SITE} AND (${sources === null} OR source = ANY (${sql.param([...(sources ?? [])])}::text[]))
    GROUP BY query, answer`)
  return rows.map(({ query, answer, owners }) => ({ query: JSON.parse(query) as LoopQuery, answer, owners }))
}

/** Answers how many addresses answer otherwise than before. */
export async function writeMade(
  tx: Tx,
  {
    made,
    gone,
    answerOf,
  }: { made: readonly Made[]; gone: readonly string[]; answerOf(query: LoopQuery): Promise<string> },
): Promise<number> {
  const owners = [...made.map(({ owner }) => owner), ...gone]
  if (owners.length === 0) return 0
  const addresses = made.flatMap(({ owner, madeOf, addresses: own }) => own.map((one) => ({ owner, madeOf, ...one })))
  const files = addresses.flatMap(({ file }) => (file ? [file] : []))
  const stored = new Map((await putFiles(tx, files)).map((file, at) => [files[at]!, file.hash]))
  const rows = addresses.map(({ file, ...address }) => ({ ...address, file: file && stored.get(file)! }))
  await touchFilesOf(tx, owners)
  const paths = rows.map(({ path }) => path)
  const { rows: left } = await tx.execute(sql`
    DELETE FROM site.address WHERE site_id = ${SITE} AND owner = ANY (${sql.param(owners)}::text[])
      AND NOT (path = ANY (${sql.param(paths)}::text[])) RETURNING path`)
  const { rows: changed } = await tx.execute<{ other: boolean }>(sql`
    WITH given AS (
      SELECT DISTINCT ON (path) * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (path text, status integer,
        file text, location text, policy text, owner text, "madeOf" text)
      -- A page goes before what the site has at the same address by itself.
      ORDER BY path, (owner LIKE 'page:%') DESC
    ), before AS (
      SELECT path FROM site.address JOIN given USING (path) WHERE address.site_id = ${SITE}
        AND (address.status, address.file, address.location, address.policy)
          IS NOT DISTINCT FROM (given.status, given.file, given.location, given.policy)
    )
    INSERT INTO site.address (site_id, path, status, file, location, policy, owner, made_of)
    SELECT ${SITE}, path, status, file, location, policy, owner, "madeOf" FROM given
    ON CONFLICT (site_id, path) DO UPDATE SET status = EXCLUDED.status, file = EXCLUDED.file, location = EXCLUDED.location,
      policy = EXCLUDED.policy, owner = EXCLUDED.owner, made_of = EXCLUDED.made_of
    RETURNING NOT EXISTS (SELECT FROM before WHERE before.path = address.path) AS other`)
  await writeRests(tx, { made, owners, answerOf })
  return left.length + changed.filter(({ other }) => other).length
}

async function writeRests(
  tx: Tx,
  {
    made,
    owners,
    answerOf,
  }: { made: readonly Made[]; owners: readonly string[]; answerOf(query: LoopQuery): Promise<string> },
): Promise<void> {
  const documents = made.flatMap(({ owner, documents: keys }) => keys.map((key) => ({ owner, key })))
  const queries: object[] = []
  for (const { owner, queries: asked } of made)
    for (const query of asked)
      queries.push({
        owner,
        source: query.source,
        key: keyOfQuery(query),
        query: JSON.stringify(query),
        answer: await answerOf(query),
      })
  const those = sql.param([...owners])
  await tx.execute(sql`DELETE FROM site.rests_on_document WHERE site_id = ${SITE} AND owner = ANY (${those}::text[])`)
  await tx.execute(sql`DELETE FROM site.rests_on_query WHERE site_id = ${SITE} AND owner = ANY (${those}::text[])`)
  await tx.execute(sql`
    INSERT INTO site.rests_on_document (site_id, owner, key)
    SELECT ${SITE}, owner, key FROM json_to_recordset(${JSON.stringify(documents)}::json) AS row (owner text, key text)`)
  await tx.execute(sql`
    INSERT INTO site.rests_on_query (site_id, owner, source, query, answer)
    SELECT ${SITE}, owner, source, query, answer FROM json_to_recordset(${JSON.stringify(queries)}::json)
      AS row (owner text, source text, query text, answer text)`)
}

/** From now on they are kept for a day, where nothing else uses them. */
async function touchFilesOf(tx: Tx, owners: readonly string[]): Promise<void> {
  await tx.execute(sql`
    UPDATE site.file SET touched_at = platform.now() WHERE hash IN (
      SELECT file FROM site.address WHERE site_id = ${SITE} AND owner = ANY (${sql.param([...owners])}::text[]))`)
}

export interface Address {
  readonly status: number
  readonly file: string | null
  readonly location: string | null
  readonly policy: string | null
}

export async function addressAt(tx: Tx, path: string): Promise<Address | null> {
  const { rows } = await tx.execute<Address & Record<string, unknown>>(sql`
    SELECT status, file, location, policy FROM site.address WHERE site_id = ${SITE} AND path = ${path}`)
  return rows[0] ?? null
}
