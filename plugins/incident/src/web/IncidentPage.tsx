import {
  ConflictNotice,
  callOptions,
  choicesFrom,
  DeleteThing,
  LoadedThing,
  type PageModule,
  RevisionHistory,
  TimelineTab,
  useCall,
  useTab,
} from "@countersign/core/web"
import {
  Button,
  IconButton,
  Menu,
  Notice,
  SEVERITY_WORDS,
  SeverityMark,
  ThingPage,
  Time,
  useShortcuts,
} from "@countersign/ui"
import { useParams } from "@tanstack/react-router"
import { CircleCheck, Ellipsis, Pencil, RotateCcw, Siren, Trash2 } from "lucide-react"
import { type ReactNode, useState } from "react"
import { type IncidentDetail, incidentContract, type Severity } from "../contract.ts"
import { useChangesBeside } from "./changes-beside.ts"
import { DescriptionPanel } from "./DescriptionPanel.tsx"
import { IncidentFacts } from "./IncidentFacts.tsx"
import { IncidentStatusBadge } from "./IncidentStatusBadge.tsx"
import { PostmortemTab } from "./PostmortemTab.tsx"
import { ReopenDialog, ResolveDialog } from "./StatusDialogs.tsx"
import { TitleEditor } from "./TitleEditor.tsx"
import { incidentTimeline } from "./timeline.ts"
import { useIncidentForm } from "./use-incident-form.ts"

const LIST = { label: "Incidents", href: "/incidents" }
const TABS = { timeline: "Timeline", postmortem: "Post-mortem", history: "History" }

export default function IncidentPage() {
  const { incidentId = "" } = useParams({ strict: false }) as { incidentId?: string }
  const answer = useCall(incidentContract.get, { id: incidentId }, { alsoShows: ["catalog.system"] })
  return (
    <LoadedThing answer={answer} noun="incident" list={LIST}>
      {(incident, stale) => <Loaded incident={incident} stale={stale} />}
    </LoadedThing>
  )
}

type DialogId = "resolve" | "reopen" | "delete"

function Loaded({ incident, stale }: { incident: IncidentDetail; stale: ReactNode }) {
  const tabs = useTab(TABS)
  const [dialog, setDialog] = useState<DialogId | null>(null)
  const [editingTitle, setEditingTitle] = useState(false)
  const picking = useIncidentForm(incident)
  const resolved = incident.status === "resolved"
  const close = () => setDialog(null)
  useShortcuts(
    { r: () => setDialog(resolved ? "reopen" : "resolve"), e: () => setEditingTitle(true) },
    { enabled: incident.mayChange },
  )

  return (
    <ThingPage
      breadcrumbs={[LIST]}
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
            {stale}
            {editingTitle && <TitleEditor incident={incident} onClose={() => setEditingTitle(false)} />}
            {picking.failure && !picking.conflict && <Notice tone="error">{picking.failure.message}</Notice>}
            <ConflictNotice form={picking} />
          </>
        )
      }
      {...tabs}
      facts={<IncidentFacts incident={incident} />}
    >
      {tabs.tab === "timeline" && <IncidentTimeline incident={incident} />}
      {tabs.tab === "postmortem" && <PostmortemTab incident={incident} />}
      {tabs.tab === "history" && <RevisionHistory timeline={incidentTimeline} thingId={incident.id} />}
      {dialog === "resolve" && <ResolveDialog incident={incident} onClose={close} />}
      {dialog === "reopen" && <ReopenDialog incident={incident} onClose={close} />}
      {dialog === "delete" && (
        <DeleteThing
          verb={incidentContract.delete}
          input={{ id: incident.id }}
          name={incident.title}
          noun="incident"
          description="Its timeline, links, post-mortem and history go with it."
          leaveTo="/incidents"
          alsoChanges={["catalog.system"]}
          onClose={close}
        />
      )}
    </ThingPage>
  )
}

function IncidentTimeline({ incident }: { incident: IncidentDetail }) {
  const besides = useChangesBeside(incident)
  return (
    <TimelineTab timeline={incidentTimeline} thing={incident} opening={openingOf(incident)} besides={besides}>
      <DescriptionPanel incident={incident} />
    </TimelineTab>
  )
}

function openingOf({ openedAt: time, openedBy: author }: IncidentDetail) {
  return { id: "opened", time, author, title: "opened the incident", icon: <Siren /> }
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

export const prefetch: PageModule["prefetch"] = (client, { params }) =>
  void client.prefetchQuery(callOptions(incidentContract.get, { id: params.incidentId ?? "" }))
