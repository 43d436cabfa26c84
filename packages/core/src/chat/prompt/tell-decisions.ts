import { randomUUID } from "node:crypto"
import type { Runtime } from "../../access/runtime.ts"
import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import type { TaintSource } from "../../contract/proposal.ts"
import type { TurnStart } from "../begin/turn-start.ts"
import type { LiveTurn } from "../stream/turn-hub.ts"
import { buildDecisionNote } from "./decision-note.ts"
import { DECISION, findWordsOfDecisions } from "./turn-context-store.ts"

/** What others decided is on the record before the model says a word about it. */
export function tellDecisions(live: LiveTurn, { decided }: TurnStart): ContentBlock[] {
  const blocks = decided.map((one): ContentBlock => {
    const { proposalId, toolName, summary, status, signer, reason, problem, undo } = one
    if (status === "applied")
      return { type: "applied", callId: proposalId, proposalId, toolName, summary, ...(undo ? { undo } : {}) }
    const by = signer ? ` by ${signer}` : ""
    const text = {
      declined: `“${summary}” was declined${by}${reason ? `: ${reason}` : "."}`,
      failed: isSettled(one)
        ? `“${summary}”, signed${by}, was looked into and did not take effect: ${reason}`
        : `“${summary}” was signed${by} but failed: ${problem ?? "the log has the reason."}`,
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

/** The same for the model, which hears of it once. Of names, only those that `sources` answers for. */
export function decisionText({ decided, conversation }: TurnStart, sources: readonly TaintSource[]): string {
  const heads = decided.map(({ status, toolName }) => `${status}: ${toolName}`).join("\n")
  const settled = decided.some(isSettled) ? `\n\n${SETTLED}` : ""
  const told = decided.map((one) => ({
    ...one,
    signer: one.signer && !isByOther(one.proposalId, sources) ? "the operator" : one.signer,
    ...(isSettled(one) ? { reason: null, problem: null } : {}),
  }))
  return `[Decision]\n${heads}\n\n${buildDecisionNote(told, conversation.id)}${settled}`
}

function isByOther(proposalId: string, sources: readonly TaintSource[]): boolean {
  return sources.some(({ toolCallId, what }) => toolCallId === proposalId && what === DECISION)
}

const SETTLED =
  "Where you were told before that an outcome is unknown: a person has looked, and this is what they found."

/**
 * Nobody knew what had become of it until a person looked: those who sign write no note. The note stays between people,
 * because the row does not tell whose words it holds.
 */
function isSettled({ status, reason }: TurnStart["decided"][number]): boolean {
  return (status === "applied" || status === "failed") && reason !== null
}

/** What a proposal says, and a colleague's reason for what they decided, are not the operator's words. */
export async function taintOfDecisions(
  { database }: Runtime,
  { decided, conversation }: TurnStart,
): Promise<TaintSource[]> {
  if (decided.length === 0) return []
  const ids = decided.map(({ proposalId }) => proposalId)
  return findWordsOfDecisions(database, conversation.ownerId, ids)
}
