import type { Caller, Ctx } from "@countersign/core/server"

/** The caller without the verb that runs: what a tool does has a transaction of its own. */
export function bareCaller({ principal, transport, correlationId, runtime, http }: Ctx): Caller {
  return { principal, transport, correlationId, runtime, http }
}
