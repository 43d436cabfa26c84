import type { Database } from "@countersign/core/host"

/** Lets all that is due by `platform.now()` be so much later: "2 hours". At once and for every process on this database. */
export async function moveClock(database: Database, by: string): Promise<void> {
  const ahead = by.replaceAll("'", "")
  await database.pool.query(`CREATE OR REPLACE FUNCTION platform.now() RETURNS timestamptz STABLE LANGUAGE sql
    AS 'SELECT clock_timestamp() + interval ''${ahead}'''`)
}
