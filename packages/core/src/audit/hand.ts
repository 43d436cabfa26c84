import type { Principal } from "../identity/principal/principal.ts"

/** Somebody who wrote on a thing. */
export interface Hand {
  type: string
  id: string
  /** As `handOf` names them. */
  principal: string
  /** Whether they could manage the thing, each time they wrote. */
  managed: boolean
}

/** Words that came from nobody here: a page, a form, a probe. */
export const OUTSIDE = "outside"

export function handOf({ kind, id }: Pick<Principal, "kind" | "id">): string {
  return kind === "anonymous" ? kind : kind === "service" ? id : `${kind}:${id}`
}

/** Of somebody whom a `TaintSource` names: a person by their id alone, an application as `application:<id>`. */
export function handOfColleague(id: string): string {
  return id.includes(":") ? id : `user:${id}`
}

/** Part of the statement that writes the change down; `first` is the place of the first of `handColumns`. */
export function writeHands(first: number): string {
  const place = (index: number, type: string) => `$${first + index}::${type}[]`
  return `WITH hands AS (INSERT INTO platform.hand (type, id, principal, managed)
    SELECT * FROM unnest(${place(0, "text")}, ${place(1, "text")}, ${place(2, "text")}, ${place(3, "boolean")})
    ON CONFLICT (type, id, principal) DO UPDATE SET managed = false WHERE hand.managed AND NOT EXCLUDED.managed)`
}

/** Each once and in order: two changes that meet must not wait for each other. */
export function handColumns(hands: readonly Hand[]): unknown[][] {
  const worst = new Map<string, Hand>()
  for (const hand of hands) {
    const key = JSON.stringify([hand.type, hand.id, hand.principal])
    if (worst.get(key)?.managed !== false) worst.set(key, hand)
  }
  const rows = [...worst].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, hand]) => hand)
  return [
    rows.map(({ type }) => type),
    rows.map(({ id }) => id),
    rows.map(({ principal }) => principal),
    rows.map(({ managed }) => managed),
  ]
}
