import { ruleInWords } from "@countersign/core/contract"
import {
  CalendarFeedDialog,
  ListView,
  StateFilter,
  systemsColumn,
  ThingFilter,
  timeColumn,
  titleColumn,
  useCan,
  useList,
  WordFilter,
} from "@countersign/core/web"
import { Button, ButtonLink, type Column, EmptyState } from "@countersign/ui"
import { CalendarDays, Plus, Wrench } from "lucide-react"
import { useState } from "react"
import { maintenanceContract, STATUS_WORDS, WINDOW_STATUSES, type Window, windowPageAccess } from "../contract.ts"
import { WindowStatusBadge } from "./timeline.tsx"

export default function WindowsPage() {
  const mayManage = useCan()(windowPageAccess.manage)
  const [feed, setFeed] = useState(false)
  const list = useList(maintenanceContract.list, {
    noun: ["maintenance window", "maintenance windows"],
    sort: ["soonest", "startsAt", "updatedAt", "title"],
    filters: { text: "text", state: ["open", "over"], status: WINDOW_STATUSES, systemId: "id" },
    alsoShows: ["catalog.system"],
    lookalikes: "maintenance.window",
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
          <StateFilter words={{ open: "Open", over: "Over" }} {...list.control("state")} />
          <WordFilter label="Status" words={STATUS_WORDS} {...list.control("status")} />
          <ThingFilter type="catalog.system" noun="system" {...list.control("systemId")} />
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
      {feed && (
        <CalendarFeedDialog
          verbs={maintenanceContract}
          things={["window", "windows"]}
          subject="maintenance"
          onClose={() => setFeed(false)}
        />
      )}
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
  titleColumn(),
  systemsColumn(),
  timeColumn("startsAt", "Begins", { as: "short", sortable: true, priority: "meta" }),
  timeColumn("endsAt", "Ends", { as: "short" }),
  { id: "repeats", header: "Repeats", width: "2fr", cell: ({ rrule }) => (rrule ? ruleInWords(rrule) : "") },
]
