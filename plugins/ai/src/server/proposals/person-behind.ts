import { type Ctx, ForbiddenError, type Principal } from "@countersign/core/server"

/** Whose notes and skills a caller means: their own, or those of the person an app acts for. An API key has none. */
export function personBehind(principal: Principal): string | null {
  if (principal.kind === "user") return principal.id
  return principal.kind === "application" ? (principal.actsFor?.id ?? null) : null
}

export function demandPerson({ principal }: Ctx, what: string): string {
  const person = personBehind(principal)
  if (person === null)
    throw new ForbiddenError(`${principal.name} is no person, and only people keep ${what}. Sign in with a browser.`)
  return person
}
