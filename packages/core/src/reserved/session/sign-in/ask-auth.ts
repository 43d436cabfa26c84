import type { Ctx } from "../../../access/ctx.ts"
import { ForbiddenError, type PlatformError } from "../../../errors.ts"
import { withAuthTransaction } from "../../../identity/session/auth-transaction.ts"
import { authHeaders, demandHttp, passCookies } from "./start-session.ts"

/** Calls Better Auth inside the verb's transaction; its refusals become `refusal`, its cookies ours. */
export async function askAuth<T>(
  ctx: Ctx,
  refusal: PlatformError,
  ask: (headers: Headers) => Promise<{ headers: Headers; response: T }>,
): Promise<T> {
  const asked = authHeaders(demandHttp(ctx))
  try {
    const { headers, response } = await withAuthTransaction(ctx.tx, () => ask(asked))
    passCookies(ctx, headers)
    return response
  } catch (error) {
    // By name: importing the class would load Better Auth with the server.
    if (!(error instanceof Error) || error.name !== "APIError") throw error
    // Only `identity/auth.ts` itself forbids, with sentences of ours.
    throw (error as { status?: unknown }).status === "FORBIDDEN" ? new ForbiddenError(error.message) : refusal
  }
}
