import { AUDIT_OUTCOMES, auditContract, type OutputOf } from "@countersign/core/contract"
import { type List, ListFilters, ListTable, useCall, useList, useUrlState } from "@countersign/core/web"
import {
  Badge,
  ButtonLink,
  type Column,
  Combobox,
  EmptyState,
  formatNumber,
  ListPage,
  Select,
  TextInput,
  Time,
} from "@countersign/ui"
import { Download } from "lucide-react"
import { AuditDrawer } from "./AuditDrawer.tsx"
import { AuditOutcome, outcomeWord } from "./AuditOutcome.tsx"

type Line = OutputOf<typeof auditContract.listAudit>["items"][number]

/** What nobody signed is an outcome of its own to those who look for it. */
const BY_ITSELF = "byItself"

const FILTERS = {
  text: "text",
  action: "text",
  principalId: "text",
  thingType: "text",
  thingId: "text",
  outcome: [...AUDIT_OUTCOMES, BY_ITSELF],
  transport: "text",
  since: "text",
  until: "text",
  correlationId: "text",
} as const

export default function AuditPage() {
  const [state, patch] = useUrlState()
  const list = useList(auditContract.listAudit, {
    noun: ["entry", "entries"],
    sort: ["at"],
    direction: "desc",
    filters: FILTERS,
    input: filterInput,
  })
  const filters = filterInput(list.filters)
  const query = new URLSearchParams(filters as Record<string, string>).toString()
  const exported = (kind: string) => `/api/v1/platform/audit.${kind}${query && `?${query}`}`
  return (
    <ListPage
      title="Audit log"
      description={<Description />}
      action={
        <>
          <ButtonLink href={exported("csv")} download icon={<Download />}>
            CSV
          </ButtonLink>
          <ButtonLink href={exported("jsonl")} download icon={<Download />}>
            JSON lines
          </ButtonLink>
        </>
      }
      filters={<Filters list={list} />}
    >
      <ListTable
        list={list}
        label="Audit log"
        columns={COLUMNS}
        onOpen={(line) => patch({ entry: line.id }, { push: true })}
        noMatch="Nothing was recorded that fits all of these conditions."
        empty={
          <EmptyState title="Nothing is recorded yet">
            Every change appears here, with who made it and what it was before and after.
          </EmptyState>
        }
      />
      {state.entry && (
        <AuditDrawer
          id={state.entry}
          onClose={() => patch({ entry: undefined })}
          onFilter={(filter) => patch({ ...NO_FILTERS, ...filter, entry: undefined }, { push: true })}
        />
      )}
    </ListPage>
  )
}

const NO_FILTERS = Object.fromEntries(
  [...Object.keys(FILTERS), "after", "before", "from"].map((name) => [name, undefined]),
)

type Filters = List<Line, typeof FILTERS>

function filterInput(filters: Filters["filters"]) {
  const { since, until, outcome, transport, ...rest } = filters
  return Object.fromEntries(
    Object.entries({
      ...rest,
      ...(outcome === BY_ITSELF
        ? { outcome: "applied" as const, unsigned: true }
        : { outcome: outcome as Line["outcome"] }),
      transport: transport as Line["transport"],
      since: startOfDay(since, 0),
      // The day named is included.
      until: startOfDay(until, 1),
    }).filter(([, value]) => value),
  )
}

/** Midnight in the viewer's zone. */
function startOfDay(day: string | undefined, plusDays: number): string {
  const [year, month, date] = (day ?? "").split("-").map(Number)
  if (!year || !month || !date) return ""
  return new Date(year, month - 1, date + plusDays).toISOString()
}

function Filters({ list }: { list: Filters }) {
  const { data: facets } = useCall(auditContract.listAuditFacets, {})
  const { filters, control } = list
  const principal = facets?.principals.find(({ id }) => id === filters.principalId)
  return (
    <ListFilters list={list} search="Words in name or note">
      <Combobox
        label="Who"
        placeholder="Who: anybody"
        className="w-44"
        options={
          facets?.principals.map(({ id, name, kind }) => ({
            id,
            label: name,
            hint: kind === "user" ? undefined : kind,
          })) ?? []
        }
        value={filters.principalId ? { id: filters.principalId, label: principal?.name ?? filters.principalId } : null}
        onChange={(option) => control("principalId").onChange(option?.id)}
      />
      <Combobox
        label="What"
        placeholder="What: anything"
        className="w-52"
        options={actionOptions(facets?.actions ?? [])}
        value={filters.action ? { id: filters.action, label: filters.action } : null}
        onChange={(option) => control("action").onChange(option?.id)}
      />
      <Select
        prefixLabel="Outcome"
        placeholder="any"
        {...control("outcome")}
        options={[
          ...AUDIT_OUTCOMES.map((outcome) => ({ value: outcome, label: outcomeWord(outcome).toLowerCase() })),
          { value: BY_ITSELF, label: "applied by itself" },
        ]}
      />
      <Select
        prefixLabel="Through"
        placeholder="any door"
        {...control("transport")}
        options={facets?.transports.map((transport) => ({ value: transport, label: transport })) ?? []}
      />
      <DateFilter label="From" {...control("since")} />
      <DateFilter label="To" {...control("until")} />
      {(filters.thingId || filters.correlationId || filters.thingType) && (
        <Badge tone="accent">
          {filters.correlationId ? "one request" : filters.thingId ? "one thing" : filters.thingType}
        </Badge>
      )}
    </ListFilters>
  )
}

/** Whole plugins first, then single verbs. */
function actionOptions(actions: readonly string[]) {
  const plugins = [...new Set(actions.map((action) => `${action.split(".")[0]}.`))]
  return [
    ...plugins.map((prefix) => ({ id: prefix, label: prefix, hint: "everything" })),
    ...actions.map((action) => ({ id: action, label: action })),
  ]
}

function DateFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <span className="w-46">
      <TextInput
        type="date"
        aria-label={label}
        prefix={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  )
}

function Description() {
  const { data: seal } = useCall(auditContract.getAuditSeal, {})
  return (
    <>
      Who did what, through which door, and what it changed. Rows are never changed or removed.
      {seal?.sealedAt && (
        <>
          {" "}
          {formatNumber(seal.sealedRows)} are sealed, last <Time instant={seal.sealedAt} />.
        </>
      )}
    </>
  )
}

const COLUMNS: readonly Column<Line>[] = [
  {
    id: "at",
    header: "When",
    sortable: true,
    width: "130px",
    priority: "meta",
    cell: (line) => <Time instant={line.at} as="short" />,
  },
  {
    id: "principal",
    header: "Who",
    width: "1.2fr",
    priority: "meta",
    cell: (line) => line.principal.name,
  },
  { id: "action", header: "What", mono: true, width: "1.6fr", priority: "title", cell: (line) => line.action },
  {
    id: "thing",
    header: "On",
    width: "2fr",
    priority: "meta",
    cell: (line) => line.thing.name ?? line.thing.id ?? <span className="text-faint">nothing named</span>,
  },
  { id: "transport", header: "Through", width: "90px", cell: (line) => line.transport },
  {
    id: "outcome",
    header: "Outcome",
    width: "100px",
    priority: "meta",
    cell: (line) => <AuditOutcome outcome={line.outcome} unsigned={line.unsigned} />,
  },
]
