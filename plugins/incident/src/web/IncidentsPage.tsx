import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import { useCall, useCan, useUrlState } from "@countersign/core/web"
import {
  Button,
  ButtonLink,
  type Column,
  Combobox,
  DataTable,
  EmptyState,
  FilterBar,
  ListPage,
  ListSearch,
  Pagination,
  SEVERITY_WORDS,
  SegmentedControl,
  Select,
  SeverityMark,
  Time,
  useShortcuts,
} from "@countersign/ui"
import { CircleCheck, Plus, Siren, Trash2 } from "lucide-react"
import { useRef, useState } from "react"
import {
  INCIDENT_STATUSES,
  type Incident,
  type IncidentStatus,
  incidentContract,
  incidentPageAccess,
  SEVERITIES,
  type Severity,
} from "../contract.ts"
import { BulkDeleteDialog, BulkResolveDialog } from "./BulkDialogs.tsx"
import { IncidentStatusBadge } from "./IncidentStatusBadge.tsx"
import { SystemNames } from "./SystemNames.tsx"
import { loadSystemOptions } from "./system-options.ts"
import { choices, STATUS_WORDS } from "./words.ts"

const PAGE_SIZE = 50

export default function IncidentsPage() {
  const can = useCan()
  const mayManage = can(incidentPageAccess.manage)
  const list = useListAddress()
  const answer = useCall(
    incidentContract.list,
    { ...list.input, limit: PAGE_SIZE },
    { keepPrevious: true, alsoShows: ["catalog.system"] },
  )
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<"resolve" | "delete" | null>(null)
  const rows = answer.data?.items
  const chosen = useChosen(rows, selected)

  function handleDone(failedIds: readonly string[]) {
    setSelected(new Set(failedIds))
  }
  return (
    <ListPage
      title="Incidents"
      action={
        mayManage && (
          <ButtonLink href="/incidents/new" variant="primary" icon={<Plus />}>
            Open an incident
          </ButtonLink>
        )
      }
      filters={<Filters list={list} />}
      pagination={answer.data && <Pages list={list} page={answer.data} />}
    >
      <DataTable
        label="Incidents"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        rowHref={({ id }) => `/incidents/${id}`}
        sort={list.sort}
        onSort={list.setSort}
        noun={["incident", "incidents"]}
        stale={answer.isPlaceholderData}
        error={answer.error && { message: answer.error.message, onRetry: () => void answer.refetch() }}
        empty={<Empty list={list} mayManage={mayManage} />}
        {...(mayManage
          ? {
              selected,
              onSelect: setSelected,
              bulkActions: () => (
                <>
                  <Button size="sm" icon={<CircleCheck />} onClick={() => setDialog("resolve")}>
                    Resolve
                  </Button>
                  <Button size="sm" icon={<Trash2 />} onClick={() => setDialog("delete")}>
                    Delete
                  </Button>
                </>
              ),
            }
          : {})}
      />
      {dialog === "resolve" && (
        <BulkResolveDialog incidents={chosen} onDone={handleDone} onClose={() => setDialog(null)} />
      )}
      {dialog === "delete" && (
        <BulkDeleteDialog incidents={chosen} onDone={handleDone} onClose={() => setDialog(null)} />
      )}
    </ListPage>
  )
}

/** What is selected, on whichever page it was. */
function useChosen(rows: readonly Incident[] | undefined, selected: ReadonlySet<string>): Incident[] {
  const seen = useRef(new Map<string, Incident>())
  for (const row of rows ?? []) seen.current.set(row.id, row)
  return [...selected].flatMap((id) => seen.current.get(id) ?? [])
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

type List = ReturnType<typeof useListAddress>
type State = "all" | "open" | "resolved"
type SortColumn = "openedAt" | "updatedAt" | "severity" | "title"

/** Filters, order and place, all in the address. Values nobody offered are read as none. */
function useListAddress() {
  const [url, patch] = useUrlState()
  const pick = <Value extends string>(value: string | undefined, known: readonly Value[]) =>
    known.find((each) => each === value)
  const sort = pick<SortColumn>(url.sort, ["openedAt", "updatedAt", "severity", "title"])
  const direction = pick(url.direction, ["asc", "desc"] as const) ?? "desc"
  const filters = {
    text: url.text ?? "",
    state: pick<State>(url.state, ["open", "resolved"]) ?? "all",
    severity: pick<Severity>(url.severity, SEVERITIES),
    status: pick<IncidentStatus>(url.status, INCIDENT_STATUSES),
    systemId: /^[0-9a-f-]{36}$/i.test(url.systemId ?? "") ? url.systemId : undefined,
  }
  // Another question starts on its first page.
  const first = { after: undefined, before: undefined, from: undefined }
  const { text, ...exact } = filters
  return {
    filters,
    filtered: Boolean(text || filters.severity || filters.status || filters.systemId) || filters.state !== "all",
    input: {
      ...exact,
      text: text || undefined,
      ...(sort ? { sort, direction } : {}),
      after: url.after,
      before: url.before,
    },
    from: Math.max(1, Number.parseInt(url.from ?? "1", 10) || 1),
    sort: sort ? { column: sort as string, direction } : null,
    setSort: (next: { column: string; direction: "asc" | "desc" }) =>
      patch({ ...first, sort: next.column, direction: next.direction }),
    setFilter: (name: keyof typeof filters, value: string | undefined) =>
      patch({ ...first, [name]: value || undefined }),
    clear: () =>
      patch({
        ...first,
        text: undefined,
        state: undefined,
        severity: undefined,
        status: undefined,
        systemId: undefined,
      }),
    goTo: (place: { after?: string; before?: string; from: number }) =>
      patch({ after: place.after, before: place.before, from: String(place.from) }, { push: true }),
  }
}

function Filters({ list }: { list: List }) {
  const { filters, setFilter } = list
  const search = useRef<HTMLInputElement>(null)
  useShortcuts({ "/": () => search.current?.focus() })
  return (
    <FilterBar>
      <ListSearch
        ref={search}
        label="Search incidents"
        value={filters.text}
        onChange={(text) => setFilter("text", text)}
      />
      <SegmentedControl
        label="State"
        value={filters.state}
        onChange={(state) => setFilter("state", state === "all" ? undefined : state)}
        options={[
          { value: "all", label: "All" },
          { value: "open", label: "Open" },
          { value: "resolved", label: "Resolved" },
        ]}
      />
      <Select
        prefixLabel="Severity"
        value={filters.severity ?? ""}
        onChange={(value) => setFilter("severity", value)}
        placeholder="any"
        options={choices(SEVERITY_WORDS)}
      />
      <Select
        prefixLabel="Status"
        value={filters.status ?? ""}
        onChange={(value) => setFilter("status", value)}
        placeholder="any"
        options={choices(STATUS_WORDS)}
      />
      <SystemFilter systemId={filters.systemId} onChange={(id) => setFilter("systemId", id)} />
      {list.filtered && (
        <Button variant="quiet" onClick={list.clear}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  )
}

function SystemFilter({ systemId, onChange }: { systemId: string | undefined; onChange: (id?: string) => void }) {
  const can = useCan()
  const system = useCall(catalogContract.getSystem, { systemId: systemId ?? "" }, { enabled: systemId !== undefined })
  if (!can(systemAccess.read)) return null
  return (
    <Combobox
      label="Filter by system"
      placeholder="Any system"
      className="w-44"
      clearable
      value={systemId ? { id: systemId, label: system.data?.name ?? "One system" } : null}
      onChange={(option) => onChange(option?.id)}
      loadOptions={loadSystemOptions}
    />
  )
}

function Pages({
  list,
  page,
}: {
  list: List
  page: { items: readonly Incident[]; nextCursor: string | null; previousCursor: string | null }
}) {
  const { nextCursor, previousCursor } = page
  if (!nextCursor && !previousCursor) return null
  const to = list.from + page.items.length - 1
  return (
    <Pagination
      label="incidents"
      from={list.from}
      to={to}
      {...(nextCursor ? { onNext: () => list.goTo({ after: nextCursor, from: to + 1 }) } : {})}
      {...(previousCursor
        ? { onPrevious: () => list.goTo({ before: previousCursor, from: Math.max(1, list.from - PAGE_SIZE) }) }
        : {})}
    />
  )
}

function Empty({ list, mayManage }: { list: List; mayManage: boolean }) {
  if (list.filtered)
    return (
      <EmptyState
        title="No incident matches"
        icon={<Siren />}
        action={<Button onClick={list.clear}>Clear filters</Button>}
      >
        Nothing you may see fits these filters.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No incidents"
      icon={<Siren />}
      action={
        mayManage && (
          <ButtonLink href="/incidents/new" variant="primary" icon={<Plus />}>
            Open an incident
          </ButtonLink>
        )
      }
    >
      When something breaks, an incident tells everybody what is known, who is on it and when it is over.
    </EmptyState>
  )
}
