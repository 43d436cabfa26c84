import { FormDialog, useForm } from "@countersign/core/web"
import { Button, Dialog, Field, PlainText, Switch, TextArea, useToast } from "@countersign/ui"
import { aiContract, type Memory } from "../../../contract.ts"

const LONGEST = 2_000

/** A new note, or another look at one there is. */
export function MemoryDialog({ note, onClose }: { note: Memory | null; onClose: () => void }) {
  const toast = useToast()
  const form = useForm(note ? aiContract.updateMemory : aiContract.saveMemory, {
    base: note,
    values: (base) => ({ text: base?.text ?? "", alwaysInject: base?.alwaysInject ?? false }),
    input: (values, base) => (base ? { memoryId: base.id, version: base.version, ...values } : values),
    noun: "note",
    labels: { text: "What to remember", alwaysInject: "Always include" },
    onDone() {
      toast.success(note ? "The note was saved." : "The note was added.")
      onClose()
    },
  })
  if (note && !note.mayChange) return <ReadOnly note={note} onClose={onClose} />
  return (
    <FormDialog
      name="note"
      form={form}
      onClose={onClose}
      guarded
      title={note ? "Edit note" : "Add a note"}
      description={note?.shared ? "It is shared: everyone who may use memory reads what you write here." : undefined}
      submitLabel={note ? "Save note" : "Add note"}
    >
      <Field
        label="What to remember"
        required
        path="text"
        hint={`One fact that makes sense by itself. No passwords or keys: what looks like one is taken out. ${form.values.text.length} of ${LONGEST} characters.`}
      >
        <TextArea rows={4} maxLength={LONGEST} {...form.text("text")} />
      </Field>
      <Switch
        label="Always include"
        hint={
          note?.thing
            ? `Given to the assistant whenever ${note.thing.name} is on the screen.`
            : "Given to the assistant in every conversation, not only when it looks for it. At most 25 notes are."
        }
        {...form.checked("alwaysInject")}
      />
    </FormDialog>
  )
}

function ReadOnly({ note, onClose }: { note: Memory; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="A shared note"
      description={`Kept by ${note.owner.name}. Changing it takes the permission ai.memory.manage.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p className="whitespace-pre-wrap text-prose">
        <PlainText>{note.text}</PlainText>
      </p>
    </Dialog>
  )
}
