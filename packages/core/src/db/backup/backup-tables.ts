import pg from "pg"
import type { BackupPartition, BackupSequence, BackupTable } from "./backup-file.ts"

/**
 * Everything but:
 * - `pgboss`: the job queue. A job that waited when the backup was made has run by the time it is restored; running it
 *   again would, for example, send a mail twice. The platform makes its queues and schedules anew at every start.
 * - `platform.migration`: whoever restores has migrated the target, and its ledger tells when.
 * - `platform.bridge_*`: open tabs and what they are being asked. By the time of a restore all of them are gone.
 */
const INCLUDED = `
  n.nspname NOT IN ('pg_catalog', 'information_schema', 'pgboss') AND n.nspname !~ '^pg_(toast|temp)'
  AND c.relpersistence <> 't' AND NOT (n.nspname = 'platform' AND c.relname ~ '^(migration$|bridge_)')`

/** A partitioned table stands for all its partitions. Columns without those computed from others. */
export async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { partitions: BackupPartition[] | null }>(`
    SELECT n.nspname AS schema, c.relname AS name,
           array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns,
           CASE WHEN c.relkind = 'p' THEN coalesce((
             SELECT jsonb_agg(jsonb_build_object('schema', pn.nspname, 'name', p.relname,
                      'bounds', pg_get_expr(p.relpartbound, p.oid)) ORDER BY pn.nspname, p.relname)
             FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid JOIN pg_namespace pn ON pn.oid = p.relnamespace
             WHERE i.inhparent = c.oid), '[]') END AS partitions
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${INCLUDED}
    GROUP BY n.nspname, c.relname, c.relkind, c.oid
    ORDER BY n.nspname, c.relname`)
  return rows.map(({ partitions, ...table }) => (partitions ? { ...table, partitions } : table))
}

export async function listSequences(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string; increment: string }>(`
    SELECT n.nspname AS schema, c.relname AS name, s.seqincrement::text AS increment
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_sequence s ON s.seqrelid = c.oid
    WHERE ${INCLUDED} AND NOT EXISTS (
      SELECT FROM pg_depend d
      WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND d.refobjid = to_regclass('platform.migration'))
    ORDER BY n.nspname, c.relname`)
  const sequences: BackupSequence[] = []
  for (const { schema, name, increment } of rows) {
    const last = await client.query<{ next: string }>(
      `SELECT (last_value + CASE WHEN is_called THEN ${increment} ELSE 0 END)::text AS next FROM ${quoted({ schema, name })}`,
    )
    sequences.push({ schema, name, next: last.rows[0]?.next ?? "1" })
  }
  return sequences
}

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

export function columnList({ columns }: BackupTable): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ")
}

/** Values are written as text; these settings decide how, so both sides need the same. */
export const TEXT_SETTINGS = `
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL timezone = 'UTC'; SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = 'hex';
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL row_security = off`
