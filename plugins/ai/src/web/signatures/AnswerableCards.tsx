import type { ProposalView } from "@countersign/core/contract"
import { call, useList } from "@countersign/core/web"
import { Notice, Pagination, Skeleton, TextLink } from "@countersign/ui"
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react"
import { aiContract } from "../../contract.ts"
import { AppliedProposal } from "./AppliedProposal.tsx"
import { ProposalItem } from "./ProposalItem.tsx"
import { PROPOSALS, signaturePath } from "./signature-path.ts"

/** What can be answered is answered right here. Cards stay until the page is left, to say how it went. */
export function AnswerableCards({ box, empty }: { box: "mine" | "unknown"; empty: ReactNode }) {
  const list = useList(aiContract.listProposals, {
    noun: ["proposal", "proposals"],
    sort: ["askedAt"],
    direction: "desc",
    input: () => ({ box }),
    alsoShows: PROPOSALS,
  })
  const { rows, paging } = list
  const { error } = list.table
  const { decided, keep } = useDecided(rows)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  if (!rows) {
    if (error) return <Notice tone="error">{error.message}</Notice>
    return <Skeleton lines={6} label="Reading the proposals" />
  }
  const open = rows.filter(({ id }) => !decided.has(id))
  const shown = [...open, ...decided.values()].sort((a, b) => b.askedAt.localeCompare(a.askedAt))
  if (shown.length === 0) return empty
  return (
    <>
      <ul className="flex max-w-3xl flex-col gap-4">
        {shown.map((proposal) => (
          <li key={proposal.id}>
            {proposal.status === "applied" ? (
              <AppliedProposal
                answered={answered.has(proposal.id)}
                proposal={proposal}
                proposalId={proposal.id}
                summary={proposal.summary}
                renderAsked={askedNotice}
              />
            ) : (
              <ProposalItem
                linked
                headingLevel={2}
                proposal={proposal}
                onDecided={(now) => {
                  setAnswered((before) => new Set(before).add(now.id))
                  keep(now)
                  list.reload()
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {paging && <Pagination {...paging} />}
    </>
  )
}

/** The card itself stands in this very list, unless somebody else has to sign it. */
function askedNotice({ proposalId, summary }: { proposalId: string; summary: string }) {
  return (
    <Notice>
      Asked: <TextLink href={signaturePath(proposalId)}>{summary}</TextLink>. It waits for a signature like any change.
    </Notice>
  )
}

/** A card that somebody else answered must not vanish under the eyes of the one who reads it: it says what happened. */
function useDecided(items: readonly ProposalView[] | undefined) {
  const [decided, setDecided] = useState<ReadonlyMap<string, ProposalView>>(new Map())
  const keep = useCallback((now: ProposalView) => setDecided((before) => new Map(before).set(now.id, now)), [])
  const seen = useRef<readonly string[]>([])
  useEffect(() => {
    if (!items) return
    const listed = items.map(({ id }) => id)
    for (const proposalId of seen.current.filter((id) => !listed.includes(id)))
      call(aiContract.describeProposal, { proposalId }).then(keep, () => {
        // No longer theirs to see: then it rightly goes.
      })
    seen.current = listed
  }, [items, keep])
  return { decided, keep }
}
