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
  const preview = useCall(catalogContract.previewDeleteSystem, { systemId: system.id }, { enabled: open })
  const remove = useChange(catalogContract.deleteSystem, { alsoChanges: ["catalog.group", "catalog.environment"] })

  async function confirm() {
    const { id, name, version } = system
    // Leave first: the page of a deleted system would only say that it is gone.
    await remove.mutateAsync({ systemId: id, version }, { onSuccess: () => void navigate({ to: "/catalog/systems" }) })
    toast.success(`${name} was deleted.`)
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
