import type { Caller } from "../access/ctx.ts"
import { moveToolCall } from "../audit/tool-call-store.ts"
import { PlatformError } from "../errors.ts"

/** Refusals and failures alike leave their row; a proposal's own end is written by whoever ended it. */
export async function recordFailure(caller: Caller, callId: string, error: unknown): Promise<void> {
  const { runtime } = caller
  const known = error instanceof PlatformError && error.code !== "unavailable"
  const problem = runtime.secrets.mask(
    error instanceof PlatformError ? error.message : "It failed; the log has the reason.",
  )
  await moveToolCall(runtime, {
    callId,
    from: "running",
    to: known ? "refused" : "failed",
    actor: caller,
    set: { problem },
  }).catch((cause) => runtime.log.error("A failed tool call could not be recorded.", { callId, error: String(cause) }))
}
