import type { ProposalView } from "@countersign/core/contract"
import { ListTable, useCall, useCan, useList, useUrlState } from "@countersign/core/web"
import {
  type Column,
  EmptyState,
  ListPage,
  PROPOSAL_STATUS_WORDS,
  type ProposalStatus,
  ProposalStatusBadge,
  Select,
  Tabs,
  TextLink,
  Time,
  TimeLeft,
} from "@countersign/ui"
import { aiContract, proposalAccess } from "../../contract.ts"
import { AnswerableCards } from "./AnswerableCards.tsx"
import { ReminderMenu } from "./ReminderMenu.tsx"
import { PROPOSALS, signaturePath } from "./signature-path.ts"

type Box = "mine" | "asked" | "unknown" | "all"

export default function SignaturesPage() {
  const can = useCan()
  const [state, patch] = useUrlState()
  const counts = useCall(aiContract.countProposals, {}, { alsoShows: PROPOSALS })
  const tabs = [
    { id: "mine" as const, label: "Waiting for me", count: counts.data?.waiting },
    { id: "asked" as const, label: "I asked" },
    { id: "unknown" as const, label: "Not known", count: counts.data?.unknown || undefined },
    ...(can(proposalAccess.read) ? [{ id: "all" as const, label: "All" }] : []),
  ]
  const box = tabs.find(({ id }) => id === state.box)?.id ?? "mine"
  return (
    <ListPage
      title="Signatures"
      description="What the assistant and connected apps want to change. Nothing of it happens until somebody signs."
      action={<ReminderMenu />}
    >
      <Tabs
        label="Which proposals"
        tabs={tabs}
        value={box}
        onChange={(next) => patch({ ...ANOTHER_BOX, box: next === "mine" ? undefined : next })}
      >
        {box === "mine" || box === "unknown" ? (
          <AnswerableCards key={`${box} ${state.after} ${state.before}`} box={box} empty={<Empty box={box} />} />
        ) : (
          <Table box={box} />
        )}
      </Tabs>
    </ListPage>
  )
}

const ANOTHER_BOX = { status: undefined, after: undefined, before: undefined, from: undefined }

/** What nobody signed, whatever became of it. */
const BY_ITSELF = "byItself"
const STATUSES = Object.keys(PROPOSAL_STATUS_WORDS) as ProposalStatus[]

function Table({ box }: { box: "asked" | "all" }) {
  const list = useList(aiContract.listProposals, {
    noun: ["proposal", "proposals"],
    sort: ["askedAt"],
    direction: "desc",
    filters: { status: [...STATUSES, BY_ITSELF] },
    input: ({ status }) => ({
      box,
      ...(status === BY_ITSELF ? { unsigned: true } : status ? { status: [status] } : {}),
    }),
    alsoShows: PROPOSALS,
  })
  return (
    <>
      <Select
        prefixLabel="State"
        placeholder="any"
        {...list.control("status")}
        options={[
          ...STATUSES.map((value) => ({ value, label: PROPOSAL_STATUS_WORDS[value] })),
          { value: BY_ITSELF, label: "Applied by itself" },
        ]}
      />
      <ListTable
        list={list}
        label="Proposals"
        columns={box === "asked" ? COLUMNS.filter(({ id }) => id !== "askedBy") : COLUMNS}
        rowLabel={({ summary }) => summary}
        rowHref={({ id }) => signaturePath(id)}
        noMatch="Choose another state to see the others."
        empty={<Empty box={box} />}
      />
    </>
  )
}

const COLUMNS: readonly Column<ProposalView>[] = [
  { id: "summary", header: "What", width: "3fr", priority: "title", cell: ({ summary }) => summary },
  { id: "askedBy", header: "Asked by", width: "1fr", cell: ({ askedBy, askedFor }) => askedFor?.name ?? askedBy.name },
  {
    id: "status",
    header: "State",
    width: "112px",
    priority: "meta",
    cell: ({ status }) => <ProposalStatusBadge status={status} />,
  },
  {
    id: "signature",
    header: "Signature",
    width: "1fr",
    cell: (proposal) => {
      if (proposal.status === "proposed") return <TimeLeft until={proposal.expiresAt} />
      if (proposal.unsigned) return <span className="text-muted">nobody: by itself</span>
      const { kind, name } = proposal.signedBy ?? {}
      if (name === undefined) return null
      if (proposal.status === "declined") return `declined by ${name}`
      return kind === "application" ? `confirmed in ${name}` : `by ${name}`
    },
  },
  {
    id: "askedAt",
    header: "Asked",
    sortable: true,
    width: "112px",
    priority: "meta",
    cell: ({ askedAt }) => <Time instant={askedAt} />,
  },
]

const EMPTY: Record<Box, { title: string; sentence: string }> = {
  mine: {
    title: "Nothing waits for you",
    sentence: "What needs your signature appears here by itself, and as a number beside Signatures in the navigation.",
  },
  asked: {
    title: "You have not asked for anything",
    sentence: "Changes that the assistant or an app of yours proposes are listed here, with what became of them.",
  },
  unknown: {
    title: "Everything is known",
    sentence:
      "A change that was under way when a server stopped would wait here for somebody to look whether it happened.",
  },
  all: {
    title: "No proposals yet",
    sentence: "Every change that a model, an app or an automation proposes is listed here.",
  },
}

function Empty({ box }: { box: Box }) {
  return (
    <EmptyState
      title={EMPTY[box].title}
      secondary={<TextLink href="/help/operate/signatures">How signing works</TextLink>}
    >
      {EMPTY[box].sentence}
    </EmptyState>
  )
}
