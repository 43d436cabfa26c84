import type { Caller } from "../access/ctx.ts"

/**
 * Writes down that a proposal takes an earlier change back: only where it is, to the letter, the call that the applied
 * proposal said would do so, and both are the same person's. Anything else stays an ordinary proposal. It joins the
 * conversation of that change, so that the model there hears what became of it.
 */
export async function noteUndo(
  { runtime, principal }: Caller,
  proposalId: string,
  { undoes, input }: { undoes: string; input: object },
): Promise<void> {
  const { rowCount } = await runtime.database.pool.query(
    `UPDATE platform.tool_call p SET card = p.card || jsonb_build_object('undoes', u.summary),
       conversation_id = coalesce(p.conversation_id, u.conversation_id)
     FROM platform.tool_call u WHERE p.id = $1 AND u.id = $2 AND u.status = 'applied'
       AND u.undo->>'toolName' = p.tool AND u.undo->'input' = $3::jsonb
       AND p.person_id = $4::uuid AND u.person_id = $4::uuid`,
    [proposalId, undoes, JSON.stringify(input), principal.kind === "user" ? principal.id : null],
  )
  if (rowCount) runtime.publishSignals(["ai.proposal"])
}
