import { quoteName } from "@countersign/core/contract"
import { useChange } from "@countersign/core/web"
import { ConfirmDialog } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { type Incident, incidentContract } from "../contract.ts"

export function DeleteIncidentDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const navigate = useNavigate()
  const change = useChange(incidentContract.delete, { alsoChanges: ["catalog.system"] })

  async function confirm() {
    // Away first: the page would otherwise ask for what is gone and show an error on its way out.
    await change.mutateAsync({ id: incident.id })
    await navigate({ to: "/incidents" })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${quoteName(incident.title)}?`}
      description="Its timeline, links, post-mortem and history go with it. This cannot be undone; only the audit log keeps that it existed."
      confirmLabel="Delete incident"
      onConfirm={confirm}
    />
  )
}
