import { sql } from "drizzle-orm"
import type { Database, Tx } from "../../db/database.ts"
import { lockOf } from "../../db/named-lock.ts"
import { RateLimitedError } from "../../errors.ts"
import { hashToken } from "../one-time-token.ts"
import { networkOf } from "./network.ts"
import { type AttemptKind, type Failures, MEMORY_SECONDS, MOST_COUNTED, secondsToWait } from "./sign-in-limits.ts"

export interface Attempt {
  id: string
  kind: AttemptKind
  subject: string
  place: string
}

export interface Attempted {
  /** Whose account, or what else is tried; null where that shows only afterwards. */
  subject: string | null
  address: string | undefined
  /** A browser that signed in as this person before, or a session of theirs: counted by itself, wherever it is. */
  own?: string | null
}

/**
 * Counts an attempt before it is judged, in a transaction of its own: attempts that run in parallel see each other,
 * and a verb that fails and rolls back still leaves its mark. `attemptSucceeded` takes the mark away again.
 */
export async function beginAttempt(database: Database, kind: AttemptKind, attempted: Attempted): Promise<Attempt> {
  const { attempt, seconds } = await tryAttempt(database, kind, attempted)
  if (attempt) return attempt
  throw new RateLimitedError(refusalOf(kind, seconds), seconds)
}

/** The same for callers that leave something out instead of refusing it: no attempt when it has to wait. */
export async function tryAttempt(
  database: Database,
  kind: AttemptKind,
  { subject: named, address, own = null }: Attempted,
): Promise<{ attempt: Attempt | null; seconds: number }> {
  const place = own ?? networkOf(address ?? "local")
  // Hashed: addresses of people who never had an account here are nobody's business.
  const subject = named === null ? "" : hashToken(named)
  const wait = async (tx: Tx) => secondsToWait(kind, own !== null, await readFailures(tx, { kind, subject, place }))
  // Most of a flood ends here, at the cost of one statement: it neither queues for the locks nor holds a connection there.
  const early = await wait(database.direct)
  if (early > 0) return { attempt: null, seconds: early }
  return database.direct.transaction(async (tx) => {
    // A mark that a power cut takes along harms nobody, and waiting for the disk would keep everybody behind these locks.
    await tx.execute(sql`SELECT set_config('synchronous_commit', 'off', true),
      ${lockOf(`platform:attempt:${kind}:place:${place}`)},
      ${lockOf(`platform:attempt:${kind}:subject:${subject}`)}`)
    const seconds = await wait(tx)
    if (seconds > 0) return { attempt: null, seconds }
    const inserted = await tx.execute<{
      id: string
    }>(sql`INSERT INTO platform.sign_in_attempt (kind, subject, place, own)
      VALUES (${kind}, ${subject}, ${place}, ${own !== null}) RETURNING id`)
    return { attempt: { id: inserted.rows[0]!.id, kind, subject, place }, seconds: 0 }
  })
}

/** Earlier failures of the same person from the same place were typing mistakes. */
export async function attemptSucceeded(tx: Tx, attempt: Attempt): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.sign_in_attempt WHERE id = ${attempt.id}
    OR (${attempt.subject} <> '' AND kind = ${attempt.kind} AND subject = ${attempt.subject} AND place = ${attempt.place})`)
}

/** It came to nothing through no fault of whoever tried. */
export async function forgetAttempt(tx: Tx, { id }: Attempt): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.sign_in_attempt WHERE id = ${id}`)
}

/** Whatever was tried at this person's account so far says nothing any more: there is another password, or no account. */
export async function forgetAttemptsAt(tx: Tx, personId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.sign_in_attempt WHERE subject IN (
    SELECT encode(sha256(convert_to(unnest(ARRAY[id::text, email]), 'UTF8')), 'hex')
    FROM platform.person WHERE id = ${personId}::uuid)`)
}

async function readFailures(tx: Tx, { kind, subject, place }: Omit<Attempt, "id">): Promise<Failures> {
  const ages = (where: ReturnType<typeof sql>) => sql`ARRAY(
    SELECT extract(epoch FROM clock_timestamp() - at)::double precision FROM platform.sign_in_attempt
    WHERE kind = ${kind} AND ${where} AND at > clock_timestamp() - ${MEMORY_SECONDS} * interval '1 second'
    ORDER BY at DESC LIMIT ${MOST_COUNTED})`
  const { rows } = await tx.execute<{ here: number[]; network: number[]; anywhere: number[] }>(sql`
    SELECT ${subject === "" ? sql`'{}'::float8[]` : ages(sql`subject = ${subject} AND place = ${place}`)} AS here,
      ${ages(sql`place = ${place}`)} AS network,
      ${subject === "" ? sql`'{}'::float8[]` : ages(sql`subject = ${subject} AND NOT own`)} AS anywhere`)
  return rows[0]!
}

function refusalOf(kind: AttemptKind, seconds: number): string {
  const wait = inWords(seconds)
  if (kind === "totp")
    return `Too many wrong codes were tried for this account. Use a backup code, a passkey or a browser you have signed in with before, or try again in ${wait}.`
  return `Too many attempts have failed. Try again in ${wait}.`
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
