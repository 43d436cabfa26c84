import { Boxes, Plus, RefreshCw, Upload } from "lucide-react"
import { useRef, useState } from "react"
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  ListPage,
  Pagination,
  SearchInput,
  SegmentedControl,
  Select,
  type Sort,
  StatusMark,
  TextLink,
  Time,
  useShortcuts,
} from "../src/index.ts"
import { SYSTEMS, type System } from "./sample.ts"

const COLUMNS: Column<System>[] = [
  { id: "name", header: "System", cell: (system) => system.name, sortable: true, width: "2fr", priority: "title" },
  {
    id: "status",
    header: "Status",
    cell: (system) => <StatusMark status={system.status} />,
    sortable: true,
    width: "128px",
    priority: "meta",
  },
  {
    id: "owner",
    header: "Team",
    cell: (system) => (
      <TextLink quiet href="#settings">
        {system.owner}
      </TextLink>
    ),
    sortable: true,
    width: "1fr",
    priority: "meta",
  },
  {
    id: "tags",
    header: "Tags",
    cell: (system) => (
      <span className="flex gap-1">
        {system.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    ),
    width: "1fr",
  },
  {
    id: "availability",
    header: "30 days, %",
    cell: (system) => system.availability,
    sortable: true,
    width: "104px",
    align: "end",
    mono: true,
  },
  {
    id: "checked",
    header: "Checked",
    cell: (system) => <Time instant={system.checkedAt} className="text-muted" />,
    width: "104px",
    align: "end",
    priority: "meta",
  },
]

export function SystemsExample({ state }: { state?: "loading" | "empty" | "failed" }) {
  const [query, setQuery] = useState("")
  const [status, setStatus] = useState("")
  const [view, setView] = useState("all")
  const [sort, setSort] = useState<Sort>({ column: "name", direction: "asc" })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(state ? [] : ["sys-1", "sys-4"]))
  const search = useRef<HTMLInputElement>(null)
  useShortcuts({ "/": () => search.current?.focus() })

  const rows = SYSTEMS.filter((system) => system.name.includes(query) && (!status || system.status === status))
  return (
    <ListPage
      title="Systems"
      description="Everything the team runs, with the state that was last reported."
      action={
        <>
          <Button icon={<Upload />}>Import</Button>
          <Button variant="primary" icon={<Plus />}>
            Add system
          </Button>
        </>
      }
      filters={
        <FilterBar>
          <SearchInput ref={search} label="Search systems" value={query} onChange={setQuery} shortcut="/" />
          <Select
            prefixLabel="Status"
            value={status}
            onChange={setStatus}
            placeholder="any"
            options={[
              { value: "healthy", label: "Healthy" },
              { value: "degraded", label: "Degraded" },
              { value: "unhealthy", label: "Unhealthy" },
            ]}
          />
          <SegmentedControl
            label="Whose"
            value={view}
            onChange={setView}
            options={[
              { value: "all", label: "All", count: 16 },
              { value: "mine", label: "My teams", count: 5 },
            ]}
          />
        </FilterBar>
      }
      pagination={
        state ? undefined : <Pagination from={1} to={rows.length} total={1204} onNext={() => {}} label="systems" />
      }
    >
      <DataTable
        label="Systems"
        columns={COLUMNS}
        rows={state === "loading" || state === "failed" ? undefined : state === "empty" ? [] : rows}
        rowId={(system) => system.id}
        rowLabel={(system) => system.name}
        rowHref={() => "#incident"}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        noun={["system", "systems"]}
        bulkActions={() => (
          <>
            <Button size="sm">Assign team</Button>
            <Button size="sm">Add tag</Button>
            <Button size="sm" variant="danger">
              Delete
            </Button>
          </>
        )}
        error={
          state === "failed"
            ? {
                message: "The systems could not be read: the database does not answer. It is tried again every 5 s.",
                onRetry: () => {},
              }
            : null
        }
        empty={
          <EmptyState
            icon={<Boxes />}
            title="No systems yet"
            action={
              <Button variant="primary" icon={<Plus />}>
                Add the first system
              </Button>
            }
            secondary={
              <Button variant="quiet" icon={<RefreshCw />}>
                Import from a file
              </Button>
            }
          >
            A system is anything you run and want to know the state of. Start with the one that wakes people at night.
          </EmptyState>
        }
      />
    </ListPage>
  )
}
