import type pg from "pg"

type Client = pg.ClientBase | pg.Pool

/**
 * Transaction ids order the log within one epoch. A database that was restored into another cluster counts transactions
 * anew, so its new rows need a new epoch to come after the old ones. Call it once the rows are back, before anything is
 * written.
 */
export async function bumpAuditEpoch(client: Client): Promise<number> {
  const { rows } = await client.query<{ next: number }>(
    "SELECT greatest((SELECT max(epoch) FROM platform.audit), $1::integer) + 1 AS next",
    [await currentEpoch(client)],
  )
  const { next } = rows[0]!
  await client.query(`ALTER TABLE platform.audit ALTER COLUMN epoch SET DEFAULT ${Number(next)}`)
  return next
}

/** Also after moves we had no hand in, such as pg_dump and pg_restore: run at every start. True if it had to step in. */
export async function ensureAuditEpoch(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ moved: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM platform.audit WHERE epoch > $1::integer
        OR (epoch = $1::integer AND xid >= pg_snapshot_xmax(pg_current_snapshot()))) AS moved`,
    [await currentEpoch(client)],
  )
  if (!rows[0]!.moved) return false
  await bumpAuditEpoch(client)
  return true
}

/** What the next row gets: the column's default. */
export async function currentEpoch(client: Client): Promise<number> {
  const { rows } = await client.query<{ epoch: string }>(
    `SELECT pg_get_expr(d.adbin, d.adrelid) AS epoch FROM pg_attrdef d
     JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
     WHERE d.adrelid = 'platform.audit'::regclass AND a.attname = 'epoch'`,
  )
  return Number(rows[0]!.epoch)
}
