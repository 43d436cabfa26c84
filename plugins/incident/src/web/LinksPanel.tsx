import { quoteName } from "@countersign/core/contract"
import { useChange } from "@countersign/core/web"
import { Button, ConfirmDialog, Field, Form, IconButton, LinkButton, Panel, TextInput, TextLink } from "@countersign/ui"
import { X } from "lucide-react"
import { useState } from "react"
import { type IncidentDetail, type IncidentLink, incidentContract } from "../contract.ts"

export function LinksPanel({ incident }: { incident: IncidentDetail }) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<IncidentLink | null>(null)
  return (
    <Panel
      title="Links"
      action={incident.mayChange && !adding && <LinkButton onClick={() => setAdding(true)}>Add</LinkButton>}
    >
      {incident.links.length === 0 && !adding && <p className="text-muted">No links yet.</p>}
      <ul className="flex flex-col">
        {incident.links.map((link) => (
          <li key={link.id} className="flex min-h-8 items-center justify-between gap-2">
            <TextLink href={link.url} external className="min-w-0 truncate" title={link.url}>
              {link.label}
            </TextLink>
            {incident.mayChange && (
              <IconButton
                size="sm"
                label={`Remove the link ${link.label}`}
                icon={<X />}
                onClick={() => setRemoving(link)}
              />
            )}
          </li>
        ))}
      </ul>
      {adding && <LinkForm incidentId={incident.id} onClose={() => setAdding(false)} />}
      {removing && <RemoveLinkDialog incidentId={incident.id} link={removing} onClose={() => setRemoving(null)} />}
    </Panel>
  )
}

function LinkForm({ incidentId, onClose }: { incidentId: string; onClose: () => void }) {
  const [label, setLabel] = useState("")
  const [url, setUrl] = useState("")
  const change = useChange(incidentContract.addLink, { onDone: onClose })

  function submit() {
    if (!change.isPending) change.mutate({ id: incidentId, label, url: url.trim() })
  }
  return (
    <Form name="incident-link" failure={change.error} onSubmit={submit} className="mt-2 flex flex-col gap-3">
      <Field label="Label" path="label">
        <TextInput value={label} autoFocus placeholder="Dashboard" onChange={(event) => setLabel(event.target.value)} />
      </Field>
      <Field label="Address" path="url">
        <TextInput
          type="url"
          inputMode="url"
          value={url}
          placeholder="https://"
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={change.isPending}>
          Add link
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function RemoveLinkDialog({
  incidentId,
  link,
  onClose,
}: {
  incidentId: string
  link: IncidentLink
  onClose: () => void
}) {
  const change = useChange(incidentContract.removeLink)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove the link ${quoteName(link.label)}?`}
      description="Only the link goes; what it leads to stays."
      confirmLabel="Remove link"
      onConfirm={() => change.mutateAsync({ id: incidentId, linkId: link.id })}
    />
  )
}
