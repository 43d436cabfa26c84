import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"
import { hashToken, randomToken } from "../one-time-token.ts"
import { readCookie, type SessionCookie } from "../session/session-cookie.ts"
import { COOKIE_MAX_AGE_SECONDS } from "../session/session-term.ts"

/** Whom the browser has to be known to: a person, or anybody at all. */
export type KnownTo = { email: string } | { personId: string } | "anybody"

/** More than anybody signs in with; the ones used longest ago are forgotten first. */
const MOST_PER_PERSON = 20

/**
 * The mark of a browser that has signed in before, or null. It opens nothing. It only keeps what strangers fail at from
 * counting against whoever sits at this browser: see `secondsToWait`.
 */
export async function knownBrowser(
  tx: Tx,
  cookie: SessionCookie,
  request: Request,
  to: KnownTo,
): Promise<string | null> {
  const token = readCookie(request, nameOf(cookie))
  if (!isToken(token)) return null
  const hash = hashToken(token)
  const whose =
    to === "anybody"
      ? sql`true`
      : "email" in to
        ? sql`person_id = (SELECT id FROM platform.person WHERE email = ${to.email})`
        : sql`person_id = ${to.personId}::uuid`
  const result = await tx.execute(
    sql`SELECT 1 FROM platform.known_browser WHERE token_hash = ${hash} AND ${whose} LIMIT 1`,
  )
  return result.rowCount === 1 ? `browser:${hash}` : null
}

/** Returns the cookie that goes with it. One token stands for a browser, also where several people use it. */
export async function rememberBrowser(
  tx: Tx,
  cookie: SessionCookie,
  request: Request,
  personId: string,
): Promise<string> {
  const sent = readCookie(request, nameOf(cookie))
  const token = isToken(sent) ? sent : randomToken()
  await tx.execute(sql`INSERT INTO platform.known_browser (person_id, token_hash) VALUES (${personId}, ${hashToken(token)})
    ON CONFLICT (person_id, token_hash) DO UPDATE SET used_at = now()`)
  await tx.execute(sql`DELETE FROM platform.known_browser WHERE person_id = ${personId} AND token_hash IN (
    SELECT token_hash FROM platform.known_browser WHERE person_id = ${personId}
    ORDER BY used_at DESC, token_hash OFFSET ${MOST_PER_PERSON})`)
  return cookie.write(nameOf(cookie), token, COOKIE_MAX_AGE_SECONDS)
}

/** Whoever sat at them may have been somebody else. */
export async function forgetBrowsersOf(tx: Tx, personId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.known_browser WHERE person_id = ${personId}`)
}

function nameOf({ prefix }: SessionCookie): string {
  return `${prefix}.browser`
}

function isToken(value: string | null): value is string {
  return value !== null && /^[\w-]{43}$/.test(value)
}
