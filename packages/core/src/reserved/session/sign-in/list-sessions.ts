import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { listSessionsOf } from "../../../identity/session/session-store.ts"

export const listSessions = implement(sessionContract.listSessions, async (ctx) => {
  const current = ctx.principal.kind === "user" ? ctx.principal.sessionId : null
  const sessions = await listSessionsOf(ctx.tx, ctx.principal.id)
  return {
    sessions: sessions.map(({ createdAt, lastUsedAt, expiresAt, ...session }) => ({
      ...session,
      current: session.id === current,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  }
})
