import {
  callOptions,
  LinksPanel,
  ListTable,
  type PageModule,
  RevisionHistory,
  UpdateComposer,
  Updates,
  useCall,
  useList,
  useUrlState,
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
  Notice,
  Panel,
  Skeleton,
  TextLink,
  ThingPage,
  Time,
} from "@countersign/ui"
import { useParams } from "@tanstack/react-router"
import { CalendarClock, CircleCheck, CircleOff, Ellipsis, Timer, Trash2 } from "lucide-react"
import { useState } from "react"
import { ruleInWords } from "../contract/rule.ts"
import { maintenanceContract, type Occurrence, type WindowDetail } from "../contract.ts"
import { namesLine, WindowStatusBadge, windowTimeline } from "./timeline.tsx"
import { CloseDialog, DeleteDialog, OccurrenceDialog, type OccurrenceTimes } from "./WindowDialogs.tsx"
import { Overlaps } from "./WindowFormPage.tsx"

const CRUMBS = [{ label: "Maintenance", href: "/maintenance" }]

export default function WindowPage() {
  const { windowId = "" } = useParams({ strict: false }) as { windowId?: string }
  const { data, error } = useCall(maintenanceContract.get, { id: windowId }, { alsoShows: ["catalog.system"] })
  if (data) return <Loaded key={data.id} window={data} stale={error?.message} />
  if (!error)
    return (
      <ThingPage breadcrumbs={CRUMBS} title="Maintenance window">
        <Skeleton lines={8} label="Loading the window" />
      </ThingPage>
    )
  // An address that was cut off or mistyped is no input to complain about.
  const mistyped = error.body.code === "invalid_input"
  return (
    <ThingPage breadcrumbs={CRUMBS} title="This window cannot be shown">
      <p>{mistyped ? "There is no maintenance window at this address. The link may be incomplete." : error.message}</p>
      <p className="mt-4">
        <ButtonLink href="/maintenance">Go to all maintenance</ButtonLink>
      </p>
    </ThingPage>
  )
}

function Loaded({ window, stale }: { window: WindowDetail; stale: string | undefined }) {
  const [url, patch] = useUrlState()
  const [dialog, setDialog] = useState<"close" | "delete" | OccurrenceTimes | null>(null)
  const tab = url.tab === "occurrences" || url.tab === "history" ? url.tab : "timeline"
  const close = () => setDialog(null)
  return (
    <ThingPage
      breadcrumbs={CRUMBS}
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
        (stale || window.overlaps.length > 0) && (
          <>
            {stale && <Notice tone="warning">What you see may be out of date. {stale}</Notice>}
            {window.overlaps.length > 0 && <Overlaps overlaps={window.overlaps} />}
          </>
        )
      }
      tabs={[
        { id: "timeline", label: "Timeline" },
        { id: "occurrences", label: "Occurrences" },
        { id: "history", label: "History" },
      ]}
      tab={tab}
      // Another list has other pages.
      onTab={(id) =>
        patch({ tab: id === "timeline" ? undefined : id, after: undefined, before: undefined, from: undefined })
      }
      facts={<Facts window={window} />}
    >
      {tab === "timeline" && <TimelineTab window={window} />}
      {tab === "occurrences" && <OccurrencesTab window={window} onOpen={setDialog} />}
      {tab === "history" && <RevisionHistory timeline={windowTimeline} thingId={window.id} />}
      {dialog === "close" && <CloseDialog window={window} onClose={close} />}
      {dialog === "delete" && <DeleteDialog window={window} onClose={close} />}
      {dialog !== null && typeof dialog === "object" && (
        <OccurrenceDialog window={window} occurrence={dialog} onClose={close} />
      )}
    </ThingPage>
  )
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

function TimelineTab({ window }: { window: WindowDetail }) {
  return (
    <div className="flex flex-col gap-6">
      {window.description && (
        <div className="max-w-[80ch]">
          <LazyMarkdown>{window.description}</LazyMarkdown>
        </div>
      )}
      {window.mayChange && <UpdateComposer timeline={windowTimeline} thing={window} />}
      <Updates
        timeline={windowTimeline}
        thing={window}
        opening={{
          id: "scheduled",
          time: window.createdAt,
          author: window.createdBy,
          title: "scheduled the window",
          icon: <CalendarClock />,
        }}
      />
    </div>
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
  {
    id: "startsAt",
    header: "Begins",
    sortable: true,
    width: "2fr",
    priority: "title",
    cell: ({ startsAt }) => <Time instant={startsAt} as="exact" />,
  },
  { id: "endsAt", header: "Ends", width: "2fr", cell: ({ endsAt }) => <Time instant={endsAt} as="short" /> },
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
