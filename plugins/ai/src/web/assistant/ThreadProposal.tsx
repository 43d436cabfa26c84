import { call, refresh, thingPath, useCall } from "@countersign/core/web"
import { type AppliedBlock, AppliedCard, Notice } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { aiContract } from "../../contract.ts"
import { PROPOSALS, ProposalItem, signaturePath } from "../signatures/ProposalItem.tsx"

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
      <AppliedCard
        applied={{ summary: proposal.summary }}
        proposal={proposal}
        answered={answered}
        href={signaturePath(proposal.id)}
        thingHref={thingPath}
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

/** A change made in auto mode. Taking it back is a change like any other: it gets a card of its own. */
export function ThreadApplied({ applied }: { applied: AppliedBlock }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ proposalId: string; summary: string } | null>(null)
  const { undo, proposalId } = applied
  const { data: proposal } = useCall(aiContract.describeProposal, { proposalId }, { alsoShows: PROPOSALS })
  // What was signed stands where it was asked for, already in one line; here is only the way back.
  if (proposal && !proposal.unsigned && !undo) return null
  return (
    <AppliedCard
      applied={applied}
      proposal={proposal}
      href={signaturePath(proposalId)}
      thingHref={thingPath}
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
