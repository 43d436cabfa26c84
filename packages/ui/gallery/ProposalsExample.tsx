import { useState } from "react"
import { PageHeader, Panel, type Proposal, ProposalCard } from "../src/index.ts"
import { DELETE_SYSTEM, EARLIER, ENDED, FRESH, NOT_MINE, OPEN_INCIDENT, ROLLBACK } from "./proposals.ts"

export function ProposalsExample() {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-5 sm:px-6">
      <PageHeader title="Proposals" description="What somebody asks for, and the two answers." />
      <Panel title="Waiting">
        <div className="flex flex-col gap-4">
          {[OPEN_INCIDENT, ROLLBACK, DELETE_SYSTEM].map((proposal) => (
            <Decidable key={proposal.id} proposal={proposal} />
          ))}
          <ProposalCard proposal={NOT_MINE} onDecide={() => {}} />
          <ProposalCard proposal={FRESH} earlier={EARLIER} onDecide={() => fail()} proposalHref={href} linked />
        </div>
      </Panel>
      <Panel title="Decided">
        <div className="flex flex-col gap-4">
          {ENDED.map((proposal) => (
            <ProposalCard key={proposal.id} proposal={proposal} proposalHref={href} onSettle={() => fail()} />
          ))}
        </div>
      </Panel>
    </div>
  )
}

function Decidable({ proposal }: { proposal: Proposal }) {
  const [now, setNow] = useState(proposal)
  async function decide(kind: "apply" | "decline", reason?: string) {
    setNow({
      ...proposal,
      status: kind === "apply" ? "applied" : "declined",
      signedBy: { kind: "user", id: "u-2", name: "Ben Okafor" },
      decidedAt: new Date().toISOString(),
      decisionNote: reason ?? null,
    })
  }
  return <ProposalCard proposal={now} onDecide={decide} thingHref={() => "#incident"} />
}

function href(id: string): string {
  return `#proposals?${id}`
}

function fail(): Promise<never> {
  return Promise.reject(new Error("Ben lacks the permission incident.incident.manage. An administrator can grant it."))
}
