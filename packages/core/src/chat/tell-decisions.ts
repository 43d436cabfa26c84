import { randomUUID } from "node:crypto"
import type { Runtime } from "../access/runtime.ts"
import type { BlockOf, ContentBlock } from "../contract/chat/content-block.ts"
import type { TaintSource } from "../contract/proposal.ts"
import type { TurnStart } from "./chat.ts"
import { buildDecisionNote } from "./decision-note.ts"
import { findForeignReasons } from "./turn-context-store.ts"
import type { LiveTurn } from "./turn-hub.ts"

/** What others decided is on the record before the model says a word about it. */
export function tellDecisions(live: LiveTurn, { decided }: TurnStart): ContentBlock[] {
  const blocks = decided.map((one): ContentBlock => {
    const { proposalId, toolName, summary, status, signer, reason, problem, undo } = one
    if (status === "applied")
      return { type: "applied", callId: proposalId, proposalId, toolName, summary, ...(undo ? { undo } : {}) }
    const by = signer ? ` by ${signer}` : ""
    const text = {
      declined: `“${summary}” was declined${by}${reason ? `: ${reason}` : "."}`,
      failed: `“${summary}” was signed${by} but failed: ${problem ?? "the log has the reason."}`,
      unknown: `“${summary}” was signed${by}; whether it took effect is not known. Settle it on the Signatures page.`,
    }[status]
    return { type: "notice", kind: "decided", text }
  })
  live.keep(blocks)
  live.emit(
    blocks.map((block) =>
      block.type === "applied"
        ? { type: "data-applied", id: block.proposalId, data: block }
        : { type: "data-notice", id: `decided-${randomUUID()}`, data: block as BlockOf<"notice"> },
    ),
  )
  return blocks
}

/** The same for the model, which hears of it once. */
export function decisionText({ decided, conversation }: TurnStart): string {
  const heads = decided.map(({ status, toolName }) => `${status}: ${toolName}`).join("\n")
  return `[Decision]\n${heads}\n\n${buildDecisionNote(decided, conversation.id)}`
}

/** A colleague's reason is theirs, not the operator's: it may ask for things. */
export async function taintOfReasons(
  { database }: Runtime,
  { decided, conversation }: TurnStart,
): Promise<TaintSource[]> {
  const reasoned = decided.filter(({ reason }) => reason?.trim()).map(({ proposalId }) => proposalId)
  if (reasoned.length === 0) return []
  return findForeignReasons(database, conversation.ownerId, reasoned)
}
