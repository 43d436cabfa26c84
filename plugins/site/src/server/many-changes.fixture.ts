import type { TestPlatform } from "@countersign/testing"
import { keyOf, mapOf } from "../document.ts"
import { loadStored } from "./load-part.ts"
import { addSnapshot, SNAPSHOT_EVERY } from "./part-store.ts"
import { HOME } from "./tab.fixture.ts"

/** So many changes of the page's title, as the log would have them, with the last snapshot where one is due. */
export async function pretendChanges(
  { pool, direct }: TestPlatform["database"],
  { after, count, author }: { after: number; count: number; author: string },
): Promise<void> {
  const key = keyOf(HOME)
  const { part } = await loadStored(direct, key, after)
  await pool.query(
    `INSERT INTO site.command (site_id, sequence, author_id, commands, inverse, notes)
     SELECT 'site', number, $3, json_build_array(json_build_object('type', 'document.set', 'document',
       json_build_object('type', 'page', 'id', 'home'), 'title', 'Title ' || number))::text, '[]', '[]'
     FROM generate_series($1::bigint + 1, $1::bigint + $2) AS number`,
    [after, count, author],
  )
  // Without it the foreign key of each row is looked for in a table that seems empty, by reading all of it.
  await pool.query("ANALYZE site.command")
  await pool.query(
    `INSERT INTO site.command_part (site_id, part, sequence)
     SELECT 'site', $3, number FROM generate_series($1::bigint + 1, $1::bigint + $2) AS number`,
    [after, count, key],
  )
  const document = part.documents.get(key)!
  const at = after + Math.floor(count / SNAPSHOT_EVERY) * SNAPSHOT_EVERY
  const renamed = { ...part, documents: mapOf([[key, { ...document, title: `Title ${at}` }]]) }
  await addSnapshot(direct, { key, part: renamed, sequence: at })
  await pool.query("UPDATE site.part SET sequence = $1, unsaved = $2, title = $3 WHERE key = $4", [
    after + count,
    after + count - at,
    `Title ${after + count}`,
    key,
  ])
  await pool.query("UPDATE site.site SET sequence = $1", [after + count])
  await pool.query("ANALYZE site.command, site.command_part, site.snapshot")
}
