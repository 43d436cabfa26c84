import { callOptions, type PageModule, useCall } from "@countersign/core/web"
import { Notice, Skeleton, TextLink, ThingPage } from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { aiContract } from "../../contract.ts"
import { ProposalItem } from "./ProposalItem.tsx"
import { PROPOSALS, signaturePath } from "./signature-path.ts"

const BREADCRUMBS = [{ label: "Signatures", href: "/signatures" }]

export const prefetch: PageModule["prefetch"] = (client, { params: { proposalId = "" } }) =>
  void client.prefetchQuery(callOptions(aiContract.describeProposal, { proposalId }, { alsoShows: PROPOSALS }))

/** Where the links in MCP answers, mails and notifications lead. */
export default function SignaturePage() {
  const { proposalId = "" } = useParams({ strict: false }) as { proposalId?: string }
  const navigate = useNavigate()
  const answer = useCall(aiContract.describeProposal, { proposalId }, { alsoShows: PROPOSALS })
  const { data: proposal, error } = answer
  if (error && !proposal)
    return (
      <ThingPage breadcrumbs={BREADCRUMBS} title="There is no such proposal for you">
        <Notice tone="error" action={<TextLink href="/signatures">See what waits for you</TextLink>}>
          {error.message}
        </Notice>
      </ThingPage>
    )
  if (!proposal)
    return (
      <ThingPage breadcrumbs={BREADCRUMBS} title="Signature">
        <Skeleton lines={6} label="Reading the proposal" />
      </ThingPage>
    )
  return (
    <ThingPage breadcrumbs={BREADCRUMBS} title={proposal.summary}>
      <div className="max-w-3xl">
        <ProposalItem
          key={proposal.id}
          summaryHidden
          headingLevel={2}
          proposal={proposal}
          onDecided={(now) => {
            // What it was about has moved: the fresh proposal says what would happen now.
            if (now.status === "superseded" && now.replacedBy)
              void navigate({ to: signaturePath(now.replacedBy), replace: true })
            else void answer.refetch()
          }}
        />
      </div>
    </ThingPage>
  )
}
