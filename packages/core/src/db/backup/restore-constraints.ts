import pg from "pg"
import { quoted } from "./backup-tables.ts"

/**
 * Lets tables be filled in any order. Foreign keys are dropped and made again, which checks every row of the backup;
 * triggers rest. Both need no more than owning the tables, unlike session_replication_role, which a shared
 * Postgres seldom grants. All of it is part of the caller's transaction.
 *
 * @returns what puts everything back
 */
export async function suspendConstraints(client: pg.ClientBase): Promise<() => Promise<void>> {
  const keys = await listForeignKeys(client)
  const triggers = await listTriggers(client)
  for (const key of keys)
    await client.query(`ALTER TABLE ${quoted(key)} DROP CONSTRAINT ${pg.escapeIdentifier(key.constraint)}`)
  for (const trigger of triggers) {
    await client.query(`ALTER TABLE ${quoted(trigger)} DISABLE TRIGGER ${pg.escapeIdentifier(trigger.trigger)}`)
  }
  return async () => {
    for (const key of keys) {
      await client.query(
        `ALTER TABLE ${quoted(key)} ADD CONSTRAINT ${pg.escapeIdentifier(key.constraint)} ${key.definition}`,
      )
    }
    for (const trigger of triggers) {
      const when = trigger.state === "A" ? "ALWAYS" : trigger.state === "R" ? "REPLICA" : ""
      await client.query(
        `ALTER TABLE ${quoted(trigger)} ENABLE ${when} TRIGGER ${pg.escapeIdentifier(trigger.trigger)}`,
      )
    }
  }
}

interface Place {
  schema: string
  name: string
}

async function listForeignKeys(client: pg.ClientBase): Promise<(Place & { constraint: string; definition: string })[]> {
  // Those of partitions come and go with their parent's.
  const { rows } = await client.query(`
    SELECT n.nspname AS schema, c.relname AS name, k.conname AS constraint, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname <> 'pgboss'
    ORDER BY k.oid`)
  return rows
}

async function listTriggers(client: pg.ClientBase): Promise<(Place & { trigger: string; state: string })[]> {
  const { rows } = await client.query(`
    SELECT n.nspname AS schema, c.relname AS name, t.tgname AS trigger, t.tgenabled AS state
    FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled <> 'D' AND n.nspname <> 'pgboss'
    ORDER BY t.oid`)
  return rows
}
