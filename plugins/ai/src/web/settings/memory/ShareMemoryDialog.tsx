import { useChange } from "@countersign/core/web"
import { ConfirmDialog, Switch } from "@countersign/ui"
import { useState } from "react"
import { aiContract, type Memory } from "../../../contract.ts"

/** Sharing a note is a manager's signature: the note is in front of them, and what it will do to everyone is said. */
export function ShareMemoryDialog({ note, onClose }: { note: Memory; onClose: () => void }) {
  const [alwaysInject, setAlwaysInject] = useState(false)
  const share = useChange(aiContract.shareMemory)
  const send = (shared: boolean) =>
    share.mutateAsync({ memoryId: note.id, version: note.version, shared, alwaysInject: shared && alwaysInject })
  if (note.shared)
    return (
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="Stop sharing this note?"
        description={`Only ${note.own ? "you" : note.owner.name} will find it from now on. It says: ${note.text}`}
        confirmLabel="Stop sharing"
        danger={false}
        onConfirm={() => send(false)}
      />
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Share this note with everyone?"
      description={`Everyone who may use memory, and their assistant, will read: ${note.text}`}
      confirmLabel="Share note"
      danger={false}
      onConfirm={() => send(true)}
    >
      <Switch
        label="Always include it"
        hint="In every conversation of everyone. What is asked for after it is signed, because others wrote it."
        checked={alwaysInject}
        onChange={setAlwaysInject}
      />
    </ConfirmDialog>
  )
}
