import { quoteName } from "@countersign/core/contract"
import { FormDialog, useChange, useForm } from "@countersign/core/web"
import { ConfirmDialog, DateTimeInput, Field, formatCount, TextInput } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { type CheckDetail, healthcheckContract } from "../../contract.ts"

interface DialogProps {
  check: CheckDetail
  onClose: () => void
}
const alsoChanges = ["catalog.system"]

export function PauseDialog({ check, onClose }: DialogProps) {
  const form = useForm(healthcheckContract.pause, {
    values: () => ({ reason: "", until: null as string | null }),
    input: ({ reason, until }) => ({ ids: [check.id], reason, until }),
    alsoChanges,
    onDone: onClose,
  })
  return (
    <FormDialog
      name="check-pause"
      form={form}
      onClose={onClose}
      size="sm"
      title="Pause the check?"
      description="It does not run, and says nothing about its systems, until it is resumed."
      submitLabel="Pause"
    >
      <Field label="Reason" required path="reason" hint="Shown wherever the check is shown.">
        <TextInput maxLength={200} {...form.text("reason")} />
      </Field>
      <Field label="Until" optional path="until" hint="Leave it empty to resume it by hand.">
        <DateTimeInput {...form.choice("until")} />
      </Field>
    </FormDialog>
  )
}

export function DeleteDialog({ check, onClose }: DialogProps) {
  const navigate = useNavigate()
  const change = useChange(healthcheckContract.delete, { alsoChanges })
  const names = check.assignments.map(({ system }) => quoteName(system.name))
  const hidden =
    check.hiddenSystemCount > 0
      ? [formatCount(check.hiddenSystemCount, "system you may not see", "systems you may not see")]
      : []
  const losing = [...names, ...hidden]
  const lose = losing.length === 0 ? "" : `No longer checked by it: ${losing.join(", ")}. `
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${quoteName(check.name)}?`}
      description={`${lose}Its runs, charts and history go with it. This cannot be undone; only the audit log keeps that it existed.`}
      confirmLabel="Delete check"
      onConfirm={async () => {
        await change.mutateAsync({ id: check.id })
        await navigate({ to: "/checks" })
      }}
    />
  )
}
