import type { Database } from "../db/database.ts"
import type { Log } from "../log.ts"
import type { Signals } from "../signals/signals.ts"
import { loadAnonymousRules } from "./load-holdings.ts"
import { anonymousPrincipal, type Principal } from "./principal.ts"
import type { RuleRegistry } from "./rule-registry.ts"

export interface Authenticated {
  principal: Principal
  /** Vouched for by a cookie, so the request must also prove that it comes from our own pages. */
  byCookie: boolean
}

export interface Identity {
  /** Never throws for a missing or stale credential: the caller is anonymous then. A malformed or unknown bearer token is refused. */
  authenticate(request: Request): Promise<Authenticated>
}

export function createIdentity(options: {
  database: Database
  signals: Signals
  registry: RuleRegistry
  secret: string
  publicUrl: string | null
  log: Log
}): Identity {
  return {
    async authenticate() {
      const rules = options.registry.expand(await loadAnonymousRules(options.database.direct))
      return { principal: anonymousPrincipal(rules), byCookie: false }
    },
  }
}
