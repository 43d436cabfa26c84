import { ruleInWords } from "@countersign/core/contract"
import {
  callOptions,
  DeleteThing,
  LinksPanel,
  ListTable,
  LoadedThing,
  namesLine,
  type PageModule,
  RevisionHistory,
  TimelineTab,
  timeColumn,
  useCall,
  useList,
  useTab,
} from "@countersign/core/web"
import {
  Badge,
  Button,
  ButtonLink,
  type Column,
  EmptyState,
  IconButton,
  KeyValue,
  LazyMarkdown,
  Menu,
  Panel,
  TextLink,
  ThingPage,
  Time,
} from "@countersign/ui"
import { useParams } from "@tanstack/react-router"
import { CalendarClock, CircleCheck, CircleOff, Ellipsis, Timer, Trash2 } from "lucide-react"
import { type ReactNode, useState } from "react"
import { maintenanceContract, type Occurrence, type WindowDetail } from "../contract.ts"
import { useChangesBeside } from "./changes-beside.ts"
import { WindowStatusBadge, windowTimeline } from "./timeline.tsx"
import { CloseDialog, OccurrenceDialog, type OccurrenceTimes } from "./WindowDialogs.tsx"
import { Warnings } from "./WindowFormPage.tsx"

const LIST = { label: "Maintenance", href: "/maintenance" }
const TABS = { timeline: "Timeline", occurrences: "Occurrences", history: "History" }

export default function WindowPage() {
  const { windowId = "" } = useParams({ strict: false }) as { windowId?: string }
  const answer = useCall(maintenanceContract.get, { id: windowId }, { alsoShows: ["catalog.system"] })
  return (
    <LoadedThing answer={answer} noun="maintenance window" list={LIST}>
      {(window, stale) => <Loaded window={window} stale={stale} />}
    </LoadedThing>
  )
}

function Loaded({ window, stale }: { window: WindowDetail; stale: ReactNode }) {
  const tabs = useTab(TABS)
  const [dialog, setDialog] = useState<"close" | "delete" | OccurrenceTimes | null>(null)
  const close = () => setDialog(null)
  return (
    <ThingPage
      breadcrumbs={[LIST]}
      title={window.title}
      status={<WindowStatusBadge status={window.status} />}
      meta={
        <>
          <Time instant={window.startsAt} as="short" /> to <Time instant={window.endsAt} as="short" />
          {window.rrule && ` · ${ruleInWords(window.rrule)}, ${window.timeZone}`}
        </>
      }
      actions={window.mayChange && <Actions window={window} onAsk={setDialog} />}
      notice={
        (stale || window.overlaps.length > 0 || window.notes?.length) && (
          <div className="flex flex-col gap-3">
            {stale}
            <Warnings {...window} />
          </div>
        )
      }
      {...tabs}
      facts={<Facts window={window} />}
    >
      {tabs.tab === "timeline" && <WindowTimeline window={window} />}
      {tabs.tab === "occurrences" && <OccurrencesTab window={window} onOpen={setDialog} />}
      {tabs.tab === "history" && <RevisionHistory timeline={windowTimeline} thingId={window.id} />}
      {dialog === "close" && <CloseDialog window={window} onClose={close} />}
      {dialog === "delete" && (
        <DeleteThing
          verb={maintenanceContract.delete}
          input={{ id: window.id }}
          name={window.title}
          noun="window"
          description="Its timeline, links and history go with it, and calendars show it as cancelled."
          leaveTo="/maintenance"
          alsoChanges={["catalog.system"]}
          onClose={close}
        />
      )}
      {dialog !== null && typeof dialog === "object" && (
        <OccurrenceDialog window={window} occurrence={dialog} onClose={close} />
      )}
    </ThingPage>
  )
}

function WindowTimeline({ window }: { window: WindowDetail }) {
  const besides = useChangesBeside(window)
  return (
    <TimelineTab timeline={windowTimeline} thing={window} opening={openingOf(window)} besides={besides}>
      {window.description && (
        <div className="max-w-[80ch]">
          <LazyMarkdown>{window.description}</LazyMarkdown>
        </div>
      )}
    </TimelineTab>
  )
}

function openingOf({ createdAt: time, createdBy: author }: WindowDetail) {
  return { id: "scheduled", time, author, title: "scheduled the window", icon: <CalendarClock /> }
}

function Actions({
  window,
  onAsk,
}: {
  window: WindowDetail
  onAsk: (dialog: "close" | "delete" | OccurrenceTimes) => void
}) {
  const running = window.status === "inProgress"
  return (
    <>
      {running && (
        <>
          <Button icon={<Timer />} onClick={() => onAsk(window)}>
            Extend
          </Button>
          <Button variant="primary" icon={<CircleCheck />} onClick={() => onAsk("close")}>
            End maintenance
          </Button>
        </>
      )}
      {window.status === "scheduled" && (
        <Button icon={<CircleOff />} onClick={() => onAsk("close")}>
          Call off
        </Button>
      )}
      <ButtonLink href={`/maintenance/${window.id}/edit`}>Edit</ButtonLink>
      <Menu
        trigger={<IconButton label="More actions" icon={<Ellipsis />} variant="secondary" />}
        entries={[
          { id: "delete", label: "Delete window", icon: <Trash2 />, danger: true, onSelect: () => onAsk("delete") },
        ]}
      />
    </>
  )
}

function OccurrencesTab({ window, onOpen }: { window: WindowDetail; onOpen: (one: Occurrence) => void }) {
  const list = useList(maintenanceContract.listOccurrences, {
    noun: ["occurrence", "occurrences"],
    sort: ["startsAt"],
    input: () => ({ id: window.id, limit: 25 }),
    rowId: ({ occurrenceAt }) => occurrenceAt,
    alsoShows: ["maintenance.window"],
  })
  const open = window.status === "scheduled" || window.status === "inProgress"
  const change: Column<Occurrence> = {
    id: "change",
    header: "Change",
    width: "96px",
    priority: "meta",
    cell: (one) =>
      one.state !== "done" && (
        <Button size="sm" onClick={() => onOpen(one)}>
          Change
        </Button>
      ),
  }
  return (
    <ListTable
      list={list}
      label="Occurrences"
      columns={window.mayChange && open ? [...COLUMNS, change] : COLUMNS}
      empty={<EmptyState title="None to come">This window was called off.</EmptyState>}
    />
  )
}

const COLUMNS: readonly Column<Occurrence>[] = [
  timeColumn("startsAt", "Begins", { as: "exact", sortable: true, width: "2fr", priority: "title" }),
  timeColumn("endsAt", "Ends", { as: "short", width: "2fr" }),
  {
    id: "state",
    header: "State",
    width: "1fr",
    priority: "meta",
    cell: ({ state, moved }) => <Badge>{moved && state === "planned" ? "Moved" : STATE_WORDS[state]}</Badge>,
  },
]
const STATE_WORDS = { planned: "Planned", done: "Over", skipped: "Left out" }

function Facts({ window }: { window: WindowDetail }) {
  const { systems, hiddenSystemCount, environments, hiddenEnvironmentCount, createdBy, createdAt, updatedAt } = window
  const everywhere = environments.length + hiddenEnvironmentCount === 0
  return (
    <>
      <Panel title="Systems">
        <ul className="flex flex-col gap-1">
          {systems.map(({ id, name }) => (
            <li key={id}>
              <TextLink href={`/catalog/systems/${id}`}>{name}</TextLink>
            </li>
          ))}
        </ul>
        {hiddenSystemCount > 0 && <p className="text-muted">{namesLine([], hiddenSystemCount, "system")}</p>}
      </Panel>
      <LinksPanel timeline={windowTimeline} thing={window} />
      <Panel title="Details">
        <KeyValue
          facts={[
            {
              label: "Environments",
              value: everywhere ? "All of them" : namesLine(environments, hiddenEnvironmentCount, "environment"),
            },
            { label: "Scheduled by", value: createdBy.name },
            { label: "Scheduled", value: <Time instant={createdAt} as="short" /> },
            { label: "Changed", value: <Time instant={updatedAt} as="short" /> },
          ]}
        />
      </Panel>
    </>
  )
}

export const prefetch: PageModule["prefetch"] = (client, { params }) =>
  void client.prefetchQuery(callOptions(maintenanceContract.get, { id: params.windowId ?? "" }))
