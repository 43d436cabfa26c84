import { parseAllowList } from "../../../../../packages/core/src/contract/network/allow-list.ts"
import { createGuard } from "../../../../../packages/core/src/egress/guard.ts"
import { validateConfiguration } from "../configuration/validate.ts"
import { type CheckSurroundings, runCheck } from "../run-check.ts"
import { strategies } from "../strategies.ts"

export interface TryOptions extends Partial<CheckSurroundings> {
  /** What every name resolves to; those that are left out to 127.0.0.1. */
  names?: Record<string, string[]>
  allow?: string
}

/** Runs a draft once, with loopback allowed. Names the lookups it took. */
export async function tryCheck(draft: object, { names = {}, allow = "127.0.0.1", ...surroundings }: TryOptions = {}) {
  const validation = await validateConfiguration({ timeoutSeconds: 5, ...draft }, strategies)
  if (!validation.valid) throw new Error(JSON.stringify(validation.errors))
  const lookups: string[] = []
  const guard = createGuard({
    allow: parseAllowList(allow),
    resolve: async (host) => {
      lookups.push(host)
      const found = names[host] ?? ["127.0.0.1"]
      if (found.length === 0) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" })
      return found
    },
  })
  const facts = { check: { name: "Shop" }, system: { name: "checkout" }, environment: { name: "production" } }
  const run = await runCheck(strategies, validation.configuration, { guard, facts, ...surroundings })
  return { ...run, lookups }
}
