import { useCall, useChange } from "@countersign/core/web"
import { useToast } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { catalogContract, type SystemDetail } from "../../contract.ts"
import { DeletionDialog } from "../DeletionDialog.tsx"

export interface DeleteSystemDialogProps {
  system: SystemDetail
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteSystemDialog({ system, open, onOpenChange }: DeleteSystemDialogProps) {
  const toast = useToast()
  const navigate = useNavigate()
  const remove = useChange(catalogContract.deleteSystem, { alsoChanges: ["catalog.group", "catalog.environment"] })
  const preview = useCall(
    catalogContract.previewDeleteSystem,
    { systemId: system.id },
    // Once it is going there is nothing left to preview.
    { enabled: open && !remove.isPending && !remove.isSuccess },
  )

  async function confirm() {
    const { id, name, version } = system
    await remove.mutateAsync({ systemId: id, version })
    toast.success(`${name} was deleted.`)
    await navigate({ to: "/catalog/systems" })
  }
  return (
    <DeletionDialog
      open={open}
      onOpenChange={onOpenChange}
      noun="system"
      name={system.name}
      preview={preview.data}
      failure={preview.error?.message}
      typeToConfirm
      onConfirm={confirm}
    />
  )
}
