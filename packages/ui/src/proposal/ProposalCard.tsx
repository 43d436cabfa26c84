import { Globe, TriangleAlert, UsersRound } from "lucide-react"
import type { ReactNode, RefObject } from "react"
import { useEffect, useId, useRef, useState } from "react"
import { TextLink } from "../actions/Link.tsx"
import { cx } from "../class-names.ts"
import { Avatar } from "../marks/Avatar.tsx"
import { Badge, type BadgeTone } from "../marks/Badge.tsx"
import { LookalikeMark } from "../marks/LookalikeMark.tsx"
import { Time } from "../marks/Time.tsx"
import { TimeLeft } from "../marks/TimeLeft.tsx"
import { DiffTable, foldedRows } from "../tables/DiffTable.tsx"
import { PlainText, plainly } from "../text/PlainText.tsx"
import { changedRows, EVERY_FIELD, ProposalChanges } from "./ProposalChanges.tsx"
import { ProposalDecision } from "./ProposalDecision.tsx"
import { ProposalOutcome } from "./ProposalOutcome.tsx"
import { ProposalSettle } from "./ProposalSettle.tsx"
import {
  askedWords,
  movedRows,
  PROPOSAL_STATUS_WORDS,
  type Proposal,
  type ProposalStatus,
  type ProposalThing,
} from "./proposal.ts"

/** While its promise is pending the buttons are busy; a rejection's message is shown on the card. */
export type Decide = (kind: "apply" | "decline", reason?: string) => unknown
export type Settle = (outcome: "applied" | "failed", note: string) => unknown

export type ProposalCardProps = {
  proposal: Proposal
  /** What would change in the way of the plugin whose change it is. */
  own?: ReactNode
  /** Left out where the card only shows. */
  onDecide?: Decide
  /** Changes what is asked for before anybody signs: the third answer, where the one who asked looks at it. */
  onEdit?: () => void
  /** For those who may settle a proposal whose outcome is not known. */
  onSettle?: Settle
  /** Why it can no longer be signed as it stands. */
  stale?: string | null
  /** Asks anew, with what would change now. */
  onRenew?: () => Promise<unknown>
  /** The one it took the place of: the card says what moved since. */
  earlier?: Pick<Proposal, "diff" | "summary">
  /** Where a proposal has its own page. */
  proposalHref?: (id: string) => string
  thingHref?: (thing: ProposalThing) => string | undefined
  headingLevel?: 2 | 3 | 4
  /** Where the page's own title is the summary. */
  summaryHidden?: boolean
  /** The summary leads to the proposal's own page. */
  linked?: boolean
  className?: string
}

/** What somebody asks for and what it would change, with the two answers a person can give. */
export function ProposalCard(props: ProposalCardProps) {
  const { proposal, onDecide, onEdit, onSettle, earlier, proposalHref, thingHref, summaryHidden, className } = props
  const titleId = useId()
  const waiting = proposal.status === "proposed"
  const card = useRef<HTMLElement>(null)
  const answered = useRef(false)
  useKeptFocus(card, waiting, answered)
  const rows = changedRows(proposal)
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const folded = [...(props.own ? [EVERY_FIELD] : []), ...rows.filter(({ id }) => foldedRows(rows).includes(id))]
  const unread = mustBeRead(proposal) ? folded.filter(({ id }) => !unfolded.includes(id)) : []
  const decide: Decide | undefined =
    onDecide &&
    ((kind, reason) => {
      answered.current = true
      return onDecide(kind, reason)
    })
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-proposal={proposal.id}
      data-status={proposal.status}
      className={cx(
        "@container min-w-0 rounded-lg border border-hairline border-l-3 bg-surface px-3 py-3 sm:px-4",
        waiting ? "border-l-seal" : "border-l-line",
        className,
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Asking proposal={proposal} />
        {waiting ? <TimeLeft until={proposal.expiresAt} /> : <ProposalStatusBadge status={proposal.status} />}
      </header>
      <Summary {...props} id={titleId} hidden={summaryHidden ?? false} />
      <div className="mt-3 flex flex-col gap-3">
        {earlier && <Moved proposal={proposal} earlier={earlier} />}
        <Reasons proposal={proposal} />
        <ProposalChanges
          proposal={proposal}
          own={props.own}
          onUnfold={(id) => setUnfolded((before) => [...before, id])}
        />
        <Touched proposal={proposal} thingHref={thingHref} />
        {waiting ? (
          <ProposalDecision
            key={proposal.id}
            proposal={proposal}
            unread={unread.map(({ label }) => label)}
            stale={props.stale ?? null}
            onRenew={props.onRenew}
            onDecide={decide}
            onEdit={onEdit}
          />
        ) : (
          <ProposalOutcome proposal={proposal} proposalHref={proposalHref} />
        )}
        {proposal.status === "unknown" && onSettle && <ProposalSettle proposal={proposal} onSettle={onSettle} />}
      </div>
    </article>
  )
}

/** What cannot be undone, and what others' words may have steered, is signed only by somebody who had all of it open. */
function mustBeRead({ effect, taint }: Proposal): boolean {
  return effect === "destructive" || taint.length > 0
}

/**
 * The button that was pressed is gone once it is decided: the keyboard stays on the card, which says how it went. Where
 * somebody else decided, nobody is taken from what they are reading.
 */
function useKeptFocus(card: RefObject<HTMLElement | null>, waiting: boolean, answered: RefObject<boolean>): void {
  const waited = useRef(waiting)
  useEffect(() => {
    const left = waited.current && !waiting && answered.current
    if (left && document.activeElement === document.body) card.current?.focus()
    waited.current = waiting
  }, [card, waiting, answered])
}

export type ProposalStatusBadgeProps = { status: ProposalStatus }

export function ProposalStatusBadge({ status }: ProposalStatusBadgeProps) {
  return <Badge tone={STATUS_TONES[status]}>{PROPOSAL_STATUS_WORDS[status]}</Badge>
}

const STATUS_TONES: Record<ProposalStatus, BadgeTone> = {
  proposed: "seal",
  applying: "seal",
  applied: "healthy",
  failed: "unhealthy",
  unknown: "degraded",
  declined: "neutral",
  expired: "neutral",
  superseded: "neutral",
}

/** Who asks, for whom, through which door, when. */
function Asking({ proposal }: { proposal: Proposal }) {
  const { askedBy, askedFor, transport, askedAt } = proposal
  const assisted = askedBy.kind === "user" && (transport === "chat" || transport === "editor")
  const asker = assisted ? "The assistant" : askedBy.name
  const person = askedFor?.name ?? (assisted ? askedBy.name : null)
  const { verb, how } = askedWords(proposal)
  return (
    <p className="flex min-w-0 items-start gap-2 text-muted text-table">
      <span aria-hidden className="inline-flex">
        <Avatar name={asker} kind={assisted ? "assistant" : askedBy.kind} />
      </span>
      <span className="min-w-0 pt-0.5">
        <span className="font-medium text-ink">
          <PlainText>{asker}</PlainText>
        </span>{" "}
        {verb}
        {person && person !== asker && (
          <>
            {" "}
            for{" "}
            <span className="font-medium text-ink">
              <PlainText>{person}</PlainText>
            </span>
          </>
        )}{" "}
        {how}, <Time instant={askedAt} />
      </span>
    </p>
  )
}

function Summary(props: ProposalCardProps & { id: string; hidden: boolean }) {
  const { proposal, id, hidden, headingLevel = 3, linked, proposalHref } = props
  const Heading = `h${headingLevel}` as "h2" | "h3" | "h4"
  const href = linked ? proposalHref?.(proposal.id) : undefined
  return (
    <>
      <Heading id={id} className={hidden ? "sr-only" : "mt-2 break-words font-semibold text-prose"}>
        {href ? (
          <TextLink quiet href={href}>
            <PlainText>{proposal.summary}</PlainText>
          </TextLink>
        ) : (
          <PlainText>{proposal.summary}</PlainText>
        )}
      </Heading>
      <p className={cx("flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden", hidden ? "mt-2" : "mt-1")}>
        {proposal.effect === "destructive" && (
          <Badge tone="unhealthy" icon={<TriangleAlert />}>
            Cannot be undone
          </Badge>
        )}
        {proposal.twoPerson && (
          <Badge tone="maintenance" icon={<UsersRound />}>
            Two people
          </Badge>
        )}
      </p>
    </>
  )
}

/** What is different from the proposal this one took the place of. */
function Moved({ proposal, earlier }: { proposal: Proposal; earlier: Pick<Proposal, "diff" | "summary"> }) {
  const rows = movedRows(earlier.diff, proposal.diff)
  return (
    <section className="rounded-r-md border-degraded border-l-3 bg-degraded-soft py-2 pr-3 pl-2.5">
      <p className="font-semibold text-table">This takes the place of an earlier proposal. Look at it afresh.</p>
      {rows.length > 0 ? (
        <DiffTable
          className="mt-1"
          label="What moved since the earlier proposal"
          rows={rows}
          columns={{ before: "In the earlier one", after: "Now" }}
        />
      ) : (
        <p className="text-table">
          {earlier.summary === proposal.summary
            ? "It asks for the same change; something it refers to has moved."
            : plainly(`The earlier one was: ${earlier.summary}`)}
        </p>
      )}
    </section>
  )
}

function Reasons({ proposal }: { proposal: Proposal }) {
  const { reasons } = proposal
  // A sentence that names the place says it better than the bare fact. Whose words were read is always among them.
  const isTold = (word: string) => reasons.some((reason) => reason.includes(word))
  const destination = proposal.destination !== null && !isTold(proposal.destination) ? proposal.destination : null
  if (reasons.length === 0 && destination === null) return null
  return (
    <ul aria-label="Why to look closely" className="flex flex-col gap-1.5 text-table">
      {reasons.map((reason) => (
        <Reason key={reason} icon={<TriangleAlert />}>
          <PlainText>{reason}</PlainText>
        </Reason>
      ))}
      {destination !== null && (
        <Reason icon={<Globe />}>
          Data goes out to <span className="break-all font-medium font-mono">{destination}</span>
        </Reason>
      )}
    </ul>
  )
}

function Reason({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <span aria-hidden className="mt-0.5 inline-flex text-degraded-ink [&>svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}

function Touched({ proposal, thingHref }: { proposal: Proposal; thingHref: ProposalCardProps["thingHref"] }) {
  const { things, consequences } = proposal
  if (things.length + consequences.length === 0) return null
  return (
    <div className="flex flex-col gap-1 text-table">
      {things.length > 0 && (
        <p>
          <span className="text-muted">Touches </span>
          {things.map((thing, index) => (
            <span key={`${thing.type} ${thing.id}`}>
              {index > 0 && ", "}
              <Thing thing={thing} href={thingHref?.(thing)} />
            </span>
          ))}
        </p>
      )}
      {consequences.length > 0 && (
        <ul aria-label="What goes with it" className="flex flex-col gap-0.5">
          {consequences.map((consequence) => (
            <li key={consequence} className="flex gap-2">
              <span aria-hidden className="text-faint">
                →
              </span>
              <span className="min-w-0 break-words">
                <PlainText>{consequence}</PlainText>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const LONGEST_NAME = 120

function Thing({ thing, href }: { thing: ProposalThing; href: string | undefined }) {
  // What has no name of its own goes by its text, which the rows above show whole.
  const name = (
    <PlainText>{thing.name.length > LONGEST_NAME ? `${thing.name.slice(0, LONGEST_NAME)}…` : thing.name}</PlainText>
  )
  return (
    <>
      {href ? <TextLink href={href}>{name}</TextLink> : <span className="break-words font-medium">{name}</span>}
      {thing.lookalike && (
        <>
          {" "}
          <LookalikeMark id={thing.id} />
        </>
      )}
    </>
  )
}
