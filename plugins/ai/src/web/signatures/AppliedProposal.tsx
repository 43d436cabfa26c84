import type { ProposalView } from "@countersign/core/contract"
import { call, refresh, useRegistry, useThingHref } from "@countersign/core/web"
import { AppliedCard } from "@countersign/ui"
import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { aiContract } from "../../contract.ts"
import { PROPOSALS, signaturePath } from "./signature-path.ts"

/** A change that was made, in one line. Taking it back is a change like any other: it gets a card of its own. */
export function AppliedProposal(props: {
  /** Undefined while it is read. */
  proposal: ProposalView | undefined
  proposalId: string
  summary: string
  answered?: boolean
  /** The card of what was asked for to take it back. */
  renderAsked: (asked: { proposalId: string; summary: string }) => ReactNode
}) {
  const { proposal, proposalId, summary, answered = false, renderAsked } = props
  const client = useQueryClient()
  const { cardOf } = useRegistry()
  const hrefOf = useThingHref()
  const Own = proposal && cardOf(proposal.toolName)?.Content
  const [asked, setAsked] = useState<{ proposalId: string; summary: string } | null>(null)
  const undo = proposal?.undo ?? undefined
  return (
    <AppliedCard
      applied={{ summary, ...(undo ? { undo } : {}) }}
      proposal={proposal}
      own={Own && <Own proposal={proposal} />}
      answered={answered}
      href={signaturePath(proposalId)}
      thingHref={hrefOf}
      onUndo={
        undo && !asked
          ? async () => {
              const { toolName, input } = undo
              setAsked(await call(aiContract.proposeTool, { toolName, input, undoes: proposalId }))
              await refresh(client, PROPOSALS)
            }
          : undefined
      }
    >
      {asked && renderAsked(asked)}
    </AppliedCard>
  )
}
