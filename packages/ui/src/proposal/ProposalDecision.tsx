import { Signature, TriangleAlert } from "lucide-react"
import type { KeyboardEvent } from "react"
import { useEffect, useId, useRef, useState } from "react"
import { Button } from "../actions/Button.tsx"
import { Field } from "../fields/Field.tsx"
import { Form } from "../fields/Form.tsx"
import { TextArea } from "../fields/TextArea.tsx"
import { useTimeLeft } from "../marks/TimeLeft.tsx"
import { Notice } from "../states/Notice.tsx"
import { spellHidden } from "../text/hidden-characters.ts"
import { PlainText } from "../text/PlainText.tsx"
import type { Decide } from "./ProposalCard.tsx"
import type { Proposal } from "./proposal.ts"

type Step = "choose" | "confirm" | "decline"

/** Apply and Decline. What cannot be undone takes a second press, on a button that says what it does. */
export function ProposalDecision(props: {
  proposal: Proposal
  /** Labels of what is folded away and has to be opened before anybody signs. */
  unread: readonly string[]
  /** Why it can no longer be signed as it stands. */
  stale: string | null
  onRenew: (() => Promise<unknown>) | undefined
  onDecide: Decide | undefined
  onEdit: (() => void) | undefined
}) {
  const { proposal, unread, stale, onRenew, onDecide, onEdit } = props
  const left = useTimeLeft(proposal.expiresAt)
  const [step, setStep] = useState<Step>("choose")
  const [busy, setBusy] = useState<Busy>(null)
  const [failure, setFailure] = useState<string | null>(null)

  if (left <= 0) return <Told>The time to sign this is over. Nothing was changed; it has to be asked for again.</Told>
  if (!proposal.maySign) return <Told>{proposal.whyNot ?? "Somebody else has to sign this."}</Told>
  if (!onDecide) return null

  const decide = (kind: "apply" | "decline", reason?: string) => run(kind, () => onDecide?.(kind, reason))

  async function run(what: NonNullable<Busy>, work: () => unknown) {
    if (busy) return
    setBusy(what)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setStep("choose")
    } finally {
      setBusy(null)
    }
  }

  return (
    <>
      {failure && <Notice tone="error">{failure}</Notice>}
      {stale !== null && (
        <Notice tone="warning" title="This can no longer be signed">
          {stale}
        </Notice>
      )}
      {step === "choose" && stale !== null && (
        <Stale
          proposal={proposal}
          busy={busy}
          onRenew={onRenew && (() => run("renew", onRenew))}
          onDecline={() => setStep("decline")}
        />
      )}
      {step === "choose" && stale === null && (
        <Choose
          proposal={proposal}
          unread={unread}
          busy={busy}
          onApply={() => (proposal.effect === "destructive" ? setStep("confirm") : decide("apply"))}
          onDecline={() => setStep("decline")}
          onEdit={onEdit}
        />
      )}
      {step === "confirm" && stale === null && (
        <Confirm proposal={proposal} busy={busy} onApply={() => decide("apply")} onBack={() => setStep("choose")} />
      )}
      {step === "decline" && (
        <Decline busy={busy} onDecline={(reason) => decide("decline", reason)} onBack={() => setStep("choose")} />
      )}
    </>
  )
}

type Busy = "apply" | "decline" | "renew" | null

// A thumb on a phone needs 44 px, and the two answers the whole width.
const ANSWER_CLASS = "pointer-coarse:min-h-11 @max-md:flex-1"

function Choose(props: {
  proposal: Proposal
  unread: readonly string[]
  busy: Busy
  onApply: () => void
  onDecline: () => void
  onEdit: (() => void) | undefined
}) {
  const { proposal, unread, busy, onApply, onDecline, onEdit } = props
  const hintId = useId()
  const asksAgain = proposal.effect === "destructive"
  const hint = unread.length > 0 && {
    "aria-describedby": hintId,
    disabled: true,
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {unread.length > 0 && (
        <p id={hintId} className="w-full text-muted text-table">
          Open what is folded before you apply this: <PlainText>{new Intl.ListFormat("en").format(unread)}</PlainText>.
        </p>
      )}
      <Button
        variant="seal"
        icon={<Signature />}
        className={ANSWER_CLASS}
        busy={busy === "apply"}
        onClick={onApply}
        {...hint}
      >
        {asksAgain ? "Apply…" : "Apply"}
        <span className="sr-only">: {spellHidden(proposal.summary)}</span>
      </Button>
      <Button className={ANSWER_CLASS} onClick={onDecline}>
        Decline
        <span className="sr-only">: {spellHidden(proposal.summary)}</span>
      </Button>
      {onEdit && (
        <Button variant="quiet" className={ANSWER_CLASS} onClick={onEdit}>
          Edit
          <span className="sr-only">: {spellHidden(proposal.summary)}</span>
        </Button>
      )}
    </div>
  )
}

/** Its target moved: what would change now has to be looked at afresh. */
function Stale(props: { proposal: Proposal; busy: Busy; onRenew: (() => void) | undefined; onDecline: () => void }) {
  const { proposal, busy, onRenew, onDecline } = props
  return (
    <div className="flex flex-wrap items-center gap-2">
      {onRenew && (
        <Button className={ANSWER_CLASS} busy={busy === "renew"} onClick={onRenew}>
          See what would change now
          <span className="sr-only">: {spellHidden(proposal.summary)}</span>
        </Button>
      )}
      <Button variant="quiet" className={ANSWER_CLASS} onClick={onDecline}>
        Decline
        <span className="sr-only">: {spellHidden(proposal.summary)}</span>
      </Button>
    </div>
  )
}

function Confirm(props: { proposal: Proposal; busy: Busy; onApply: () => void; onBack: () => void }) {
  const { proposal, busy, onApply, onBack } = props
  const back = useRef<HTMLButtonElement>(null)
  // The safe answer has the focus and the place of the first button: neither a stray Enter nor a second tap destroys.
  useEffect(() => back.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape from any of its buttons goes back.
    <div
      className="flex flex-col gap-2 rounded-r-md border-danger border-l-3 bg-danger-soft py-2 pr-3 pl-2.5"
      onKeyDown={(event) => event.key === "Escape" && onBack()}
    >
      <p role="status" className="flex items-start gap-2 text-table">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />
        <span>This cannot be undone. Your name stands under it.</span>
      </p>
      <div className="flex flex-col gap-2 @md:flex-row @md:flex-wrap">
        <Button ref={back} className="pointer-coarse:min-h-11" onClick={onBack}>
          Go back
        </Button>
        <Button
          variant="seal"
          icon={<Signature />}
          busy={busy === "apply"}
          // The whole of what is signed, over as many lines as it takes.
          className="h-auto! min-h-8 min-w-0 shrink! whitespace-normal! break-words py-1.5 text-left pointer-coarse:min-h-11"
          onClick={onApply}
        >
          <span className="min-w-0">
            <PlainText>{proposal.summary}</PlainText>
          </span>
        </Button>
      </div>
    </div>
  )
}

function Decline(props: { busy: Busy; onDecline: (reason?: string) => void; onBack: () => void }) {
  const { busy, onDecline, onBack } = props
  const [reason, setReason] = useState("")
  const text = useRef<HTMLTextAreaElement>(null)
  useEffect(() => text.current?.focus(), [])

  const decline = () => onDecline(reason.trim() || undefined)
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onBack()
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) decline()
  }
  return (
    <Form name="proposal-decline" className="flex flex-col gap-2" onSubmit={decline} onKeyDown={handleKeyDown}>
      <Field label="Why not" optional hint="Whoever asked reads it.">
        <TextArea
          ref={text}
          rows={2}
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className={ANSWER_CLASS} busy={busy === "decline"}>
          Decline
        </Button>
        <Button variant="quiet" className={ANSWER_CLASS} onClick={onBack}>
          Go back
        </Button>
      </div>
    </Form>
  )
}

function Told({ children }: { children: string }) {
  return (
    <p role="note" className="border-hairline border-t pt-2 text-muted text-table">
      <PlainText>{children}</PlainText>
    </p>
  )
}
