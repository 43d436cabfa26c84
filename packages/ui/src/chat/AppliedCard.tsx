import { ChevronRight, CircleCheck, Undo2 } from "lucide-react"
import type { ReactNode } from "react"
import { useEffect, useId, useRef, useState } from "react"
import { Button, LinkButton } from "../actions/Button.tsx"
import { TextLink } from "../actions/Link.tsx"
import { cx } from "../class-names.ts"
import { ProposalChanges } from "../proposal/ProposalChanges.tsx"
import { ProposalOutcome } from "../proposal/ProposalOutcome.tsx"
import { appliedWords, type Proposal, type ProposalThing } from "../proposal/proposal.ts"
import { Notice } from "../states/Notice.tsx"
import { PlainText } from "../text/PlainText.tsx"
import type { AppliedBlock } from "./blocks.ts"

export type AppliedCardProps = {
  applied: Pick<AppliedBlock, "summary" | "undo">
  /** As it is recorded: who signed it if anybody did, what it changed. Undefined while it is read. */
  proposal?: Proposal | undefined
  /** What changed, in the way of the plugin whose change it is. */
  own?: ReactNode
  /** It took the place of a card that somebody just answered: the keyboard stays here. */
  answered?: boolean
  /** Where its record stands. */
  href?: string
  thingHref?: (thing: ProposalThing) => string | undefined
  /** Asks for the change back; a rejection's message is shown. Left out where it was asked for already. */
  onUndo?: (() => Promise<unknown>) | undefined
  /** What was asked for to take it back. */
  children?: ReactNode
}

/** A change that was made, in one line: the thing, the way back where there is one, and the same diff behind a click. */
export function AppliedCard(props: AppliedCardProps) {
  const { applied, proposal, answered = false, href, thingHref, onUndo, children } = props
  const card = useRef<HTMLElement>(null)
  const titleId = useId()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const detailsId = useId()
  const thing = proposal?.about
  const where = thing && thingHref?.(thing)
  useEffect(() => {
    if (answered && document.activeElement === document.body) card.current?.focus()
  }, [answered])

  async function undo() {
    setBusy(true)
    setFailure(null)
    try {
      await onUndo?.()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <article
        ref={card}
        tabIndex={-1}
        aria-labelledby={titleId}
        data-proposal={proposal?.id}
        data-status="applied"
        className="@container min-w-0 rounded-lg border border-hairline border-l-3 border-l-healthy bg-surface px-3 py-2"
      >
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          {/* On a narrow screen the words have a line of their own, and what can be done stands below. */}
          <p className="flex min-w-0 flex-1 items-start gap-2.5 text-table @max-md:basis-full">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-healthy-ink" />
            <span className="min-w-0 break-words">
              <span className="text-muted">{proposal ? `${appliedWords(proposal)}: ` : "Applied: "}</span>
              <span id={titleId} className="font-medium">
                {href ? (
                  <TextLink quiet href={href}>
                    {applied.summary}
                  </TextLink>
                ) : (
                  <PlainText>{applied.summary}</PlainText>
                )}
              </span>
            </span>
          </p>
          {thing && where && (
            <TextLink href={where} className="text-table">
              Open {thing.name}
            </TextLink>
          )}
          {proposal && (
            <LinkButton
              className="inline-flex items-center text-table pointer-coarse:py-2"
              aria-expanded={open}
              aria-controls={detailsId}
              onClick={() => setOpen(!open)}
            >
              <ChevronRight aria-hidden className={cx("size-4", open && "rotate-90")} />
              What changed
            </LinkButton>
          )}
          {applied.undo && onUndo && (
            <Button size="sm" icon={<Undo2 />} busy={busy} onClick={undo}>
              {applied.undo.label}
            </Button>
          )}
        </div>
        {open && proposal && (
          <div id={detailsId} className="mt-2 flex flex-col gap-3 border-hairline border-t pt-2">
            <ProposalChanges proposal={proposal} own={props.own} />
            <ProposalOutcome proposal={proposal} proposalHref={undefined} />
          </div>
        )}
      </article>
      {failure && <Notice tone="error">{failure}</Notice>}
      {children}
    </div>
  )
}
