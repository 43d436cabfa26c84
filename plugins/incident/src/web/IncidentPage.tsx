import {
  type CallError,
  ConflictNotice,
  callOptions,
  choicesFrom,
  type PageModule,
  RevisionHistory,
  useCall,
  useUrlState,
} from "@countersign/core/web"
import {
  Button,
  ButtonLink,
  IconButton,
  Menu,
  Notice,
  SEVERITY_WORDS,
  SeverityMark,
  Skeleton,
  ThingPage,
  Time,
  useShortcuts,
} from "@countersign/ui"
import { useParams } from "@tanstack/react-router"
import { CircleCheck, Ellipsis, Pencil, RotateCcw, Trash2 } from "lucide-react"
import { useState } from "react"
import { type IncidentDetail, incidentContract, type Severity } from "../contract.ts"
import { DeleteIncidentDialog } from "./DeleteIncidentDialog.tsx"
import { IncidentFacts } from "./IncidentFacts.tsx"
import { IncidentStatusBadge } from "./IncidentStatusBadge.tsx"
import { PostmortemTab } from "./PostmortemTab.tsx"
import { ReopenDialog, ResolveDialog } from "./StatusDialogs.tsx"
import { TimelineTab } from "./TimelineTab.tsx"
import { TitleEditor } from "./TitleEditor.tsx"
import { incidentTimeline } from "./timeline.ts"
import { useIncidentForm } from "./use-incident-form.ts"

export default function IncidentPage() {
  const { incidentId = "" } = useParams({ strict: false }) as { incidentId?: string }
  const answer = useCall(incidentContract.get, { id: incidentId }, { alsoShows: ["catalog.system"] })
  // Another incident begins with closed editors and its own draft.
  if (answer.data) return <Loaded key={answer.data.id} incident={answer.data} stale={answer.error?.message} />
  if (answer.error) return <Unreadable error={answer.error} onRetry={() => void answer.refetch()} />

  return (
    <ThingPage breadcrumbs={CRUMBS} title="Incident">
      <Skeleton lines={8} label="Loading the incident" />
    </ThingPage>
  )
}

const CRUMBS = [{ label: "Incidents", href: "/incidents" }]

type TabId = "timeline" | "postmortem" | "history"
type DialogId = "resolve" | "reopen" | "delete"

function Loaded({ incident, stale }: { incident: IncidentDetail; stale: string | undefined }) {
  const [url, patch] = useUrlState()
  const [dialog, setDialog] = useState<DialogId | null>(null)
  const [editingTitle, setEditingTitle] = useState(false)
  const picking = useIncidentForm(incident)
  const tab: TabId = url.tab === "postmortem" || url.tab === "history" ? url.tab : "timeline"
  const resolved = incident.status === "resolved"
  useShortcuts(
    { r: () => setDialog(resolved ? "reopen" : "resolve"), e: () => setEditingTitle(true) },
    { enabled: incident.mayChange },
  )

  return (
    <ThingPage
      breadcrumbs={CRUMBS}
      title={<Title incident={incident} onEdit={() => setEditingTitle(true)} />}
      status={
        <>
          <SeverityPicker incident={incident} onPick={(severity) => picking.save({ severity })} />
          <IncidentStatusBadge status={incident.status} />
        </>
      }
      meta={<Age incident={incident} />}
      actions={incident.mayChange && <Actions resolved={resolved} onAsk={setDialog} />}
      notice={
        (stale || editingTitle || picking.failure || picking.conflict) && (
          <>
            {stale && <Notice tone="warning">What you see may be out of date. {stale}</Notice>}
            {editingTitle && <TitleEditor incident={incident} onClose={() => setEditingTitle(false)} />}
            {picking.failure && !picking.conflict && <Notice tone="error">{picking.failure.message}</Notice>}
            <ConflictNotice form={picking} />
          </>
        )
      }
      tabs={[
        { id: "timeline", label: "Timeline" },
        { id: "postmortem", label: "Post-mortem" },
        { id: "history", label: "History" },
      ]}
      tab={tab}
      onTab={(id) => patch({ tab: id === "timeline" ? undefined : id })}
      facts={<IncidentFacts incident={incident} />}
    >
      {tab === "timeline" && <TimelineTab incident={incident} />}
      {tab === "postmortem" && <PostmortemTab incident={incident} />}
      {tab === "history" && <RevisionHistory timeline={incidentTimeline} thingId={incident.id} />}
      {dialog === "resolve" && <ResolveDialog incident={incident} onClose={() => setDialog(null)} />}
      {dialog === "reopen" && <ReopenDialog incident={incident} onClose={() => setDialog(null)} />}
      {dialog === "delete" && <DeleteIncidentDialog incident={incident} onClose={() => setDialog(null)} />}
    </ThingPage>
  )
}

function Title({ incident, onEdit }: { incident: IncidentDetail; onEdit: () => void }) {
  if (!incident.mayChange) return incident.title
  return (
    <>
      {incident.title} <IconButton size="sm" label="Edit the title" shortcut="e" icon={<Pencil />} onClick={onEdit} />
    </>
  )
}

function SeverityPicker({ incident, onPick }: { incident: IncidentDetail; onPick: (severity: Severity) => void }) {
  const mark = <SeverityMark severity={incident.severity} pill />
  if (!incident.mayChange) return mark
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Severity: ${SEVERITY_WORDS[incident.severity]}. Change it`}
          className="rounded-full"
        >
          {mark}
        </button>
      }
      entries={[
        {
          type: "choice",
          id: "severity",
          label: "Severity",
          value: incident.severity,
          options: choicesFrom(SEVERITY_WORDS),
          onChange: (severity) => onPick(severity as Severity),
        },
      ]}
    />
  )
}

function Age({ incident }: { incident: IncidentDetail }) {
  return (
    <>
      Opened <Time instant={incident.openedAt} /> by {incident.openedBy.name}
      {incident.resolvedAt && (
        <>
          {" · "}resolved <Time instant={incident.resolvedAt} />
        </>
      )}
      {" · "}updated <Time instant={incident.updatedAt} />
    </>
  )
}

function Actions({ resolved, onAsk }: { resolved: boolean; onAsk: (dialog: DialogId) => void }) {
  return (
    <>
      {resolved ? (
        <Button icon={<RotateCcw />} onClick={() => onAsk("reopen")}>
          Reopen incident
        </Button>
      ) : (
        <Button variant="primary" icon={<CircleCheck />} onClick={() => onAsk("resolve")}>
          Resolve incident
        </Button>
      )}
      <Menu
        trigger={<IconButton label="More actions" icon={<Ellipsis />} variant="secondary" />}
        entries={[
          {
            id: "delete",
            label: "Delete incident",
            icon: <Trash2 />,
            danger: true,
            onSelect: () => onAsk("delete"),
          },
        ]}
      />
    </>
  )
}

function Unreadable({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  // An address that was cut off or mistyped is no input to complain about.
  const mistyped = error.body.code === "invalid_input"
  const message = mistyped ? "There is no incident at this address. The link may be incomplete." : error.message
  return (
    <ThingPage breadcrumbs={CRUMBS} title="This incident cannot be shown">
      <p className="max-w-[80ch]">{message}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink href="/incidents">Go to all incidents</ButtonLink>
      </div>
    </ThingPage>
  )
}

export const prefetch: PageModule["prefetch"] = (client, { params }) =>
  void client.prefetchQuery(callOptions(incidentContract.get, { id: params.incidentId ?? "" }))
