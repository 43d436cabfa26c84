import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import { choicesFrom, ListView, ThingPicker, useCall, useCan, useList } from "@countersign/core/web"
import { Button, ButtonLink, type Column, EmptyState, SegmentedControl, Select, Time } from "@countersign/ui"
import { CalendarDays, Plus, Wrench } from "lucide-react"
import { useState } from "react"
import { ruleInWords } from "../contract/rule.ts"
import { maintenanceContract, STATUS_WORDS, WINDOW_STATUSES, type Window, windowPageAccess } from "../contract.ts"
import { FeedDialog } from "./FeedDialog.tsx"
import { namesLine, WindowStatusBadge } from "./timeline.tsx"

export default function WindowsPage() {
  const mayManage = useCan()(windowPageAccess.manage)
  const [feed, setFeed] = useState(false)
  const list = useList(maintenanceContract.list, {
    noun: ["maintenance window", "maintenance windows"],
    sort: ["soonest", "startsAt", "updatedAt", "title"],
    filters: { text: "text", state: ["open", "over"], status: WINDOW_STATUSES, systemId: "id" },
    alsoShows: ["catalog.system"],
  })
  const schedule = mayManage && (
    <ButtonLink href="/maintenance/new" variant="primary" icon={<Plus />}>
      Schedule maintenance
    </ButtonLink>
  )
  return (
    <ListView
      list={list}
      title="Maintenance"
      action={
        <>
          <Button icon={<CalendarDays />} onClick={() => setFeed(true)}>
            Calendar feed
          </Button>
          {schedule}
        </>
      }
      search="Search maintenance windows"
      filters={
        <>
          <SegmentedControl
            label="State"
            options={[
              { value: "", label: "All" },
              { value: "open", label: "Open" },
              { value: "over", label: "Over" },
            ]}
            {...list.control("state")}
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
      rowHref={({ id }) => `/maintenance/${id}`}
      noMatch="Nothing you may see fits these filters."
      empty={
        <EmptyState title="No maintenance windows" icon={<Wrench />} action={schedule}>
          A window tells everybody when systems are worked on. While it is in progress they count as in maintenance.
        </EmptyState>
      }
    >
      {feed && <FeedDialog onClose={() => setFeed(false)} />}
    </ListView>
  )
}

const COLUMNS: readonly Column<Window>[] = [
  {
    id: "status",
    header: "Status",
    width: "128px",
    priority: "meta",
    cell: ({ status }) => <WindowStatusBadge status={status} />,
  },
  { id: "title", header: "Title", sortable: true, width: "3fr", priority: "title", cell: ({ title }) => title },
  {
    id: "systems",
    header: "Systems",
    width: "2fr",
    cell: ({ systems, hiddenSystemCount }) => namesLine(systems, hiddenSystemCount, "system"),
  },
  {
    id: "startsAt",
    header: "Begins",
    sortable: true,
    width: "136px",
    priority: "meta",
    cell: ({ startsAt }) => <Time instant={startsAt} as="short" />,
  },
  { id: "endsAt", header: "Ends", width: "136px", cell: ({ endsAt }) => <Time instant={endsAt} as="short" /> },
  { id: "repeats", header: "Repeats", width: "2fr", cell: ({ rrule }) => (rrule ? ruleInWords(rrule) : "") },
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
