import { useState } from "react"
import { Button, LinkButton } from "../Button.tsx"
import { Dialog } from "../Dialog.tsx"
import { Field } from "../Field.tsx"
import type { FormFailure } from "../Form.tsx"
import { Select } from "../Select.tsx"
import { Switch } from "../Switch.tsx"
import { TextArea } from "../TextArea.tsx"
import { TextInput } from "../TextInput.tsx"
import { type Drafts, draftsOf, labelOf, toArguments } from "./argument-drafts.ts"
import { prettyJson } from "./tool-words.ts"

export type ArgumentWords = {
  name: string
  label: string
  choices: readonly { value: string; label: string }[] | null
}

export type ArgumentsDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What is being changed: the proposal's summary. */
  summary: string
  /** JSON, as the model wrote it. */
  initial: string
  /** What its fields are called and what there is to choose, once that is known. */
  fields?: readonly ArgumentWords[] | undefined
  /** Proposes it anew; a rejection's message is shown and nothing is lost. */
  onPropose: (input: Record<string, unknown>) => Promise<unknown>
}

/** The fields of a proposal, to be changed before anybody signs. The server checks them like any other. */
export function ArgumentsDialog(props: ArgumentsDialogProps) {
  const { open, onOpenChange, summary, initial, fields = [], onPropose } = props
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(initial))
  const [json, setJson] = useState<string | null>(null)
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [busy, setBusy] = useState(false)

  async function propose() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await onPropose(json === null ? toArguments(drafts) : parseJson(json))
      onOpenChange(false)
    } catch (error) {
      setFailure(error instanceof Error ? error : { message: String(error) })
    } finally {
      setBusy(false)
    }
  }
  function showJson() {
    try {
      setJson(prettyJson(JSON.stringify(toArguments(drafts))))
      setFailure(null)
    } catch (error) {
      setFailure(error instanceof Error ? error : { message: String(error) })
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change the proposal"
      description={summary}
      onSubmit={() => void propose()}
      formName="proposal-edit"
      failure={failure}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Propose this instead
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {json === null ? (
          drafts.map(
            (draft, index) =>
              draft.kind !== "id" && (
                <ArgumentField
                  key={draft.name}
                  draft={draft}
                  words={fields.find(({ name }) => name === draft.name)}
                  onChange={(text) => setDrafts(drafts.with(index, { ...draft, text }))}
                />
              ),
          )
        ) : (
          <Field label="Arguments" hint="As JSON. Fields can be added here too.">
            <TextArea mono rows={10} value={json} onChange={(event) => setJson(event.target.value)} />
          </Field>
        )}
        <p className="text-muted text-table">
          Nothing changes yet: a new card shows what would happen, and it waits for a signature.{" "}
          {json === null && <LinkButton onClick={showJson}>Edit all of it as JSON</LinkButton>}
        </p>
      </div>
    </Dialog>
  )
}

function ArgumentField(props: {
  draft: Drafts[number]
  words: ArgumentWords | undefined
  onChange: (text: string) => void
}) {
  const { draft, words, onChange } = props
  const label = words?.label ?? labelOf(draft.name)
  if (draft.kind === "boolean")
    return <Switch label={label} checked={draft.text === "true"} onChange={(on) => onChange(String(on))} />
  if (words?.choices && draft.kind === "text")
    return (
      <Field label={label}>
        <Select options={choicesWith(draft.text, words.choices)} value={draft.text} onChange={onChange} />
      </Field>
    )
  const long = draft.kind === "json" || draft.text.length > 60 || draft.text.includes("\n")
  return (
    <Field label={label} hint={draft.kind === "json" ? "As JSON." : undefined}>
      {long ? (
        <TextArea mono={draft.kind === "json"} value={draft.text} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <TextInput
          value={draft.text}
          inputMode={draft.kind === "number" ? "decimal" : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A model may have written something else: it stays until something is chosen. */
function choicesWith(value: string, choices: NonNullable<ArgumentWords["choices"]>): ArgumentWords["choices"] & {} {
  return choices.some((choice) => choice.value === value) ? choices : [{ value, label: value }, ...choices]
}

function parseJson(source: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    throw new Error(`This is no JSON: ${error instanceof Error ? error.message : "look at brackets and quotes"}.`)
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("The arguments are one JSON object: { … }.")
  return value as Record<string, unknown>
}
