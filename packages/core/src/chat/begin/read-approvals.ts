import { z } from "zod"

export interface Approval {
  proposalId: string
  approved: boolean
  reason?: string
}

/** A call of the AI SDK's message that its person has answered: `addToolApprovalResponse` makes it. */
const AnsweredCall = z.looseObject({
  state: z.literal("approval-responded"),
  approval: z.looseObject({ id: z.uuid(), approved: z.boolean(), reason: z.string().max(2_000).optional() }),
})

/** What a person answered in the last message of the AI SDK's transport. Nothing else of that message is believed. */
export function readApprovals(message: unknown): Approval[] {
  const parts = (message as { role?: unknown; parts?: unknown } | null)?.parts
  if ((message as { role?: unknown } | null)?.role !== "assistant" || !Array.isArray(parts)) return []
  const answered = parts.flatMap((part) => {
    const call = AnsweredCall.safeParse(part)
    return call.success ? [call.data.approval] : []
  })
  return answered.map(({ id, approved, reason }) => ({ proposalId: id, approved, ...(reason ? { reason } : {}) }))
}
