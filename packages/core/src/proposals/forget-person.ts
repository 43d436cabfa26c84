import { sql } from "drizzle-orm"
import type { Ctx } from "../access/ctx.ts"
import { moveToolCall } from "../audit/tool-call-store.ts"

/**
 * A departed person's name leaves the ledger of calls, and what they still had waiting can no longer be signed.
 * Cards keep what they say: it is about things, and was signed by whoever signed it.
 */
export async function forgetPersonInToolCalls(ctx: Ctx, personId: string, pseudonym: string): Promise<number> {
  const { tx, frame, runtime } = ctx
  const waiting = await tx.execute<{ id: string }>(sql`
    SELECT id FROM platform.tool_call WHERE status = 'proposed' AND person_id = ${personId}::uuid`)
  for (const { id } of waiting.rows)
    await moveToolCall(
      runtime,
      { callId: id, from: "proposed", to: "expired", actor: ctx, set: { payload: null } },
      frame.transaction,
    )
  await tx.execute(sql`DELETE FROM platform.tool_taint WHERE holder = ${`user:${personId}`}`)
  const { rowCount } = await tx.execute(sql`
    UPDATE platform.tool_call SET
      principal_name = CASE WHEN principal_id = ${personId} THEN ${pseudonym}
        WHEN person_id = ${personId}::uuid THEN replace(principal_name, person_name, ${pseudonym}) ELSE principal_name END,
      person_name = CASE WHEN person_id = ${personId}::uuid THEN ${pseudonym} ELSE person_name END,
      signer_name = CASE WHEN signer_id = ${personId} THEN ${pseudonym} ELSE signer_name END,
      result = CASE WHEN person_id = ${personId}::uuid THEN NULL ELSE result END
    WHERE principal_id = ${personId} OR person_id = ${personId}::uuid OR signer_id = ${personId}`)
  return rowCount ?? 0
}
