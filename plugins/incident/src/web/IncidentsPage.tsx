import {
  BulkDialog,
  ListView,
  NEW_NOTE,
  NoteFields,
  StateFilter,
  systemsColumn,
  ThingFilter,
  timeColumn,
  titleColumn,
  useCan,
  useList,
  WordFilter,
} from "@countersign/core/web"
import { Button, ButtonLink, type Column, EmptyState, SEVERITY_WORDS, SeverityMark } from "@countersign/ui"
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
    lookalikes: "incident.incident",
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
          <StateFilter words={{ open: "Open", resolved: "Resolved" }} {...list.control("state")} />
          <WordFilter label="Severity" words={SEVERITY_WORDS} {...list.control("severity")} />
          <WordFilter label="Status" words={STATUS_WORDS} {...list.control("status")} />
          <ThingFilter type="catalog.system" noun="system" {...list.control("systemId")} />
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
  titleColumn(),
  {
    id: "status",
    header: "Status",
    width: "136px",
    priority: "meta",
    cell: ({ status }) => <IncidentStatusBadge status={status} />,
  },
  systemsColumn(),
  timeColumn("openedAt", "Opened", { sortable: true, priority: "meta" }),
  timeColumn("updatedAt", "Updated", { sortable: true }),
]
