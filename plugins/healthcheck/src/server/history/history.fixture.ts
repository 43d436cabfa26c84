import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import type { Plugin, Tx } from "@countersign/core/server"
import { moveClock, testPlatform } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { healthcheckPlugin } from "../../server.ts"
import { markLate } from "./dirty-hours.ts"
import { floorTo, HOUR } from "./tiers.ts"
import { ensurePartitions } from "./upkeep/partitions.ts"

export const OUTCOME = { ok: 0, degraded: 1, failed: 2, missed: 3 } as const

export interface RawRun {
  targetId: number
  at: Date
  outcome: keyof typeof OUTCOME
  ms?: number | null
  inMaintenance?: boolean
  failedAssertions?: number[] | null
}

/** Runs as the engine stores them: late ones mark their hour. */
export async function storeRuns(tx: Tx, runs: readonly RawRun[]): Promise<void> {
  await ensurePartitions(
    tx,
    runs.map(({ at }) => at),
  )
  const rows = runs.map(({ at, ...run }) => ({ ...run, at: at.toISOString(), outcome: OUTCOME[run.outcome] }))
  await tx.execute(sql`
    INSERT INTO healthcheck.run (at, target_id, ms, outcome, in_maintenance, failed_assertions)
    SELECT at, "targetId", ms, outcome, coalesce("inMaintenance", false), "failedAssertions"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS run("targetId" integer, at timestamptz, ms real, outcome smallint,
      "inMaintenance" boolean, "failedAssertions" smallint[])
    ON CONFLICT DO NOTHING`)
  await tx.execute(
    markLate(sql`(SELECT at, "targetId" AS target_id
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS run("targetId" integer, at timestamptz))`),
  )
}

/** Catalog and the tables of checks on a database of their own, with a clock that is moved by hand. */
export async function testHistory(others: readonly Plugin[] = []) {
  const testing = await testPlatform({ plugins: [catalogPlugin, ...others, healthcheckPlugin] })
  const { platform, as, database } = testing
  const olga = await as("olga", "operator")
  const tx = database.direct
  const ask = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
  const service = platform.caller({ ...olga.principal, kind: "service", id: "service:test", name: "test" }, "job")
  let ms = 0

  return {
    ...testing,
    olga,
    service,
    tx,
    ask,
    /** The database's clock. */
    now: async () => (await ask("SELECT platform.now() AS now"))[0].now as Date,
    async forward(byMs: number) {
      ms += byMs
      await moveClock(database, `${ms} milliseconds`)
    },
    /** Lets the clock stand at so many minutes after a full hour, and answers that hour. */
    async forwardTo(minutes: number): Promise<number> {
      const [{ now }] = await ask("SELECT platform.now() AS now")
      const hour = floorTo((now as Date).getTime(), HOUR) + HOUR
      ms += hour + minutes * 60_000 - (now as Date).getTime()
      await moveClock(database, `${ms} milliseconds`)
      return hour
    },
    /** A check of one system, with a target for each of these environments. */
    async check(
      options: { systemId?: string; environmentIds?: (string | null)[]; name?: string; assertions?: number } = {},
    ) {
      const systemId =
        options.systemId ??
        (await platform.call(olga, catalogContract.createSystem, { name: `System ${crypto.randomUUID()}` })).id
      const collectors = [{ id: "response", assertions: Array.from({ length: options.assertions ?? 0 }, () => ({})) }]
      const [{ id: checkId }] = await ask(
        `INSERT INTO healthcheck."check" (name, description, strategy_id, config, collectors, interval_seconds, timeout_seconds,
           retries, status_rule, subject, created_by_id, created_by_name, created_at, updated_at)
         VALUES ($1, '', 'http', '{}', $2, 60, 5, 0, '{}', '', 'olga', 'Olga', now(), now()) RETURNING id`,
        [options.name ?? "Front page", JSON.stringify(collectors)],
      )
      const [{ id: assignmentId }] = await ask(
        "INSERT INTO healthcheck.assignment (check_id, system_id) VALUES ($1, $2) RETURNING id",
        [checkId, systemId],
      )
      const targets = await ask(
        `INSERT INTO healthcheck.target (assignment_id, check_id, system_id, environment_id, created_at)
         SELECT $1, $2, $3, environment, now() FROM unnest($4::uuid[]) environment RETURNING id`,
        [assignmentId, checkId, systemId, options.environmentIds ?? [null]],
      )
      const targetIds = targets.map(({ id }) => id as number)
      return { checkId: checkId as string, systemId, targetIds, targetId: targetIds[0]! }
    },
  }
}
