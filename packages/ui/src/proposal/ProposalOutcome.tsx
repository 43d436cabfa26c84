import { Ban, CircleCheck, CircleHelp, CircleX, LoaderCircle, Replace, TimerOff } from "lucide-react"
import type { ReactNode } from "react"
import { TextLink } from "../actions/Link.tsx"
import { cx } from "../class-names.ts"
import { Time } from "../marks/Time.tsx"
import { plainly } from "../text/PlainText.tsx"
import { appliedWords, byItselfWords, type Proposal, type ProposalStatus } from "./proposal.ts"

type Ended = Exclude<ProposalStatus, "proposed">

/** How it went, by whom, and what to do next. */
export function ProposalOutcome({
  proposal,
  proposalHref,
}: {
  proposal: Proposal
  proposalHref: ((id: string) => string) | undefined
}) {
  const status = proposal.status as Ended
  const { icon, ink } = LOOKS[status]
  return (
    <div role="status" className="flex items-start gap-2 border-hairline border-t pt-2.5 text-table">
      <span aria-hidden className={cx("mt-0.5 inline-flex [&>svg]:size-4", ink)}>
        {icon}
      </span>
      <div className="min-w-0 break-words">
        <Told proposal={proposal} proposalHref={proposalHref} />
      </div>
    </div>
  )
}

const LOOKS: Record<Ended, { icon: ReactNode; ink: string }> = {
  applying: { icon: <LoaderCircle className="animate-spin" />, ink: "text-seal-ink" },
  applied: { icon: <CircleCheck />, ink: "text-healthy-ink" },
  failed: { icon: <CircleX />, ink: "text-danger-ink" },
  unknown: { icon: <CircleHelp />, ink: "text-degraded-ink" },
  declined: { icon: <Ban />, ink: "text-muted" },
  expired: { icon: <TimerOff />, ink: "text-muted" },
  superseded: { icon: <Replace />, ink: "text-muted" },
}

type Href = ((id: string) => string) | undefined

function Told({ proposal, proposalHref }: { proposal: Proposal; proposalHref: Href }) {
  switch (proposal.status) {
    case "applying":
      return (
        <p>
          {plainly(
            proposal.unsigned ? "It is being applied by itself." : `Signed${by(proposal)}. It is being carried out.`,
          )}
        </p>
      )
    case "applied":
      return (
        <>
          <p>
            {plainly(appliedWords(proposal))}
            {at(proposal)}
            {proposal.unsigned && `, ${byItselfWords(proposal)}`}.
          </p>
          <Note>{proposal.decisionNote}</Note>
        </>
      )
    case "failed":
      return (
        <>
          <p>
            {plainly(proposal.unsigned ? "It was to be applied by itself" : `Signed${by(proposal)}`)}
            {at(proposal)}, but it failed.
          </p>
          <Problem>{proposal.problem}</Problem>
          <Note>{proposal.decisionNote}</Note>
        </>
      )
    case "unknown":
      return (
        <>
          <p className="font-medium">Nobody knows whether this happened. It will not be tried again by itself.</p>
          <Problem>{proposal.problem}</Problem>
          <p className="text-muted">
            {plainly(proposal.unsigned ? "It was to be applied by itself" : `Signed${by(proposal)}`)}
            {at(proposal)}. {plainly(lookAt(proposal))}
          </p>
        </>
      )
    case "declined":
      return (
        <>
          <p>
            Declined{plainly(by(proposal))}
            {at(proposal)}. Nothing was changed.
          </p>
          <Note>{proposal.decisionNote}</Note>
        </>
      )
    case "expired":
      return <p>Nobody signed it in time. Nothing was changed; it has to be asked for again.</p>
    case "superseded":
      return (
        <p>
          Another proposal took its place. Nothing was changed by this one.{" "}
          {proposal.replacedBy && proposalHref && (
            <TextLink href={proposalHref(proposal.replacedBy)}>See the newer one</TextLink>
          )}
        </p>
      )
    default:
      return null
  }
}

function by({ signedBy }: Proposal): string {
  return signedBy ? ` by ${signedBy.name}` : ""
}

function at({ decidedAt }: Proposal): ReactNode {
  return (
    decidedAt && (
      <>
        {" "}
        <Time instant={decidedAt} />
      </>
    )
  )
}

/** Where the answer stands: the things it would have changed, or the place it went out to. */
function lookAt({ things, destination, summary }: Proposal): string {
  const places = [...things.slice(0, 3).map((thing) => thing.name), ...(destination ? [destination] : [])]
  if (places.length === 0) return `Look whether this happened, then say what you found: ${summary}`
  return `Look at ${new Intl.ListFormat("en").format(places)}: if the change is there it happened. Then say what you found.`
}

function Problem({ children }: { children: string | null }) {
  return children && <p>{plainly(children)}</p>
}

function Note({ children }: { children: string | null }) {
  return (
    children && (
      <blockquote className="mt-1 whitespace-pre-wrap border-line border-l-2 pl-2">{plainly(children)}</blockquote>
    )
  )
}
