import { sql } from "drizzle-orm"
import type { Ctx, HttpExchange } from "../../../access/ctx.ts"
import { InvalidInputError } from "../../../errors.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"
import { ADDRESS_HEADER, withAuthTransaction } from "../../../identity/session/auth-transaction.ts"
import { endSession } from "../../../identity/session/session-store.ts"
import { rememberBrowser } from "../../../identity/sign-in/known-browser.ts"

/** Signs in somebody who has proved who they are. The cookie goes out only if everything was committed. */
export async function startSession(ctx: Ctx, personId: string): Promise<void> {
  const http = demandHttp(ctx)
  const auth = await ctx.runtime.identity.auth()
  const { headers } = await withAuthTransaction(ctx.tx, () =>
    auth.api.startSession({ body: { personId }, headers: authHeaders(http), returnHeaders: true }),
  )
  passCookies(ctx, headers)
  await sessionStarted(ctx, personId)
}

/**
 * What every way of signing in owes: the session that came with the request ends, so that none is ever taken over, and
 * the browser is known from now on.
 */
export async function sessionStarted(ctx: Ctx, personId: string): Promise<void> {
  const { principal } = ctx
  if (principal.kind === "user" && principal.sessionId) {
    await endSession(ctx.tx, principal.id, principal.sessionId)
    forgetPrincipal(ctx, `user:${principal.id}`)
  }
  await ctx.tx.execute(
    sql`UPDATE platform.person SET last_sign_in_at = now(), last_seen_at = now() WHERE id = ${personId}`,
  )
  const { request, responseHeaders } = demandHttp(ctx)
  const known = await rememberBrowser(ctx.tx, ctx.runtime.identity.cookie, request, personId)
  ctx.afterCommit(() => responseHeaders.append("set-cookie", known))
}

export function passCookies(ctx: Ctx, headers: Headers): void {
  const { responseHeaders } = demandHttp(ctx)
  ctx.afterCommit(() => {
    for (const cookie of headers.getSetCookie()) responseHeaders.append("set-cookie", cookie)
  })
}

/** The request's headers with the address we saw, instead of whatever the client claims about itself. */
export function authHeaders(http: HttpExchange): Headers {
  const headers = new Headers(http.request.headers)
  headers.set(ADDRESS_HEADER, http.address)
  return headers
}

export function demandHttp(ctx: Ctx): HttpExchange {
  if (ctx.http) return ctx.http
  throw new InvalidInputError(`${ctx.frame.procedure.id} sets a cookie, so it can only be called over HTTP.`)
}
