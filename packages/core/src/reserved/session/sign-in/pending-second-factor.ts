import { sql } from "drizzle-orm"
import type { Ctx } from "../../../access/ctx.ts"
import type { Tx } from "../../../db/database.ts"
import { hashToken, randomToken } from "../../../identity/one-time-token.ts"
import { readCookie } from "../../../identity/session/session-cookie.ts"
import { demandHttp } from "./start-session.ts"

const TERM_SECONDS = 600

/** The password was right; this remembers whose it was until the second factor follows. */
export async function askSecondFactor(ctx: Ctx, personId: string): Promise<void> {
  const { responseHeaders } = demandHttp(ctx)
  const token = randomToken()
  await ctx.tx.execute(sql`INSERT INTO platform.verification (identifier, value, expires_at)
    VALUES (${identifierOf(token)}, ${personId}, now() + ${TERM_SECONDS} * interval '1 second')`)
  const { cookie } = ctx.runtime.identity
  ctx.afterCommit(() => responseHeaders.append("set-cookie", cookie.write(nameOf(ctx), token, TERM_SECONDS)))
}

/** Whose second factor is asked for, and the token that says so; null when nobody's is, or it took too long. */
export async function pendingSecondFactor(ctx: Ctx): Promise<{ personId: string; token: string } | null> {
  const token = readCookie(demandHttp(ctx).request, nameOf(ctx))
  if (!token) return null
  const result = await ctx.runtime.database.direct.execute<{ value: string }>(
    sql`SELECT value FROM platform.verification WHERE identifier = ${identifierOf(token)} AND expires_at > now()`,
  )
  const row = result.rows[0]
  return row ? { personId: row.value, token } : null
}

/** False when another request was faster: one password opens one session. */
export async function settleSecondFactor(ctx: Ctx, tx: Tx, token: string): Promise<boolean> {
  const result = await tx.execute(
    sql`DELETE FROM platform.verification WHERE identifier = ${identifierOf(token)} AND expires_at > now()`,
  )
  const { responseHeaders } = demandHttp(ctx)
  const { cookie } = ctx.runtime.identity
  ctx.afterCommit(() => responseHeaders.append("set-cookie", cookie.write(nameOf(ctx), "", 0)))
  return result.rowCount === 1
}

function nameOf(ctx: Ctx): string {
  return `${ctx.runtime.identity.cookie.prefix}.second-factor`
}

function identifierOf(token: string): string {
  return `second-factor:${hashToken(token)}`
}
