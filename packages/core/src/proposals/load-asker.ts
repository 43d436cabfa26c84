import type { Caller } from "../access/ctx.ts"
import type { ToolCallRow } from "../audit/tool-call-store.ts"
import type { Principal } from "../identity/principal.ts"

/** The one who asked, with what they hold today. Null when they are gone, disabled, or their grant was revoked. */
export async function loadAsker({ runtime, principal }: Caller, row: ToolCallRow): Promise<Principal | null> {
  const grantId = principal.kind === "application" ? (principal.actsFor?.grantId ?? null) : null
  if (row.principal_kind === principal.kind && row.principal_id === principal.id && row.grant_id === grantId)
    return principal
  return runtime.identity.load({ kind: row.principal_kind, id: row.principal_id, grantId: row.grant_id })
}
