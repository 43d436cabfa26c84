import { ForbiddenError, type Principal } from "@countersign/core/server"

/** The person who asks, also through a client that they connected; null where there is none. */
export function personOf(principal: Principal): { id: string; name: string } | null {
  if (principal.kind === "user") return principal
  return principal.kind === "application" ? (principal.actsFor ?? null) : null
}

export function demandPerson(principal: Principal): { id: string; name: string } {
  const person = personOf(principal)
  if (person) return person
  throw new ForbiddenError("Only a person can be told something. Sign in instead of using an API key.")
}
