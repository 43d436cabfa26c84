import type { Ctx } from "../../../access/ctx.ts"
import { type KnownTo, knownBrowser } from "../../../identity/sign-in/known-browser.ts"
import type { Comer } from "../../../identity/sign-in/password.ts"
import { type Attempt, beginAttempt } from "../../../identity/sign-in/sign-in-attempts.ts"
import type { AttemptKind } from "../../../identity/sign-in/sign-in-limits.ts"

/**
 * Counts an attempt where it belongs: at the browser if it has signed in as this person before, else at the network it
 * comes from. So what strangers fail at elsewhere is never counted against a person.
 */
export async function beginAttemptHere(
  ctx: Ctx,
  kind: AttemptKind,
  { subject, knownTo }: { subject: string | null; knownTo: KnownTo },
): Promise<{ attempt: Attempt; comer: Comer }> {
  const { database, identity } = ctx.runtime
  const own = ctx.http ? await knownBrowser(database.direct, identity.cookie, ctx.http.request, knownTo) : null
  const comer = { address: ctx.http?.address, own }
  return { attempt: await beginAttempt(database, kind, { subject, ...comer }), comer }
}

/** For what a signed-in person does: counted at their session, where nobody else's failures reach. */
export async function beginAttemptInSession(
  ctx: Ctx,
  kind: AttemptKind,
  subject: string,
): Promise<{ attempt: Attempt; comer: Comer }> {
  const { principal } = ctx
  const own = principal.kind === "user" && principal.sessionId ? `session:${principal.sessionId}` : null
  const comer = { address: ctx.http?.address, own }
  return { attempt: await beginAttempt(ctx.runtime.database, kind, { subject, ...comer }), comer }
}
