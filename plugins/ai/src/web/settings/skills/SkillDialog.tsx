import { storedNow, useChange } from "@countersign/core/web"
import { Button, Dialog, Field, Notice, TextArea, TextInput, useToast } from "@countersign/ui"
import { useState } from "react"
import { aiContract, type Skill } from "../../../contract.ts"
import { useDiscardGuard } from "../use-discard-guard.tsx"

const LONGEST = 8_000
const FIELDS = ["title", "description", "text"] as const

/** A new skill, or another look at one there is. */
export function SkillDialog({ skill, onClose }: { skill: Skill | null; onClose: () => void }) {
  const toast = useToast()
  const stored = { title: skill?.title ?? "", description: skill?.description ?? "", text: skill?.text ?? "" }
  // What the typing started from: its version decides, not what was read since.
  const [startedFrom] = useState(skill)
  const [values, setValues] = useState(stored)
  const done = ({ title }: Skill) => {
    toast.success(`${title} was ${skill ? "saved" : "added"}.`)
    onClose()
  }
  const create = useChange(aiContract.createSkill, { onDone: done })
  const update = useChange(aiContract.updateSkill, { onDone: done })
  const { error } = skill ? update : create
  const busy = create.isPending || update.isPending
  const dirty = FIELDS.some((field) => values[field] !== stored[field])
  const { close, question } = useDiscardGuard(dirty && !busy && !create.isSuccess && !update.isSuccess, onClose)
  const theirs = storedNow(error, startedFrom, skill)
  const set = (field: (typeof FIELDS)[number]) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [field]: event.target.value }))

  function submit() {
    if (skill) update.mutate({ skillId: skill.id, version: (theirs ?? startedFrom ?? skill).version, ...values })
    else create.mutate(values)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="lg"
      title={skill ? `Edit ${skill.title}` : "Write a skill"}
      description={skill?.shared ? "It is shared: everyone's assistant follows what you write here." : undefined}
      onSubmit={submit}
      formName="skill"
      failure={error}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {theirs ? "Save mine" : skill ? "Save skill" : "Add skill"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Title" required path="title">
          <TextInput value={values.title} autoComplete="off" maxLength={120} onChange={set("title")} />
        </Field>
        <Field label="When to use it" path="description" hint="In a line, for the list to choose from.">
          <TextInput value={values.description} autoComplete="off" maxLength={300} onChange={set("description")} />
        </Field>
        <Field
          label="Instructions"
          required
          path="text"
          hint={`What the assistant shall do, in Markdown. ${values.text.length} of ${LONGEST} characters.`}
        >
          <TextArea rows={10} value={values.text} maxLength={LONGEST} onChange={set("text")} />
        </Field>
        {theirs && (
          <Notice tone="warning" title="This skill was changed meanwhile">
            It is called "{theirs.title}" now. Save yours over it, or cancel and look at it first.
          </Notice>
        )}
      </div>
      {question}
    </Dialog>
  )
}
