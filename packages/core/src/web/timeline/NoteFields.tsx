import { Field, Select, TextArea } from "@countersign/ui"
import type { ReactNode } from "react"
import type { FormState } from "../form/use-form.ts"
import { useVisibilityChoices, type Visibility } from "./visibility.ts"

export interface Note {
  note: string
  visibility: Visibility
}

export const NEW_NOTE: Note = { note: "", visibility: "signedIn" }

/** What is said with a change of status, and who may read it: for a FormDialog or a BulkDialog. */
export function NoteFields<Values extends Note>({
  form,
  label = "Note",
  children,
}: {
  form: FormState<Values>
  label?: string
  /** Between the two. */
  children?: ReactNode
}) {
  const { note, visibility } = form.values
  return (
    <>
      <Field label={label} path="note" required hint="What happened, what was done. Ctrl or Cmd with Enter confirms.">
        <TextArea autoFocus value={note} onChange={({ target }) => form.set("note", target.value)} />
      </Field>
      {children}
      <Field label={`${label} visible to`}>
        <Select value={visibility} onChange={(next) => form.set("visibility", next)} options={useVisibilityChoices()} />
      </Field>
    </>
  )
}
