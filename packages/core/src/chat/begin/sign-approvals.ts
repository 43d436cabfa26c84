import type { Caller } from "../../access/ctx.ts"
import { ForbiddenError, NotFoundError } from "../../errors.ts"
import { applyBySignature } from "../../proposals/apply.ts"
import { declineBySignature } from "../../proposals/decline.ts"
import type { Approval } from "./read-approvals.ts"

/**
 * Signs or declines what the AI SDK's client answered for its person. As on the Signatures page, only a session of that
 * person's own counts, and only proposals of this conversation. All are tried; then the first that failed is told.
 */
export async function signApprovals(
  caller: Caller,
  conversationId: string,
  approvals: readonly Approval[],
  { bySession }: { bySession: boolean },
): Promise<void> {
  if (!bySession)
    throw new ForbiddenError("Only a person who is signed in can sign or decline. Open the Signatures page for it.")
  const own = await proposalsOf(caller, conversationId)
  const failures: unknown[] = []
  for (const { proposalId, approved, reason } of approvals) {
    const status = own.get(proposalId)
    // The client sends every answer of the message again; what is decided stays decided.
    if (status !== undefined && status !== "proposed") continue
    try {
      if (status === undefined) throw new NotFoundError("This conversation has no such proposal.")
      if (approved) await applyBySignature(caller, proposalId)
      else await declineBySignature(caller, proposalId, reason)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function proposalsOf({ runtime }: Caller, conversationId: string): Promise<Map<string, string>> {
  const { rows } = await runtime.database.pool.query<{ id: string; status: string }>(
    "SELECT id, status FROM platform.tool_call WHERE conversation_id = $1 AND expires_at IS NOT NULL",
    [conversationId],
  )
  return new Map(rows.map(({ id, status }) => [id, status]))
}
