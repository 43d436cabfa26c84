import { useChange } from "@countersign/core/web"
import { Button, Combobox, Dialog, Field, formatCount, type Option, useToast } from "@countersign/ui"
import { useEffect, useState } from "react"
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
  const [group, setGroup] = useState<Option | null>(null)
  const add = useChange(catalogContract.addSystemToGroup, { alsoChanges: ["catalog.group"] })
  const { reset } = add
  useEffect(() => {
    if (!open) return
    setGroup(null)
    reset()
  }, [open, reset])

  function submit() {
    add.mutate(
      { groupId: group?.id ?? "", systemIds },
      {
        onSuccess({ added, alreadyIn }) {
          const were = alreadyIn.length > 0 ? `${formatCount(alreadyIn.length, "system")} already in it.` : undefined
          if (added.length === 0) toast.show({ title: `Nothing to add to ${group?.label}.`, detail: were })
          else toast.success(`${formatCount(added.length, "system")} added to ${group?.label}.`, were)
          onOpenChange(false)
          onDone()
        },
      },
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={`Add ${formatCount(systemIds.length, "system")} to a group`}
      description="They stay in the groups they are in already."
      onSubmit={submit}
      formName="add-to-group"
      failure={add.error}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={add.isPending}>
            Add to group
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Group" path="groupId">
          <Combobox
            label="Group"
            value={group}
            onChange={setGroup}
            loadOptions={groupOptions}
            placeholder="Type part of its name"
            emptyText="No group matches. Groups are created on the page Groups."
          />
        </Field>
      </div>
    </Dialog>
  )
}
