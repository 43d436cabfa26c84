import type { UserPrincipal } from "@countersign/core/assistant"
import type { ProposalView } from "@countersign/core/contract"
import { type Ctx, NotFoundError } from "@countersign/core/server"
import { describeProposal } from "./read-proposals.ts"

/** The card as this person would see it, if they may sign it: a mail names nothing they could not look up. */
export async function findSignable(
  { runtime, correlationId }: Ctx,
  proposalId: string,
  personId: string,
): Promise<{ person: UserPrincipal; proposal: ProposalView } | null> {
  const person = await runtime.identity.load({ kind: "user", id: personId, grantId: null })
  if (person?.kind !== "user") return null
  try {
    const caller = { principal: person, transport: "job", correlationId, runtime } as const
    const proposal = await describeProposal(caller, { proposalId })
    return proposal.maySign ? { person, proposal } : null
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
