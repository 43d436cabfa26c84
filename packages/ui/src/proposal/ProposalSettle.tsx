import { useState } from "react"
import { Button } from "../actions/Button.tsx"
import { Field } from "../fields/Field.tsx"
import { Form, type FormFailure } from "../fields/Form.tsx"
import { RadioGroup } from "../fields/RadioGroup.tsx"
import { TextArea } from "../fields/TextArea.tsx"
import type { Settle } from "./ProposalCard.tsx"
import type { Proposal } from "./proposal.ts"

/** A person says whether it happened, and how they know. */
export function ProposalSettle({ proposal, onSettle }: { proposal: Proposal; onSettle: Settle }) {
  const [outcome, setOutcome] = useState<"applied" | "failed" | null>(null)
  const [note, setNote] = useState("")
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure | null>(null)

  async function settle() {
    if (busy) return
    if (!outcome) return setFailure({ message: "Say first what you found: did it happen or not?" })
    setBusy(true)
    setFailure(null)
    try {
      await onSettle(outcome, note.trim())
    } catch (error) {
      setFailure(error instanceof Error ? error : { message: String(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form
      name="proposal-settle"
      label={`Settle: ${proposal.summary}`}
      failure={failure}
      className="flex max-w-xl flex-col gap-3"
      onSubmit={() => void settle()}
    >
      <RadioGroup
        label="What did you find"
        value={outcome}
        onChange={setOutcome}
        options={[
          { value: "applied", label: "It happened", hint: "The change is there." },
          { value: "failed", label: "It did not happen", hint: "Nothing changed; it can be asked for again." },
        ]}
      />
      <Field label="How you know" path="note" required hint="Kept in the audit log with your name.">
        <TextArea rows={2} maxLength={1_000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" className="self-start pointer-coarse:min-h-11 @max-md:w-full" busy={busy}>
        Settle
      </Button>
    </Form>
  )
}
