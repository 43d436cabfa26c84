import { authorizeEntry } from "../access/authorize.ts"
import type { RegisteredTool } from "../access/points/tool.ts"
import type { ToolCallRow } from "../audit/tool-call-store.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { alwaysSigns } from "../tools/always-signs.ts"

/**
 * Why this principal may not sign the proposal, or null when they may. A person signs what they asked for themselves,
 * directly or through a client; what an application asked for, and what two people must agree on, is open to everyone
 * who holds the tool's rules. What single things they reach is judged when it is applied.
 */
export function whyNotSign(principal: Principal, row: ToolCallRow, tool: RegisteredTool | undefined): string | null {
  if (principal.kind !== "user") return "Only a person who is signed in can sign a proposal."
  if (row.status !== "proposed") return `It is ${row.status} already.`
  if (!tool) return "This cannot be applied: the tool for it is no longer installed."
  if (row.two_person && row.person_id === principal.id)
    return "You asked for it, so somebody else has to sign: this tool is under the two-person rule."
  if (!row.two_person && row.person_id !== null && row.person_id !== principal.id)
    return `It waits for the signature of ${row.person_name ?? "the person who asked"}.`
  try {
    authorizeEntry(principal, tool.procedure)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Whether this is the very one who asked, under the same grant. */
export function isAsker(principal: Principal, row: ToolCallRow): boolean {
  const grantId = principal.kind === "application" ? (principal.actsFor?.grantId ?? null) : null
  return row.principal_kind === principal.kind && row.principal_id === principal.id && row.grant_id === grantId
}

interface Circumstances {
  readonly twoPerson: boolean
  /** It would go where nobody pointed. */
  readonly unnamed: boolean
}

/** Whether the one who asked may also confirm: then the answer carries the token. */
export function mayConfirm(
  principal: Principal,
  tool: RegisteredTool,
  input: object,
  { twoPerson, unnamed }: Circumstances,
): boolean {
  if (twoPerson) return false
  if (principal.kind === "user") return true
  if (principal.kind !== "application" || !principal.confirms) return false
  return tool.effect === "mutate" && !alwaysSigns(tool, input) && !unnamed
}
