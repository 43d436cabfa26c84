import { FormDialog, useCall, useChange, useForm } from "@countersign/core/web"
import { Field, TextArea, TextInput, useToast } from "@countersign/ui"
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
  const isNew = group === "new"
  const form = useForm(isNew ? catalogContract.createGroup : catalogContract.updateGroup, {
    base: isNew ? undefined : group,
    values: (base) => ({ name: base?.name ?? "", description: base?.description ?? "" }),
    input: (values, base, changed) => (base ? { groupId: base.id, version: base.version, ...changed } : values),
    ...CHANGES,
    noun: "group",
    labels: { name: "Name", description: "Description" },
    onDone({ name }) {
      toast.success(`${name} was ${isNew ? "added" : "saved"}.`)
      onClose()
    },
  })
  return (
    <FormDialog
      name="group"
      form={form}
      open={open}
      onClose={onClose}
      size="sm"
      title={isNew ? "Add a group" : `Edit ${group.name}`}
      submitLabel={isNew ? "Add group" : "Save group"}
    >
      <Field label="Name" required path="name">
        <TextInput autoComplete="off" maxLength={120} {...form.text("name")} />
      </Field>
      <Field label="Description" path="description">
        <TextArea rows={3} {...form.text("description")} />
      </Field>
    </FormDialog>
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
