import type { Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { time } from "./sources.ts"
import { DAY, readHorizon } from "./tiers.ts"
import { ensurePartitions } from "./upkeep/partitions.ts"

const DAYS = 7

/** How the week of a sample check went. */
export type SampleCourse = "slow at night" | "flapping" | "failing"

/** A week of runs for targets of sample checks, up to now. Its hours are added up by the worker; until then they are read run by run. */
export async function addSampleHistory(
  tx: Tx,
  targets: readonly { targetId: number; intervalSeconds: number; course: SampleCourse; sentence: string }[],
): Promise<void> {
  const { now, rawFrom } = await readHorizon(tx)
  const from = Math.max(now - DAYS * DAY, rawFrom)
  await ensurePartitions(
    tx,
    Array.from({ length: DAYS + 1 }, (_, day) => new Date(Math.min(now, from + day * DAY))),
  )
  for (const { targetId, intervalSeconds, course, sentence } of targets) {
    const interval = intervalSeconds * 1_000
    const { outcome, ms } = COURSES[course]
    await tx.execute(sql`
      WITH slot AS (
        SELECT at, ${noise(1)} AS noise, ${noise(2)} AS spike, extract(hour FROM at AT TIME ZONE 'UTC') AS hour,
          extract(epoch FROM ${time(now)} - at) / 3600 AS hours_ago
        FROM generate_series(healthcheck.next_slot(${time(from)}, ${interval}, healthcheck.phase_of(${targetId}, ${interval})),
          ${time(now)} - ${intervalSeconds} * interval '1 second', ${intervalSeconds} * interval '1 second') at),
      ran AS (
        INSERT INTO healthcheck.run (at, target_id, outcome, ms)
        SELECT at, ${targetId}, outcome, CASE WHEN outcome <> 3 THEN ${ms} END
        -- A server that was restarted: some minutes of the third day were missed.
        FROM (SELECT *, CASE WHEN hours_ago BETWEEN 75 AND 75.4 THEN 3 ELSE ${outcome} END AS outcome FROM slot) judged
        ON CONFLICT DO NOTHING RETURNING at, target_id, outcome),
      kept AS (
        INSERT INTO healthcheck.result (at, target_id, sentence, detail)
        SELECT at, target_id, ${sentence}, '{"failure": null, "values": {}, "assertions": []}' FROM ran WHERE outcome IN (1, 2)
        ON CONFLICT DO NOTHING)
      INSERT INTO healthcheck.dirty_hour (at, target_id)
      SELECT DISTINCT date_trunc('hour', at, 'UTC') AS hour, target_id FROM ran ORDER BY hour
      ON CONFLICT (at, target_id) DO UPDATE SET at = excluded.at`)
  }
}

/** Between 0 and 1, the same each time for the same instant. */
function noise(seed: number): SQL {
  return sql`(hashint8extended(extract(epoch FROM at)::bigint, ${seed}) & 65535) / 65536.0`
}

// About what a script takes in the sandbox, with one in a hundred that had to wait.
const QUICK = sql`(15 + 10 * noise) * CASE WHEN spike < 0.01 THEN 6 ELSE 1 END`

const COURSES: Record<SampleCourse, { outcome: SQL; ms: SQL }> = {
  "slow at night": { outcome: sql`0`, ms: sql`${QUICK} * CASE WHEN hour BETWEEN 1 AND 3 THEN 4 ELSE 1 END` },
  flapping: {
    outcome: sql`CASE WHEN floor(extract(epoch FROM at) / 900)::bigint % 2 = 1 THEN 1 ELSE 0 END`,
    ms: QUICK,
  },
  // Not for long: the catalog knows of it from now on, and the uptimes of the system and the check stand side by side.
  failing: { outcome: sql`CASE WHEN hours_ago < 1 THEN 2 ELSE 0 END`, ms: QUICK },
}
