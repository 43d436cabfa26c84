import { storedNow, useCall, useChange } from "@countersign/core/web"
import { Button, Dialog, Field, Notice, TextArea, TextInput, useToast } from "@countersign/ui"
import { useState } from "react"
import { catalogContract, type Group, type GroupOverview } from "../contract.ts"
import { DeletionDialog } from "./DeletionDialog.tsx"
import { useKept } from "./use-kept.ts"

const CHANGES = { alsoChanges: ["catalog.system"] } as const

/** Adds a group, or changes the given one. */
export function GroupDialog({ group, onClose }: { group: Group | "new" | null; onClose: () => void }) {
  const shown = useKept(group)
  if (!shown) return null
  // A fresh form for each group: nothing typed for one may end up in another.
  return <GroupForm key={shown === "new" ? "new" : shown.id} open={group !== null} group={shown} onClose={onClose} />
}

function GroupForm({ open, group, onClose }: { open: boolean; group: Group | "new"; onClose: () => void }) {
  const toast = useToast()
  const [base, setBase] = useState(group)
  const [typed, setTyped] = useState<{ name?: string; description?: string }>({})
  const create = useChange(catalogContract.createGroup, CHANGES)
  const update = useChange(catalogContract.updateGroup, CHANGES)
  const { error } = group === "new" ? create : update
  const busy = create.isPending || update.isPending
  const stored = base === "new" ? { name: "", description: "" } : base
  const values = { ...stored, ...typed }
  const theirs = storedNow(error, base === "new" ? null : base, group === "new" ? null : group)

  function done(saved: Group, words: string) {
    toast.success(words)
    // Opened again, the dialog starts from what was saved.
    setBase(group === "new" ? "new" : saved)
    setTyped({})
    onClose()
  }
  function submit() {
    const { name, description } = values
    if (base === "new")
      create.mutate({ name, description }, { onSuccess: (saved) => done(saved, `${saved.name} was added.`) })
    else
      update.mutate(
        { groupId: base.id, version: (theirs ?? base).version, ...typed },
        { onSuccess: (saved) => done(saved, `${saved.name} was saved.`) },
      )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="sm"
      title={group === "new" ? "Add a group" : `Edit ${group.name}`}
      onSubmit={submit}
      formName="group"
      failure={error}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {theirs ? "Save mine" : group === "new" ? "Add group" : "Save group"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" required path="name">
          <TextInput
            value={values.name}
            autoComplete="off"
            maxLength={120}
            onChange={({ target }) => setTyped({ ...typed, name: target.value })}
          />
        </Field>
        <Field label="Description" path="description">
          <TextArea
            rows={3}
            value={values.description}
            onChange={({ target }) => setTyped({ ...typed, description: target.value })}
          />
        </Field>
        {theirs && (
          <Notice tone="warning" title="Somebody else changed this group while you were typing">
            It is now called "{theirs.name}"{theirs.description && `, described as: ${theirs.description}`}. Save yours
            over it, or cancel.
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

export function DeleteGroupDialog({ group, onClose }: { group: GroupOverview | null; onClose: () => void }) {
  const toast = useToast()
  const shown = useKept(group)
  const remove = useChange(catalogContract.deleteGroup, CHANGES)
  const going = remove.status !== "idle" && remove.status !== "error" && remove.variables.groupId === shown?.id
  const preview = useCall(
    catalogContract.previewDeleteGroup,
    { groupId: shown?.id ?? "" },
    // Once it is going there is nothing left to preview.
    { enabled: group !== null && !going, alsoShows: ["catalog.system"] },
  )
  if (!shown) return null
  return (
    <DeletionDialog
      open={group !== null}
      onOpenChange={(next) => !next && onClose()}
      noun="group"
      name={shown.name}
      preview={preview.data}
      failure={preview.error?.message}
      onConfirm={async () => {
        await remove.mutateAsync({ groupId: shown.id })
        toast.success(`${shown.name} was deleted.`)
      }}
    />
  )
}
