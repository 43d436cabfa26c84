import { authorizeEntry } from "../access/authorize.ts"
import type { Caller } from "../access/ctx.ts"
import type { AnyVerb } from "../access/implement.ts"
import { reserveToolCall } from "../audit/reserve-tool-call.ts"
import { endToolCall } from "../audit/tool-call-store.ts"
import { rulesOf } from "../contract/access.ts"
import { metaOf } from "../contract/procedure.ts"
import { ForbiddenError } from "../errors.ts"
import { argumentsMac } from "../proposals/arguments-mac.ts"
import { mayDriveTools } from "../tools/resolve-tools.ts"
import { recordFailure } from "./record-failure.ts"

/**
 * A verb that reaches out, called by somebody themselves and not through a model: counted within the same minute as the
 * tool, written down like it, and closed by the same switch. Otherwise whoever may use the one would have the other
 * without measure.
 */
export async function callEgress(caller: Caller, verb: AnyVerb, input: unknown): Promise<unknown> {
  const { principal, runtime, transport, correlationId } = caller
  const meta = metaOf(verb.procedure)
  authorizeEntry(principal, meta)
  if (!mayDriveTools(principal))
    throw new ForbiddenError(`${principal.name} cannot look at addresses outside: that is for people and applications.`)
  const offered = runtime.tools.tools.find(({ procedure }) => procedure.id === meta.id)
  const { callId, policy } = await reserveToolCall(runtime.database, {
    tool: offered?.name ?? meta.id,
    effect: meta.effect,
    rules: rulesOf(meta.access).map((rule) => rule.id),
    transport,
    correlationId,
    conversationId: null,
    turnId: null,
    modelCallId: null,
    principal,
    argsMac: argumentsMac(runtime.secrets.keyring, meta.id, input),
  })
  try {
    if (policy.off)
      throw new ForbiddenError(
        "An administrator has switched off that this server looks at addresses outside. They can switch it on in Settings > AI policies.",
      )
    const output = await verb(caller, input as never)
    await endToolCall(runtime, callId, caller)
    return output
  } catch (error) {
    await recordFailure(caller, callId, error)
    throw error
  }
}
