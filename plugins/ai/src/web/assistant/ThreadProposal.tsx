import { call, refresh, useCall } from "@countersign/core/web"
import { type AppliedBlock, AppliedCard, Notice } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { aiContract } from "../../contract.ts"
import { PROPOSALS, ProposalItem, signaturePath } from "../signatures/ProposalItem.tsx"

/** A proposal where it was made: as it stands now, and the one that took its place if there is one. */
export function ThreadProposal({ proposalId, summary }: { proposalId: string; summary: string }) {
  const answer = useCall(aiContract.describeProposal, { proposalId }, { alsoShows: PROPOSALS })
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

  return <ProposalItem linked headingLevel={4} proposal={proposal} onDecided={() => void answer.refetch()} />
}

/** Says so where one of the proposals, or one that took its place, still waits. */
export function StillWaiting({ proposalIds }: { proposalIds: readonly string[] }) {
  const [proposalId = "", ...others] = proposalIds
  const { data } = useCall(aiContract.describeProposal, { proposalId }, { alsoShows: PROPOSALS })
  if (data?.status === "proposed") return <span className="text-seal-ink">A proposal in it waits for a signature</span>
  const next = data?.replacedBy ? [data.replacedBy, ...others] : others
  return next.length > 0 ? <StillWaiting proposalIds={next} /> : null
}

/** A change made in auto mode. Taking it back is a change like any other: it gets a card of its own. */
export function ThreadApplied({ applied }: { applied: AppliedBlock }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ proposalId: string; summary: string } | null>(null)
  const { undo } = applied
  return (
    <AppliedCard
      applied={applied}
      href={signaturePath(applied.proposalId)}
      onUndo={
        undo && !asked
          ? async () => {
              const { toolName, input } = undo
              setAsked(await call(aiContract.proposeTool, { toolName, input, undoes: applied.proposalId }))
              await refresh(client, PROPOSALS)
            }
          : undefined
      }
    >
      {asked && <ThreadProposal proposalId={asked.proposalId} summary={asked.summary} />}
    </AppliedCard>
  )
}
