import type { ProcedureMeta } from "../contract/procedure.ts"
import { CommitLostError } from "../db/commit-outcome.ts"
import { type Condition, conditionOf } from "../db/conditions.ts"
import type { Database } from "../db/database.ts"
import { DeveloperError, databaseError, OutcomeUnknownError, PlatformError, UnavailableError } from "../errors.ts"
import type { Caller } from "./ctx.ts"
import type { Frame } from "./frame.ts"

/** What the caller of a failed verb is told. It never says that nothing was changed unless that is known. */
export async function explainFailure(caller: Caller, frame: Frame, error: unknown): Promise<unknown> {
  const { procedure, transaction, runtime } = frame
  if (error instanceof PlatformError) return error
  if (error instanceof CommitLostError) return explainLostCommit(frame, error)
  const condition = transaction.raised(error) ? conditionOf(error) : null
  if (condition?.kind === "readOnly" && !(await isServerReadOnly(runtime.database)))
    return explainRefusedWrite(caller, procedure, "", error)
  if (!condition) return error
  return frame.wentOutside
    ? unknownOutside(condition.sentence, error)
    : unavailable(condition, isAllUndone(frame), error)
}

export function unavailable(
  { sentence, retryAfterSeconds }: Condition,
  undone: boolean,
  cause: unknown,
): UnavailableError {
  const wait = retryAfterSeconds <= 5 ? "in a few seconds" : "in a minute"
  return new UnavailableError(
    `${sentence} ${undone ? `Nothing was changed; try again ${wait}.` : `Try again ${wait}.`}`,
    cause,
    retryAfterSeconds,
  )
}

/** Without a frame nothing is known but what became of this one transaction. */
export function explainLostCommit(frame: Frame | null, error: CommitLostError): PlatformError {
  if (error.outcome === "unknown")
    return new OutcomeUnknownError(
      "The connection to the database was lost while this was being saved, and whether it was saved is not known. Look whether it is there before you do it again.",
      error,
    )
  const lost = "The connection to the database was lost before this was saved."
  if (frame?.wentOutside) return unknownOutside(lost, error)
  return new UnavailableError(
    `${lost} ${frame && isAllUndone(frame) ? "Nothing was changed; try again." : "Try again."}`,
    error,
  )
}

/** What our database undid may still have happened where it was done. */
function unknownOutside(sentence: string, cause: unknown): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${sentence} Whether it was done outside of Countersign is not known: look there before you do it again.`,
    cause,
  )
}

/** Whether its transaction, which was rolled back, was all it did. */
function isAllUndone({ wentOutside, beyond }: Frame): boolean {
  return !wentOutside && !beyond
}

/** 25006: a statement that writes inside READ ONLY. The database held the line; say so where auditors look. */
export async function explainRefusedWrite(
  caller: Caller,
  meta: ProcedureMeta,
  of: string,
  error: unknown,
): Promise<unknown> {
  if (databaseError(error)?.code !== "25006") return error
  const note = of
    ? `${of} ${meta.id} tried to write; the database refused.`
    : `${meta.id} is declared a read but tried to write; the database refused.`
  await caller.runtime.recordRefusal(caller, meta, note)
  return new DeveloperError(note, { cause: error })
}

/** A server that takes no changes from anybody says the same as one that holds a read to its promise. */
async function isServerReadOnly({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ refuses: boolean }>(
    "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS refuses",
  )
  return rows[0]?.refuses ?? false
}
