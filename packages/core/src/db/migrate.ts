import { createHash } from "node:crypto"
import type pg from "pg"
import type { Database } from "./database.ts"
import { StartError } from "./embedded/start-error.ts"
import { lockKey } from "./named-lock.ts"

/** One forward step of one plugin's tables. Its text never changes once released. */
export interface Migration {
  /** `0001-create-systems`: ordered by name within the plugin. */
  readonly name: string
  readonly sql: string
}

export interface PluginMigrations {
  readonly plugin: string
  readonly migrations: readonly Migration[]
}

const LOCK = "platform:migrate"

/** Applies what is missing, once, whatever number of pods start together. Returns what it applied. */
export function migrate(
  database: Database,
  plugins: readonly PluginMigrations[],
  onWait?: () => void,
): Promise<string[]> {
  return oneAtATime(
    database,
    async (client) => {
      await createLedger(client)
      const applied = await readLedger(client)
      refuseUnknown(applied, plugins)
      return applyMissing(client, applied, plugins)
    },
    onWait,
  )
}

/** Pods that start together take turns in what changes the shape of the database. `onWait`: it is another one's turn. */
export async function oneAtATime<T>(
  database: Database,
  work: (client: pg.ClientBase) => Promise<T>,
  onWait?: () => void,
): Promise<T> {
  // An index on a large table may take longer than any statement of a verb, and so may waiting for another pod's.
  const client = await database.connectPatiently()
  try {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${lockKey("$1")}) AS mine`, [LOCK])
    if (!rows[0]?.mine) {
      onWait?.()
      await client.query(`SELECT pg_advisory_lock(${lockKey("$1")})`, [LOCK])
    }
    try {
      return await work(client)
    } finally {
      await client.query(`SELECT pg_advisory_unlock(${lockKey("$1")})`, [LOCK])
    }
  } finally {
    client.release()
  }
}

/** The ledger as `plugin/name`, in the order of application; empty for a database that was never migrated. */
export async function appliedMigrations(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const exists = await client.query("SELECT to_regclass('platform.migration') AS ledger")
  if (!exists.rows[0]?.ledger) return []
  const { rows } = await client.query("SELECT plugin, name FROM platform.migration ORDER BY id")
  return rows.map((row) => `${row.plugin}/${row.name}`)
}

async function createLedger(client: pg.ClientBase): Promise<void> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS platform;
    CREATE TABLE IF NOT EXISTS platform.migration (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      plugin text NOT NULL,
      name text NOT NULL,
      hash text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (plugin, name)
    )`)
}

async function readLedger(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query("SELECT plugin, name, hash FROM platform.migration")
  return new Map(rows.map((row) => [`${row.plugin}/${row.name}`, row.hash]))
}

/** A step this build does not know was made by a newer one: running on its tables could damage them. */
function refuseUnknown(applied: ReadonlyMap<string, string>, plugins: readonly PluginMigrations[]): void {
  const known = new Set(plugins.flatMap(({ plugin, migrations }) => migrations.map(({ name }) => `${plugin}/${name}`)))
  const present = new Set(plugins.map(({ plugin }) => plugin))
  const newer = [...applied.keys()].filter((key) => !known.has(key) && present.has(key.split("/")[0] ?? ""))
  if (newer.length > 0)
    throw new StartError(
      `This database is ahead of this version of Countersign: it has the migration ${newer[0]}, which this version does not know. ` +
        "Start the newer version again, or restore a backup made before the upgrade.",
    )
}

async function applyMissing(
  client: pg.ClientBase,
  applied: ReadonlyMap<string, string>,
  plugins: readonly PluginMigrations[],
): Promise<string[]> {
  const done: string[] = []
  for (const { plugin, migrations } of plugins) {
    for (const { name, sql } of migrations) {
      const key = `${plugin}/${name}`
      const hash = createHash("sha256").update(sql).digest("hex")
      const known = applied.get(key)
      if (known && known !== hash)
        throw new StartError(
          `The migration ${key} was changed after it had been applied. Undo the change and write a new migration instead.`,
        )
      if (known) continue
      await applyOne(client, { plugin, name, sql, hash })
      done.push(key)
    }
  }
  return done
}

async function applyOne(
  client: pg.ClientBase,
  step: { plugin: string; name: string; sql: string; hash: string },
): Promise<void> {
  try {
    await client.query("BEGIN")
    await client.query(`CREATE SCHEMA IF NOT EXISTS "${step.plugin}"`)
    await client.query(step.sql)
    await client.query("INSERT INTO platform.migration (plugin, name, hash) VALUES ($1, $2, $3)", [
      step.plugin,
      step.name,
      step.hash,
    ])
    await client.query("COMMIT")
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {})
    throw new StartError(
      `The migration ${step.plugin}/${step.name} failed, and was rolled back: ${(error as Error).message}`,
      { cause: error },
    )
  }
}
