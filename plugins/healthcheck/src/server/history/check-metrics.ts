import { type MetricsHost, pluginMetrics } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { TARGET_STATUSES, type TargetStatus } from "../../contract.ts"

/** A group of metrics has room for 10,000 series; each of ours has two families. */
const MOST_TARGETS = 5_000

/** So that an alert is `> 0`. */
const VALUES: Record<TargetStatus, number> = { healthy: 0, degraded: 1, unhealthy: 2, unknown: 3 }

export const checkMetrics = [
  pluginMetrics({
    families: {
      countersign_healthcheck_status: {
        type: "gauge",
        help: `Status of a check now: ${TARGET_STATUSES.map((status) => `${VALUES[status]} ${status}`)
          .sort()
          .join(", ")}.`,
      },
      countersign_healthcheck_duration_seconds: { type: "gauge", help: "How long the last run of a check took." },
    },
    async read(host) {
      const targets = await readTargets<{ status: TargetStatus | null; ms: number | null }>(
        host,
        "state.status, state.last_ms AS ms",
      )
      return {
        countersign_healthcheck_status: targets.flatMap(({ labels, status }) =>
          status ? [{ labels, value: VALUES[status] }] : [],
        ),
        countersign_healthcheck_duration_seconds: targets.flatMap(({ labels, ms }) =>
          ms === null ? [] : [{ labels, value: seconds(ms) }],
        ),
      }
    },
  }),
  pluginMetrics({
    families: {
      countersign_healthcheck_uptime_ratio: {
        type: "gauge",
        help: "Good and degraded runs of a check among all outside maintenance, over the last 24 whole hours.",
      },
      countersign_healthcheck_certificate_remaining_seconds: {
        type: "gauge",
        help: "Time until the certificate expires that the last good run of a check was shown; below 0 when it has.",
      },
    },
    async read(host) {
      const targets = await readTargets<{ uptime: number | null; validTo: string | null; now: number }>(
        host,
        `
        (SELECT sum(ok + degraded)::double precision / nullif(sum(ok + degraded + failed), 0) FROM healthcheck.hourly
          WHERE hourly.target_id = target.id AND hourly.at >= rolled_until - interval '24 hours') AS uptime,
        state.last_ok #>> '{values,certificate,validTo}' AS "validTo", extract(epoch FROM platform.now())::double precision AS now`,
      )
      return {
        countersign_healthcheck_uptime_ratio: targets.flatMap(({ labels, uptime }) =>
          uptime === null ? [] : [{ labels, value: uptime }],
        ),
        countersign_healthcheck_certificate_remaining_seconds: targets.flatMap(({ labels, validTo, now }) => {
          // Read here, because a server wrote it: the database refuses all rows for one date that it cannot read.
          const ends = Date.parse(validTo ?? "") / 1_000
          return Number.isNaN(ends) ? [] : [{ labels, value: Math.round(ends - now) }]
        }),
      }
    },
  }),
]

const seconds = (ms: number) => Math.round(ms * 1_000) / 1_000_000

/** Targets that run, with the labels that tell them apart: two checks may have one name. */
async function readTargets<Row extends object>(host: MetricsHost, columns: string) {
  const { rows } = await host.sql.execute<
    Row & { id: number; check: string; systemId: string; environmentId: string | null } & Record<string, unknown>
  >(sql`
    SELECT target.id, "check".name AS check, target.system_id AS "systemId", target.environment_id AS "environmentId", ${sql.raw(columns)}
    FROM healthcheck.target JOIN healthcheck."check" ON "check".id = target.check_id
      JOIN healthcheck.state ON state.target_id = target.id CROSS JOIN healthcheck.history
    WHERE target.ended_at IS NULL AND "check".paused_at IS NULL ORDER BY target.id LIMIT ${MOST_TARGETS}`)
  const systems = await host.names("catalog.system", new Set(rows.map(({ systemId }) => systemId)))
  const environments = await host.names(
    "catalog.environment",
    new Set(rows.flatMap(({ environmentId }) => environmentId ?? [])),
  )
  return rows.map((row) => ({
    ...row,
    labels: {
      check: row.check,
      system: systems.get(row.systemId) ?? "",
      environment: (row.environmentId && environments.get(row.environmentId)) ?? "",
      target: row.id,
    },
  }))
}
