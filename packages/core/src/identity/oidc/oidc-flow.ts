import { createHash } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Tx } from "../../db/database.ts"
import { hashToken, randomToken } from "../one-time-token.ts"
import { readCookie, type SessionCookie } from "../session/session-cookie.ts"

/** A sign-in that left for the provider and is expected back, in the browser that holds the cookie. */
export interface OidcFlow {
  providerId: string
  next: string
  verifier: string
  nonce: string
}

const TERM_SECONDS = 600

/**
 * The browser keeps a random token of its own; PKCE verifier and nonce follow from it. So the database holds nothing
 * that would help whoever reads it, and any pod can finish what another began.
 */
export async function beginFlow(
  tx: Tx,
  cookie: SessionCookie,
  flow: { providerId: string; next: string },
): Promise<{ state: string; nonce: string; challenge: string; setCookie: string }> {
  const state = randomToken()
  const browser = randomToken()
  await tx.execute(sql`INSERT INTO platform.verification (identifier, value, expires_at)
    VALUES (${identifierOf(state, browser)}, ${JSON.stringify(flow)}, now() + ${TERM_SECONDS} * interval '1 second')`)
  const { verifier, nonce } = derive(browser)
  return {
    state,
    nonce,
    challenge: createHash("sha256").update(verifier).digest("base64url"),
    setCookie: cookie.write(cookieName(cookie, state), browser, TERM_SECONDS),
  }
}

/**
 * Null unless this very call used it up, from the browser that began it. Not part of the verb's transaction: an answer
 * that is refused must not be tried again.
 */
export async function takeFlow(
  tx: Tx,
  cookie: SessionCookie,
  request: Request,
  state: string,
): Promise<{ flow: OidcFlow | null; dropCookie: string | null }> {
  const name = cookieName(cookie, state)
  const browser = readCookie(request, name)
  if (!browser) return { flow: null, dropCookie: null }
  const result = await tx.execute<{ value: string }>(sql`DELETE FROM platform.verification
    WHERE identifier = ${identifierOf(state, browser)} AND expires_at > now() RETURNING value`)
  const row = result.rows[0]
  const dropCookie = cookie.write(name, "", 0)
  if (!row) return { flow: null, dropCookie }
  const { providerId, next } = JSON.parse(row.value) as { providerId: string; next: string }
  return { flow: { providerId, next, ...derive(browser) }, dropCookie }
}

/** One for each sign-in: two tabs that begin at once do not take each other's. */
function cookieName({ prefix }: SessionCookie, state: string): string {
  return `${prefix}.oidc-${hashToken(state).slice(0, 16)}`
}

function identifierOf(state: string, browser: string): string {
  return `oidc:${hashToken(state)}:${hashToken(browser)}`
}

function derive(browser: string): { verifier: string; nonce: string } {
  const of = (purpose: string) => createHash("sha256").update(`${purpose}:${browser}`).digest("base64url")
  return { verifier: of("oidc verifier"), nonce: of("oidc nonce") }
}
