import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import {
  BulkDialog,
  choicesFrom,
  ListView,
  NEW_NOTE,
  NoteFields,
  ThingPicker,
  useCall,
  useCan,
  useList,
} from "@countersign/core/web"
import {
  Button,
  ButtonLink,
  type Column,
  EmptyState,
  SEVERITY_WORDS,
  SegmentedControl,
  Select,
  SeverityMark,
  Time,
} from "@countersign/ui"
import { CircleCheck, Plus, Siren, Trash2 } from "lucide-react"
import { useState } from "react"
import {
  INCIDENT_STATUSES,
  type Incident,
  incidentContract,
  incidentPageAccess,
  SEVERITIES,
  STATUS_WORDS,
} from "../contract.ts"
import { IncidentStatusBadge } from "./IncidentStatusBadge.tsx"
import { SystemNames } from "./SystemNames.tsx"

const NOUN = ["incident", "incidents"] as const

export default function IncidentsPage() {
  const mayManage = useCan()(incidentPageAccess.manage)
  const [dialog, setDialog] = useState<"resolve" | "delete" | null>(null)
  const list = useList(incidentContract.list, {
    noun: NOUN,
    sort: ["openFirst", "openedAt", "updatedAt", "severity", "title"],
    direction: "desc",
    filters: {
      text: "text",
      state: ["open", "resolved"],
      severity: SEVERITIES,
      status: INCIDENT_STATUSES,
      systemId: "id",
    },
    alsoShows: ["catalog.system"],
  })
  const openOne = mayManage && (
    <ButtonLink href="/incidents/new" variant="primary" icon={<Plus />}>
      Open an incident
    </ButtonLink>
  )
  const bulk = {
    selection: list.selection,
    noun: NOUN,
    idOf: ({ id }: Incident) => id,
    nameOf: ({ title }: Incident) => title,
    alsoChanges: ["catalog.system"],
    onClose: () => setDialog(null),
  }
  return (
    <ListView
      list={list}
      title="Incidents"
      action={openOne}
      search="Search incidents"
      filters={
        <>
          <SegmentedControl
            label="State"
            options={[
              { value: "", label: "All" },
              { value: "open", label: "Open" },
              { value: "resolved", label: "Resolved" },
            ]}
            {...list.control("state")}
          />
          <Select
            prefixLabel="Severity"
            placeholder="any"
            options={choicesFrom(SEVERITY_WORDS)}
            {...list.control("severity")}
          />
          <Select
            prefixLabel="Status"
            placeholder="any"
            options={choicesFrom(STATUS_WORDS)}
            {...list.control("status")}
          />
          <SystemFilter {...list.control("systemId")} />
        </>
      }
      columns={COLUMNS}
      rowLabel={({ title }) => title}
      rowHref={({ id }) => `/incidents/${id}`}
      bulkActions={
        mayManage && (
          <>
            <Button size="sm" icon={<CircleCheck />} onClick={() => setDialog("resolve")}>
              Resolve
            </Button>
            <Button size="sm" icon={<Trash2 />} onClick={() => setDialog("delete")}>
              Delete
            </Button>
          </>
        )
      }
      noMatch="Nothing you may see fits these filters."
      empty={
        <EmptyState title="No incidents" icon={<Siren />} action={openOne}>
          When something breaks, an incident tells everybody what is known, who is on it and when it is over.
        </EmptyState>
      }
    >
      {dialog === "resolve" && (
        <BulkDialog
          name="incidents-resolve"
          {...bulk}
          verb={incidentContract.resolveMany}
          values={NEW_NOTE}
          input={(ids, note) => ({ ids, ...note })}
          action="Resolve"
          description="Each one gets this closing note; their health overrides are withdrawn."
        >
          {(form) => <NoteFields form={form} label="Closing note" />}
        </BulkDialog>
      )}
      {dialog === "delete" && (
        <BulkDialog
          name="incidents-delete"
          {...bulk}
          verb={incidentContract.deleteMany}
          values={{}}
          input={(ids) => ({ ids })}
          action="Delete"
          description="Their timelines, links, post-mortems and histories go with them. This cannot be undone; only the audit log keeps that they existed."
          danger
        />
      )}
    </ListView>
  )
}

const COLUMNS: readonly Column<Incident>[] = [
  {
    id: "severity",
    header: "Severity",
    sortable: true,
    width: "104px",
    priority: "meta",
    cell: ({ severity }) => <SeverityMark severity={severity} />,
  },
  { id: "title", header: "Title", sortable: true, width: "3fr", priority: "title", cell: ({ title }) => title },
  {
    id: "status",
    header: "Status",
    width: "136px",
    priority: "meta",
    cell: ({ status }) => <IncidentStatusBadge status={status} />,
  },
  { id: "systems", header: "Systems", width: "2fr", cell: (incident) => <SystemNames incident={incident} /> },
  {
    id: "openedAt",
    header: "Opened",
    sortable: true,
    width: "112px",
    priority: "meta",
    cell: ({ openedAt }) => <Time instant={openedAt} />,
  },
  {
    id: "updatedAt",
    header: "Updated",
    sortable: true,
    width: "112px",
    cell: ({ updatedAt }) => <Time instant={updatedAt} />,
  },
]

function SystemFilter({ value, onChange }: { value: string; onChange: (id: string | undefined) => void }) {
  const mayRead = useCan()(systemAccess.read)
  const system = useCall(catalogContract.getSystem, { systemId: value }, { enabled: mayRead && value !== "" })
  if (!mayRead) return null
  return (
    <ThingPicker
      type="catalog.system"
      label="Filter by system"
      placeholder="Any system"
      className="w-44"
      value={value ? { id: value, label: system.data?.name ?? "One system" } : null}
      onChange={(option) => onChange(option?.id)}
    />
  )
}
