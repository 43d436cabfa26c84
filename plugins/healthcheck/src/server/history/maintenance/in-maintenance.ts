import { type SQL, sql } from "drizzle-orm"

/** Whether a maintenance window covers a target's system and environment at an instant. One of no environment is covered by windows over all. */
export function inMaintenance({ systemId, environmentId, at }: { systemId: SQL; environmentId: SQL; at: SQL }): SQL {
  return sql`EXISTS (SELECT FROM healthcheck.maintenance cover
    WHERE cover.starts_at <= ${at} AND cover.ends_at > ${at} AND ${systemId} = ANY(cover.system_ids)
      AND (cover.environment_ids = '{}' OR ${environmentId} = ANY(cover.environment_ids)))`
}
