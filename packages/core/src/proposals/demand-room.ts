import type { Caller } from "../access/ctx.ts"
import { takeLock } from "../db/named-lock.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import { ConflictError } from "../errors.ts"
import type { Principal } from "../identity/principal/principal.ts"

/** More than anybody reads carefully. */
export const MOST_OPEN = { conversation: 20, principal: 100 }

/** Those who propose for one person at the same time take turns, on all servers, until the transaction ends. */
export async function takeTurnToPropose(
  transaction: LazyTransaction,
  { principal }: Pick<Caller, "principal">,
): Promise<void> {
  await takeLock(transaction.tx, `platform:open-proposals:${holderOf(principal)}`)
}

/** Refuses a proposal that would be one too many to read, in its conversation or for the one who asked. */
export async function demandRoomToPropose(
  transaction: LazyTransaction,
  { principal }: Pick<Caller, "principal">,
  conversationId: string | null,
): Promise<void> {
  const actsFor = principal.kind === "application" ? principal.actsFor : undefined
  const [open] = await transaction.query<{ here: number; theirs: number }>(
    { name: "count-open-proposals", text: COUNT },
    [conversationId, holderOf(principal)],
  )
  if (open!.here >= MOST_OPEN.conversation)
    throw new ConflictError(
      `${MOST_OPEN.conversation} proposals of this conversation wait for a signature already. Propose nothing more until some are signed or declined.`,
    )
  if (open!.theirs >= MOST_OPEN.principal)
    throw new ConflictError(
      `${MOST_OPEN.principal} proposals of ${actsFor?.name ?? principal.name} wait for a signature already. Sign or decline some on the Signatures page first.`,
    )
}

function holderOf(principal: Principal): string {
  return (principal.kind === "application" ? principal.actsFor?.id : undefined) ?? principal.id
}

const COUNT = `SELECT
  (SELECT count(*)::integer FROM platform.tool_call WHERE status = 'proposed' AND expires_at > now()
    AND conversation_id = $1::uuid) AS here,
  (SELECT count(*)::integer FROM platform.tool_call WHERE status = 'proposed' AND expires_at > now()
    AND coalesce(person_id::text, principal_id) = $2) AS theirs`
