import { pluginMetrics } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { STATUSES } from "../../contract.ts"

/** Every status has its line, also where no system has it: an alert on a line that is not there never fires. */
export const statusMetrics = pluginMetrics({
  families: { countersign_catalog_systems: { type: "gauge", help: "Systems by their status now." } },
  async read({ sql: tx }) {
    const { rows } = await tx.execute<{ status: string; count: number }>(
      sql`SELECT coalesce(status, 'not_reported') AS status, count(*)::int AS count FROM catalog.system GROUP BY 1`,
    )
    const counts = new Map(rows.map(({ status, count }) => [status, count]))
    return {
      countersign_catalog_systems: [...STATUSES, "not_reported"].map((status) => ({
        labels: { status },
        value: counts.get(status) ?? 0,
      })),
    }
  },
})
