import { canonicalId } from "./access.ts"
import { digest } from "./digest.ts"

/** What an open page is told of a change, over `GET /api/v1/events`. */
export interface ChangeNews {
  /** `catalog.system`. */
  readonly resource: string
  /** How long ago the server heard of it: reads that began later have it. */
  readonly ageMs: number
  /** Which things, by `newsDigest` of their ids. Missing: any of the resource. */
  readonly things?: readonly string[]
  /** `newsDigest` of the request that made the change, where a person's page did: that page knows it already. */
  readonly cause?: string
}

/** Whoever shows a thing knows it by this; whoever may not see it learns no id, which has more bits than the digest. */
export function newsDigest(id: string): string {
  return digest(canonicalId(id))
}
