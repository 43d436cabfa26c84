import type { Principal } from "../../identity/principal/principal.ts"

/** Who answers for a link; for a connected app its person does. Null for the command line, which answers to nobody here. */
export function giverOf(principal: Principal): string | null {
  if (principal.kind === "service") return null
  return principal.kind === "application" && principal.actsFor ? principal.actsFor.id : principal.id
}
