import { useCall } from "@countersign/core/web"
import {
  Badge,
  Button,
  IconButton,
  LazyMarkdown,
  Menu,
  Notice,
  Skeleton,
  Timeline,
  type TimelineEntry,
  Tooltip,
} from "@countersign/ui"
import { Ellipsis, Globe, Lock, Pencil, Siren, Trash2 } from "lucide-react"
import { useState } from "react"
import { type IncidentDetail, type IncidentUpdate, incidentContract, type Visibility } from "../contract.ts"
import { Composer } from "./Composer.tsx"
import { DescriptionPanel } from "./DescriptionPanel.tsx"
import { IncidentStatusBadge } from "./IncidentStatusBadge.tsx"
import { DeleteUpdateDialog, UpdateEditor } from "./UpdateEditor.tsx"

export function TimelineTab({ incident }: { incident: IncidentDetail }) {
  return (
    <div className="flex flex-col gap-6">
      <DescriptionPanel incident={incident} />
      {incident.mayChange && <Composer incident={incident} />}
      <Updates incident={incident} updates={incident.updates} next={incident.nextUpdateCursor} />
    </div>
  )
}

/** One page of the timeline; asking for earlier ones puts the next page under it. */
function Updates({
  incident,
  updates,
  next,
}: {
  incident: IncidentDetail
  updates: readonly IncidentUpdate[]
  next: string | null
}) {
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<IncidentUpdate | null>(null)
  const [more, setMore] = useState(false)
  const entries = updates.map((update): TimelineEntry => {
    const isEdited = editing === update.id
    return {
      id: update.id,
      time: update.at,
      author: update.author,
      title: update.status ? "moved it to" : "wrote",
      mark: <Marks update={update} />,
      body: isEdited ? (
        <UpdateEditor incidentId={incident.id} update={update} onClose={() => setEditing(null)} />
      ) : (
        update.message && <LazyMarkdown>{update.message}</LazyMarkdown>
      ),
      actions: incident.mayChange && !isEdited && (
        <UpdateMenu update={update} onEdit={() => setEditing(update.id)} onDelete={() => setDeleting(update)} />
      ),
    }
  })
  return (
    <div>
      <Timeline label="Updates, newest first" entries={next ? entries : [...entries, opening(incident)]}>
        {next && !more && <Button onClick={() => setMore(true)}>Show earlier updates</Button>}
      </Timeline>
      {next && more && <EarlierUpdates incident={incident} after={next} />}
      {deleting && <DeleteUpdateDialog incidentId={incident.id} update={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

function EarlierUpdates({ incident, after }: { incident: IncidentDetail; after: string }) {
  const answer = useCall(incidentContract.listUpdates, { id: incident.id, after, limit: 100 }, { keepPrevious: true })
  if (answer.data) return <Updates incident={incident} updates={answer.data.items} next={answer.data.nextCursor} />
  if (answer.error) return <Notice tone="error">{answer.error.message}</Notice>
  return <Skeleton lines={4} label="Loading earlier updates" />
}

function opening(incident: IncidentDetail): TimelineEntry {
  return {
    id: "opened",
    time: incident.openedAt,
    author: incident.openedBy,
    title: "opened the incident",
    icon: <Siren />,
  }
}

function Marks({ update }: { update: IncidentUpdate }) {
  return (
    <>
      {update.status && <IncidentStatusBadge status={update.status} />}
      <VisibilityBadge visibility={update.visibility} />
      {update.editedAt && <span className="text-faint">edited</span>}
    </>
  )
}

function VisibilityBadge({ visibility }: { visibility: Visibility }) {
  if (visibility === "signedIn") return null
  if (visibility === "public")
    return (
      <Tooltip text="Everybody can read it, signed in or not">
        <span>
          <Badge icon={<Globe />}>Public</Badge>
        </span>
      </Tooltip>
    )
  return (
    <Tooltip text="Only those who work on this incident can read it">
      <span>
        <Badge icon={<Lock />}>Internal</Badge>
      </span>
    </Tooltip>
  )
}

function UpdateMenu({
  update,
  onEdit,
  onDelete,
}: {
  update: IncidentUpdate
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <Menu
      trigger={<IconButton size="sm" label={`Actions for the update by ${update.author.name}`} icon={<Ellipsis />} />}
      entries={[
        { id: "edit", label: "Edit update", icon: <Pencil />, onSelect: onEdit },
        { id: "delete", label: "Delete update", icon: <Trash2 />, danger: true, onSelect: onDelete },
      ]}
    />
  )
}
