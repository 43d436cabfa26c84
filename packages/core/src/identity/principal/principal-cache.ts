import type { PrincipalKey } from "./forget-principal.ts"
import type { Principal } from "./principal.ts"

export interface PrincipalCache {
  /** `credential` is a hash; the credential itself is never kept. Null results are not kept either. */
  get(credential: string, load: () => Promise<Principal | null>): Promise<Principal | null>
  forget(key: PrincipalKey): void
}

/** However badly signals travel, nobody keeps a right for longer than this after losing it. */
const KEPT_MS = 5_000
const MOST_KEPT = 10_000

/** Principals by credential, for a few seconds: a warm request asks the database nothing about who is calling. */
export function createPrincipalCache(now: () => number = () => performance.now()): PrincipalCache {
  const kept = new Map<string, { principal: Principal; until: number }>()
  const loading = new Map<string, Promise<Principal | null>>()
  let generation = 0

  async function loadAndKeep(credential: string, load: () => Promise<Principal | null>): Promise<Principal | null> {
    const began = generation
    // Counted from before the read: what it read may have changed right after.
    const until = now() + KEPT_MS
    const principal = await load()
    // News that came during the load may be news about this one.
    if (!principal || generation !== began) return principal
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!)
    kept.set(credential, { principal, until })
    return principal
  }

  return {
    async get(credential, load) {
      const entry = kept.get(credential)
      if (entry && entry.until > now()) return entry.principal
      kept.delete(credential)
      const running = loading.get(credential)
      if (running) return running
      const mine = loadAndKeep(credential, load)
      loading.set(credential, mine)
      try {
        return await mine
      } finally {
        if (loading.get(credential) === mine) loading.delete(credential)
      }
    },
    forget(key) {
      generation++
      loading.clear()
      if (key === "all") return kept.clear()
      for (const [credential, { principal }] of kept) {
        if (`${principal.kind}:${principal.id}` === key || isFor(principal, key)) kept.delete(credential)
      }
    },
  }
}

/** What a connected app may do follows from its person. */
function isFor(principal: Principal, key: PrincipalKey): boolean {
  return principal.kind === "application" && principal.actsFor !== undefined && `user:${principal.actsFor.id}` === key
}
