import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import {
  BulkDialog,
  choicesFrom,
  ListView,
  ThingPicker,
  useCall,
  useCan,
  useChange,
  useList,
} from "@countersign/core/web"
import { Button, ButtonLink, type Column, EmptyState, Field, Select, TextInput, Time, useToast } from "@countersign/ui"
import { Activity, Pause, Play, Plus, RotateCw, Trash2 } from "lucide-react"
import { useState } from "react"
import { type CheckSummary, checkPageAccess, healthcheckContract } from "../../contract.ts"
import { CheckStatus, Durations, Uptime } from "../CheckStatus.tsx"
import { everyWords, FILTER_WORDS, formatMs } from "../words.ts"

const NOUN = ["check", "checks"] as const

export default function ChecksPage() {
  const mayManage = useCan()(checkPageAccess.manage)
  const [dialog, setDialog] = useState<"pause" | "delete" | null>(null)
  const list = useList(healthcheckContract.list, {
    noun: NOUN,
    sort: ["status", "name", "lastRunAt", "updatedAt"],
    filters: { text: "text", status: Object.keys(FILTER_WORDS) as FilterStatus[], strategyId: "text", systemId: "id" },
    input: ({ status, ...others }) => ({ ...others, ...(status && { status: [status] }) }),
    alsoShows: ["catalog.system"],
    lookalikes: "healthcheck.healthcheck",
  })
  const create = mayManage && (
    <ButtonLink href="/checks/new" variant="primary" icon={<Plus />}>
      New check
    </ButtonLink>
  )
  const bulk = {
    selection: list.selection,
    noun: NOUN,
    idOf: ({ id }: CheckSummary) => id,
    nameOf: ({ name }: CheckSummary) => name,
    alsoChanges: ["catalog.system"],
    onClose: () => setDialog(null),
  }
  return (
    <ListView
      list={list}
      title="Checks"
      action={create}
      search="Search checks"
      filters={
        <>
          <Select
            prefixLabel="Status"
            placeholder="any"
            options={choicesFrom(FILTER_WORDS)}
            {...list.control("status")}
          />
          <StrategyFilter {...list.control("strategyId")} />
          <SystemFilter {...list.control("systemId")} />
        </>
      }
      columns={COLUMNS}
      rowLabel={({ name }) => name}
      rowHref={({ id }) => `/checks/${id}`}
      bulkActions={mayManage && <BulkActions selection={list.selection} onAsk={setDialog} />}
      noMatch="Nothing you may see fits these filters."
      empty={
        <EmptyState title="No checks yet" icon={<Activity />} action={create}>
          A check asks again and again whether something works: a web address, a port, a certificate, a database. It
          tells the systems it is for how they are.
        </EmptyState>
      }
    >
      {dialog === "pause" && (
        <BulkDialog
          name="checks-pause"
          {...bulk}
          verb={healthcheckContract.pause}
          values={{ reason: "" }}
          input={(ids, { reason }) => ({ ids, reason })}
          action="Pause"
          description="They do not run, and say nothing about their systems, until somebody resumes them."
        >
          {(form) => (
            <Field label="Reason" required path="reason" hint="Shown wherever the checks are shown.">
              <TextInput maxLength={200} {...form.text("reason")} />
            </Field>
          )}
        </BulkDialog>
      )}
      {dialog === "delete" && (
        <BulkDialog
          name="checks-delete"
          {...bulk}
          verb={healthcheckContract.bulkDelete}
          values={{}}
          input={(ids) => ({ ids })}
          action="Delete"
          description="Their history goes with them, and their systems lose the status they reported. This cannot be undone; only the audit log keeps that they existed."
          danger
        />
      )}
    </ListView>
  )
}

type FilterStatus = keyof typeof FILTER_WORDS

interface BulkActionsProps {
  selection: { ids: ReadonlySet<string>; select(ids: Iterable<string>): void }
  onAsk: (dialog: "pause" | "delete") => void
}

/** Resuming and running need no question: what did not work is told, and stays selected. */
function BulkActions({ selection, onAsk }: BulkActionsProps) {
  const toast = useToast()
  const done = (words: string) => (output: { results: readonly { id: string; ok: boolean; message?: string }[] }) => {
    const failed = output.results.filter(({ ok }) => !ok)
    selection.select(failed.map(({ id }) => id))
    const succeeded = output.results.length - failed.length
    if (succeeded > 0) toast.success(`${succeeded} ${words}`)
    if (failed[0]) toast.error(new Error(failed[0].message), `${failed.length} not ${words}`)
  }
  const resume = useChange(healthcheckContract.resume, {
    alsoChanges: ["catalog.system"],
    onDone: done("resumed"),
  })
  const run = useChange(healthcheckContract.runNow, { onDone: done("run now") })
  const ids = [...selection.ids]
  const failed = (cause: Error) => toast.error(cause, "That did not work")
  return (
    <>
      <Button
        size="sm"
        icon={<RotateCw />}
        busy={run.isPending}
        onClick={() => run.mutate({ ids }, { onError: failed })}
      >
        Run now
      </Button>
      <Button size="sm" icon={<Pause />} onClick={() => onAsk("pause")}>
        Pause
      </Button>
      <Button
        size="sm"
        icon={<Play />}
        busy={resume.isPending}
        onClick={() => resume.mutate({ ids }, { onError: failed })}
      >
        Resume
      </Button>
      <Button size="sm" icon={<Trash2 />} onClick={() => onAsk("delete")}>
        Delete
      </Button>
    </>
  )
}

const COLUMNS: readonly Column<CheckSummary>[] = [
  {
    id: "status",
    header: "Status",
    sortable: true,
    width: "112px",
    priority: "meta",
    cell: ({ status, paused }) => <CheckStatus status={status} paused={paused} />,
  },
  { id: "name", header: "Name", sortable: true, width: "3fr", priority: "title", cell: ({ name }) => name },
  {
    id: "systems",
    header: "Systems",
    width: "2fr",
    priority: "meta",
    cell: ({ systems, hiddenSystemCount }) =>
      [...systems.map(({ name }) => name), ...(hiddenSystemCount > 0 ? [`${hiddenSystemCount} more`] : [])].join(", "),
  },
  { id: "strategy", header: "Type", width: "136px", cell: ({ strategyTitle }) => strategyTitle },
  { id: "interval", header: "Runs", width: "104px", cell: ({ intervalSeconds }) => everyWords(intervalSeconds) },
  {
    id: "lastRunAt",
    header: "Last run",
    sortable: true,
    width: "96px",
    priority: "meta",
    cell: ({ lastRunAt }) => lastRunAt && <Time instant={lastRunAt} />,
  },
  {
    id: "duration",
    header: "Duration",
    width: "176px",
    cell: ({ name, durations, lastDurationMs }) => (
      <span className="flex items-center gap-2">
        <span className="w-16 shrink-0 text-end tabular-nums">
          {lastDurationMs === null ? "" : formatMs(lastDurationMs)}
        </span>
        <Durations name={name} durations={durations} />
      </span>
    ),
  },
  {
    id: "uptime",
    header: "Uptime 24 h",
    width: "96px",
    align: "end",
    priority: "meta",
    cell: ({ uptime24h }) => <Uptime share={uptime24h} />,
  },
]

interface FilterProps {
  value: string
  onChange: (value: string | undefined) => void
}

function StrategyFilter({ value, onChange }: FilterProps) {
  const { data } = useCall(healthcheckContract.strategies, {}, { builtIn: true })
  const options = (data?.strategies ?? []).map(({ id, title }) => ({ value: id, label: title }))
  return <Select prefixLabel="Type" placeholder="any" options={options} value={value} onChange={onChange} />
}

function SystemFilter({ value, onChange }: FilterProps) {
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
