import { sql } from "drizzle-orm"
import type { Database, Tx } from "../db/database.ts"
import { RateLimitedError } from "../errors.ts"
import { hashToken } from "./one-time-token.ts"

/** What is being guessed at. Each kind has its own count. */
export type AttemptKind = keyof typeof MOST

export interface Attempt {
  id: string
  kind: AttemptKind
  subject: string
  address: string
}

/** How many within the window, by address and by subject. Nothing is guessed by starting, but it writes a row. */
const MOST = {
  password: 10,
  "second-factor": 10,
  passkey: 10,
  "passkey-start": 60,
  oidc: 10,
  "oidc-start": 60,
  "set-up": 10,
  "reset-request": 10,
  "email-change": 10,
  "oauth-register": 20,
  "oauth-document": 30,
}
const WINDOW = sql`interval '15 minutes'`

/**
 * Counts an attempt before it is judged, in a transaction of its own: attempts that run in parallel see each other,
 * and a verb that fails and rolls back still leaves its mark. `attemptSucceeded` takes the mark away again.
 */
export async function beginAttempt(
  database: Database,
  kind: AttemptKind,
  who: { subject: string | null; address: string | undefined },
): Promise<Attempt> {
  const address = networkOf(who.address ?? "local")
  // Hashed: addresses of people who never had an account here are nobody's business.
  const subject = who.subject === null ? "" : hashToken(who.subject)
  return database.direct.transaction(async (tx) => {
    const locks = [`attempt:${kind}:address:${address}`, `attempt:${kind}:subject:${subject}`]
    for (const lock of locks) await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
    const waits = await tx.execute<{ seconds: number }>(sql`
      SELECT greatest(${secondsUntilFree(kind, sql`address = ${address}`)},
        ${subject === "" ? sql`0` : secondsUntilFree(kind, sql`subject = ${subject}`)})::int AS seconds`)
    const seconds = Number(waits.rows[0]?.seconds ?? 0)
    if (seconds > 0)
      throw new RateLimitedError(`Too many attempts have failed. Try again in ${inWords(seconds)}.`, seconds)
    const inserted = await tx.execute<{ id: string }>(
      sql`INSERT INTO platform.sign_in_attempt (kind, subject, address) VALUES (${kind}, ${subject}, ${address}) RETURNING id`,
    )
    return { id: inserted.rows[0]!.id, kind, subject, address }
  })
}

/** Earlier failures of the same person from the same place were typing mistakes. */
export async function attemptSucceeded(tx: Tx, attempt: Attempt): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.sign_in_attempt WHERE id = ${attempt.id}
    OR (${attempt.subject} <> '' AND kind = ${attempt.kind} AND subject = ${attempt.subject} AND address = ${attempt.address})`)
}

/** There is room again once the oldest of those that fill the count leaves the window. */
function secondsUntilFree(kind: AttemptKind, whose: ReturnType<typeof sql>) {
  return sql`coalesce((SELECT ceil(extract(epoch FROM at + ${WINDOW} - clock_timestamp())) FROM platform.sign_in_attempt
    WHERE kind = ${kind} AND ${whose} AND at > clock_timestamp() - ${WINDOW}
    ORDER BY at DESC OFFSET ${MOST[kind] - 1} LIMIT 1), 0)`
}

/** One subscriber holds a whole IPv6 /64, so its addresses count as one. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!address.includes(":")) return address
  const [head = "", tail = ""] = address.toLowerCase().split("%")[0]!.split("::")
  const start = head.split(":").filter(Boolean)
  const end = tail.split(":").filter(Boolean)
  const zeros = address.includes("::") ? Array(Math.max(0, 8 - start.length - end.length)).fill("0") : []
  return `${[...start, ...zeros, ...end].slice(0, 4).join(":")}::/64`
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
