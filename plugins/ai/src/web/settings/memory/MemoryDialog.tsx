import { storedNow, useChange } from "@countersign/core/web"
import { Button, Dialog, Field, Notice, PlainText, Switch, TextArea, useToast } from "@countersign/ui"
import { useState } from "react"
import { aiContract, type Memory } from "../../../contract.ts"
import { useDiscardGuard } from "../use-discard-guard.tsx"

const LONGEST = 2_000

/** A new note, or another look at one there is. */
export function MemoryDialog({ note, onClose }: { note: Memory | null; onClose: () => void }) {
  const toast = useToast()
  // What the typing started from: its version decides, not what was read since.
  const [startedFrom] = useState(note)
  const [text, setText] = useState(note?.text ?? "")
  const [alwaysInject, setAlwaysInject] = useState(note?.alwaysInject ?? false)
  const done = () => {
    toast.success(note ? "The note was saved." : "The note was added.")
    onClose()
  }
  const save = useChange(aiContract.saveMemory, { onDone: done })
  const update = useChange(aiContract.updateMemory, { onDone: done })
  const { error } = note ? update : save
  const busy = save.isPending || update.isPending
  const dirty = text !== (note?.text ?? "") || alwaysInject !== (note?.alwaysInject ?? false)
  const { close, question } = useDiscardGuard(dirty && !busy && !save.isSuccess && !update.isSuccess, onClose)
  const theirs = storedNow(error, startedFrom, note)

  function submit() {
    if (note) update.mutate({ memoryId: note.id, version: (theirs ?? startedFrom ?? note).version, text, alwaysInject })
    else save.mutate({ text, alwaysInject })
  }
  if (note && !note.mayChange) return <ReadOnly note={note} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={note ? "Edit note" : "Add a note"}
      description={note?.shared ? "It is shared: everyone who may use memory reads what you write here." : undefined}
      onSubmit={submit}
      formName="note"
      failure={error}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {theirs ? "Save mine" : note ? "Save note" : "Add note"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="What to remember"
          required
          path="text"
          hint={`One fact that makes sense by itself. No passwords or keys: what looks like one is taken out. ${text.length} of ${LONGEST} characters.`}
        >
          <TextArea rows={4} value={text} maxLength={LONGEST} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Switch
          label="Always include"
          hint={
            note?.thing
              ? `Given to the assistant whenever ${note.thing.name} is on the screen.`
              : "Given to the assistant in every conversation, not only when it looks for it. At most 25 notes are."
          }
          checked={alwaysInject}
          onChange={setAlwaysInject}
        />
        {theirs && (
          <Notice tone="warning" title="This note was changed meanwhile">
            It says now: <PlainText>{theirs.text}</PlainText>. Save yours over it, or cancel.
          </Notice>
        )}
      </div>
      {question}
    </Dialog>
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
