import { FormDialog, useForm } from "@countersign/core/web"
import { Combobox, Field, formatCount, type Option, useToast } from "@countersign/ui"
import { catalogContract } from "../contract.ts"
import { groupOptions } from "./options.ts"

export interface AddToGroupDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  systemIds: string[]
  onDone: () => void
}

export function AddToGroupDialog({ open, onOpenChange, systemIds, onDone }: AddToGroupDialogProps) {
  const toast = useToast()
  const form = useForm(catalogContract.addSystemToGroup, {
    values: () => ({ group: null as Option | null }),
    input: ({ group }) => ({ groupId: group?.id ?? "", systemIds }),
    alsoChanges: ["catalog.group"],
    onDone({ added, alreadyIn }, { group }) {
      const were = alreadyIn.length > 0 ? `${formatCount(alreadyIn.length, "system")} already in it.` : undefined
      if (added.length === 0) toast.show({ title: `Nothing to add to ${group?.label}.`, detail: were })
      else toast.success(`${formatCount(added.length, "system")} added to ${group?.label}.`, were)
      onOpenChange(false)
      onDone()
    },
  })
  return (
    <FormDialog
      name="add-to-group"
      form={form}
      open={open}
      onClose={() => onOpenChange(false)}
      size="sm"
      title={`Add ${formatCount(systemIds.length, "system")} to a group`}
      description="They stay in the groups they are in already."
      submitLabel="Add to group"
    >
      <Field label="Group" path="groupId">
        <Combobox
          label="Group"
          {...form.choice("group")}
          loadOptions={groupOptions}
          placeholder="Type part of its name"
          emptyText="No group matches. Groups are created on the page Groups."
        />
      </Field>
    </FormDialog>
  )
}
