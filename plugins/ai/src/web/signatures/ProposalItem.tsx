import type { ProposalView } from "@countersign/core/contract"
import {
  CallError,
  call,
  editPath,
  useCall,
  useCan,
  useChange,
  useMe,
  useRegistry,
  useThingHref,
} from "@countersign/core/web"
import { ProposalCard, type ProposalCardProps } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { aiContract, proposalAccess } from "../../contract.ts"
import { ProposalEditor } from "./ProposalEditor.tsx"
import { PROPOSALS, signaturePath } from "./signature-path.ts"
import { TrustColleagues } from "./TrustColleagues.tsx"

type ProposalItemProps = {
  proposal: ProposalView
  /** What it became, by this person's answer or somebody else's. */
  onDecided: (proposal: ProposalView) => void
} & Pick<ProposalCardProps, "linked" | "summaryHidden" | "headingLevel">

/** A card whose answers go to the server. */
export function ProposalItem({ proposal, onDecided, ...look }: ProposalItemProps) {
  const can = useCan()
  const me = useMe()
  const [editing, setEditing] = useState(false)
  const navigate = useNavigate()
  const { cardOf } = useRegistry()
  const hrefOf = useThingHref()
  const card = cardOf(proposal.toolName)
  const mine = (proposal.askedFor ?? proposal.askedBy).id === me.id
  const earlier = useCall(
    aiContract.describeProposal,
    { proposalId: proposal.replaces ?? "" },
    { enabled: proposal.replaces !== null && proposal.status === "proposed" },
  )
  const waits = proposal.status === "proposed"
  // Whatever the card is about: when it moves, the card says so at once and not only to whoever presses Apply.
  const standing = useCall(
    aiContract.checkProposal,
    { proposalId: proposal.id },
    { enabled: waits, alsoShows: [...PROPOSALS, ...proposal.follows] },
  )
  const renew = useChange(aiContract.renewProposal, { alsoChanges: PROPOSALS })
  const sign = useChange(aiContract.signProposal, { alsoChanges: PROPOSALS })
  const settle = useChange(aiContract.reconcileProposal)

  async function decide(kind: "apply" | "decline", reason?: string) {
    try {
      const answer = await sign.mutateAsync({ proposalId: proposal.id, kind, ...(reason ? { reason } : {}) })
      onDecided(answer.proposal)
    } catch (error) {
      // A change that failed, or that something overtook, is told by the card itself as it stands now.
      const now = await call(aiContract.describeProposal, { proposalId: proposal.id }).catch(() => null)
      if (now && now.status !== "proposed") onDecided(now)
      else throw error instanceof CallError ? error : new Error("It could not be signed. Try again.", { cause: error })
    }
  }
  /** In the plugin's own form where there is one. */
  async function edit() {
    if (!card?.editHref) return setEditing(true)
    try {
      const { input } = await call(aiContract.readProposalInput, { proposalId: proposal.id })
      const form = card.editHref(input)
      if (form === null) setEditing(true)
      else await navigate({ to: editPath(form, proposal.id) })
    } catch {
      // The dialog says why.
      setEditing(true)
    }
  }
  return (
    <>
      <ProposalCard
        {...look}
        proposal={proposal}
        own={card?.Content && <card.Content proposal={proposal} />}
        {...(mine ? { onEdit: () => void edit() } : {})}
        {...(earlier.data ? { earlier: earlier.data } : {})}
        stale={waits ? (standing.data?.stale ?? null) : null}
        {...(proposal.maySign
          ? {
              onRenew: async () => {
                const answer = await renew.mutateAsync({ proposalId: proposal.id })
                onDecided(
                  await call(aiContract.describeProposal, { proposalId: proposal.id }).catch(() => answer.proposal),
                )
              },
            }
          : {})}
        onDecide={decide}
        {...(can(proposalAccess.reconcile)
          ? {
              onSettle: async (outcome, note) =>
                onDecided(await settle.mutateAsync({ proposalId: proposal.id, outcome, note })),
            }
          : {})}
        proposalHref={signaturePath}
        thingHref={hrefOf}
      />
      <TrustColleagues proposal={proposal} />
      {editing && (
        <ProposalEditor
          proposal={proposal}
          onClose={() => setEditing(false)}
          onReplaced={(replacedBy) => onDecided({ ...proposal, status: "superseded", replacedBy })}
        />
      )}
    </>
  )
}
