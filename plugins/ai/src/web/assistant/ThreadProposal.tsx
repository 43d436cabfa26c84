import { useCall } from "@countersign/core/web"
import { type AppliedBlock, Notice } from "@countersign/ui"
import { useState } from "react"
import { aiContract } from "../../contract.ts"
import { AppliedProposal } from "../signatures/AppliedProposal.tsx"
import { ProposalItem } from "../signatures/ProposalItem.tsx"
import { PROPOSALS } from "../signatures/signature-path.ts"

/** A proposal where it was made: as it stands now, and the one that took its place if there is one. */
export function ThreadProposal({ proposalId, summary }: { proposalId: string; summary: string }) {
  const answer = useCall(aiContract.describeProposal, { proposalId }, { alsoShows: PROPOSALS })
  const [answered, setAnswered] = useState(false)
  const { data: proposal, error } = answer

  if (!proposal)
    return error ? (
      <Notice tone="warning" title={summary}>
        {error.message}
      </Notice>
    ) : (
      <p className="rounded-lg border border-hairline border-l-3 border-l-seal bg-surface px-4 py-3 font-semibold text-prose">
        {summary}
      </p>
    )
  if (proposal.status === "superseded" && proposal.replacedBy)
    return <ThreadProposal proposalId={proposal.replacedBy} summary={summary} />

  if (proposal.status === "applied")
    return (
      <AppliedProposal
        proposal={proposal}
        proposalId={proposal.id}
        summary={proposal.summary}
        answered={answered}
        renderAsked={threadCard}
      />
    )

  return (
    <ProposalItem
      linked
      headingLevel={4}
      proposal={proposal}
      onDecided={() => {
        setAnswered(true)
        void answer.refetch()
      }}
    />
  )
}

/** Says so where one of the proposals, or one that took its place, still waits. */
export function StillWaiting({ proposalIds }: { proposalIds: readonly string[] }) {
  const [proposalId = "", ...others] = proposalIds
  const { data } = useCall(aiContract.describeProposal, { proposalId }, { alsoShows: PROPOSALS })
  if (data?.status === "proposed") return <span className="text-seal-ink">A proposal in it waits for a signature</span>
  const next = data?.replacedBy ? [data.replacedBy, ...others] : others
  return next.length > 0 ? <StillWaiting proposalIds={next} /> : null
}

/** A change made in auto mode. What was signed stands where it was asked for, already in one line. */
export function ThreadApplied({ applied: { proposalId, summary } }: { applied: AppliedBlock }) {
  const { data: proposal } = useCall(aiContract.describeProposal, { proposalId }, { alsoShows: PROPOSALS })
  if (proposal && !proposal.unsigned) return null
  return <AppliedProposal proposal={proposal} proposalId={proposalId} summary={summary} renderAsked={threadCard} />
}

function threadCard(asked: { proposalId: string; summary: string }) {
  return <ThreadProposal {...asked} />
}
