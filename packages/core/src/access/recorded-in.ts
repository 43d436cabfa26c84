import type { ProcedureMeta } from "../contract/procedure.ts"
import type { Database } from "../db/database.ts"
import { DeveloperError } from "../errors.ts"

/** Only what machines do all the time goes without audit rows: never what is open to people, nor what destroys. */
export function validateRecord(pluginId: string, procedure: ProcedureMeta): void {
  const { id, recordedIn, draft, access, effect } = procedure
  if (!recordedIn) {
    if (draft)
      throw new DeveloperError(`${id} is a draft's command but not recorded: say in which table with "recordedIn".`)
    return
  }
  const said = `${id} is recordedIn "${recordedIn}"`
  if (!new RegExp(`^${pluginId}\\.[a-z_][a-z0-9_]*$`).test(recordedIn))
    throw new DeveloperError(
      `${said}, which names no table of its plugin: it has the form "${pluginId}.<table>", in lower case.`,
    )
  if (effect === "read") throw new DeveloperError(`${said} but a read, which changes nothing. Take "recordedIn" away.`)
  if (effect === "destructive") throw new DeveloperError(`${said}, but what destroys is always audited.`)
  if (access !== "internal" && !draft)
    throw new DeveloperError(
      `${said}, but not only machines can call it. Give it the access "internal", or audit what it changes.`,
    )
}

/** A record that could be changed afterwards would prove nothing. Asked once at start, when the tables are there. */
export async function demandRecords(database: Database, procedures: readonly ProcedureMeta[]): Promise<void> {
  const recorded = procedures.flatMap(({ id, recordedIn }) => (recordedIn ? [{ id, recordedIn }] : []))
  if (recorded.length === 0) return
  const { rows } = await database.pool.query<{ name: string; exists: boolean; kept: boolean }>(
    `SELECT name, to_regclass(name) IS NOT NULL AS exists,
       EXISTS (SELECT FROM pg_trigger WHERE tgrelid = to_regclass(name) AND tgenabled IN ('O', 'A')
         AND tgfoid = 'platform.refuse_update()'::regprocedure AND tgtype & ${BEFORE_UPDATE} = ${BEFORE_UPDATE}) AS kept
     FROM unnest($1::text[]) name`,
    [recorded.map(({ recordedIn }) => recordedIn)],
  )
  for (const { id, recordedIn } of recorded) {
    const table = rows.find(({ name }) => name === recordedIn)
    if (!table?.exists)
      throw new DeveloperError(
        `${id} is recordedIn "${recordedIn}", but there is no such table. Create it in a migration.`,
      )
    if (!table.kept)
      throw new DeveloperError(
        `${id} is recordedIn "${recordedIn}", whose rows can be changed afterwards. Add to a migration: ` +
          `CREATE TRIGGER append_only BEFORE UPDATE ON ${recordedIn} FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();`,
      )
  }
}

/** Bits of `pg_trigger.tgtype`. */
const BEFORE_UPDATE = (1 << 1) | (1 << 4)
