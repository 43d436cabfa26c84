import { useCall, useCan, useUrlState } from "@countersign/core/web"
import {
  Button,
  ButtonLink,
  type Column,
  DataTable,
  EmptyState,
  ListPage,
  Notice,
  SegmentedControl,
  Skeleton,
  type Sort,
  Tabs,
  TextLink,
  useTimeZone,
} from "@countersign/ui"
import { useState } from "react"
import { aiContract, connectionAccess, type UsageRow, type UsageSum } from "../../../contract.ts"
import { PURPOSE_WORDS, SCOPE_WORDS } from "../connections/scope-words.ts"
import { USAGE_COLUMNS, USAGE_MEASURES, UsageChart } from "./UsageChart.tsx"
import { USAGE_RANGES } from "./usage-range.ts"
import { costWords, doubtWords, formatTokens, inputOf } from "./usage-words.ts"

export default function UsagePage() {
  const [url, patch] = useUrlState()
  const range = USAGE_RANGES.find(({ id }) => id === url.days) ?? THIRTY_DAYS
  const timeZone = useTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const since = range.start(timeZone, new Date())
  const { data, error, refetch, isPlaceholderData } = useCall(
    aiContract.usage,
    { since, timeZone },
    { alsoShows: ["ai.connection"], keepPrevious: true },
  )
  return (
    <ListPage
      title="AI usage"
      description={
        <>
          What models were called for, by whom, and what it cost. Days begin and end in {timeZone.replaceAll("_", " ")}.
        </>
      }
      filters={
        <SegmentedControl
          label="Time"
          value={range.id}
          onChange={(days) => patch({ days: days === THIRTY_DAYS.id ? undefined : days })}
          options={USAGE_RANGES.map(({ id, label }) => ({ value: id, label }))}
        />
      }
    >
      {error && (
        <Notice
          tone="error"
          className="my-2"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Notice>
      )}
      {!data && !error && <Skeleton block="h-64 w-full" label="Adding up" className="mt-4" />}
      {data && data.totals.calls === 0 && (
        <NoUsage longest={range.id === "90"} onLonger={() => patch({ days: "90" })} />
      )}
      {data && data.totals.calls > 0 && (
        <div aria-busy={isPlaceholderData || undefined} className="mt-4 flex flex-col gap-8">
          <Totals totals={data.totals} />
          <WaitedLine changes={data.waitedOnColleagues} />
          <UsageChart
            days={data.byDay}
            measure={USAGE_MEASURES.find((measure) => measure === url.draw) ?? "tokens"}
            onMeasure={(draw) => patch({ draw: draw === "tokens" ? undefined : draw })}
            asTable={url.as === "table"}
            onTable={(asTable) => patch({ as: asTable ? "table" : undefined })}
          />
          <Breakdown
            by={GROUPS.find(({ id }) => id === url.by)?.id ?? "model"}
            onBy={(by) => patch({ by: by === "model" ? undefined : by })}
            rows={{
              model: data.byModel.map((row) => ({ ...row, label: `${row.label} (${row.provider})` })),
              provider: data.byProvider,
              person: data.byUser,
              scope: data.byScope.map((row) => ({ ...row, label: wordOf(SCOPE_LABELS, row) })),
              purpose: data.byPurpose.map((row) => ({ ...row, label: wordOf(PURPOSE_WORDS, row) })),
              connection: data.byConnection,
            }}
          />
        </div>
      )}
    </ListPage>
  )
}

const THIRTY_DAYS = USAGE_RANGES[3]

function NoUsage({ longest, onLonger }: { longest: boolean; onLonger: () => void }) {
  const mayConnect = useCan()(connectionAccess.manage)
  return (
    <EmptyState
      title="No model was called in this time"
      action={longest ? undefined : <Button onClick={onLonger}>Look at 90 days</Button>}
      secondary={mayConnect && <ButtonLink href="/settings/ai/connections">See the connections</ButtonLink>}
    >
      Every call counts: answers of the assistant, titles, summaries, and tests of connections.
    </EmptyState>
  )
}

/** Asking nearly always teaches people to sign blindly: whoever can change it sees how often. */
function WaitedLine({ changes }: { changes: number }) {
  if (changes === 0) return null
  return (
    <p className="-mt-4 text-muted">
      {changes === 1 ? "One change" : `${changes} changes`} would have been applied by{" "}
      {changes === 1 ? "itself" : "themselves"}, had the assistant not read what colleagues wrote. Whether it trusts
      that is a setting under <TextLink href="/settings/ai/policies">AI policies</TextLink>.
    </p>
  )
}

function Totals({ totals }: { totals: UsageSum }) {
  const facts = [
    { label: "Calls", value: formatTokens(totals.calls) },
    { label: "Input tokens", value: formatTokens(inputOf(totals)) },
    { label: "Output tokens", value: formatTokens(totals.outputTokens) },
    { label: "Cached tokens", value: formatTokens(totals.cacheReadTokens) },
    { label: "Cost", value: costWords(totals) },
  ]
  return (
    <div>
      <dl
        aria-label="Totals"
        className="grid grid-cols-2 gap-x-6 gap-y-3 border-hairline border-y py-3 sm:grid-cols-3 lg:grid-cols-5"
      >
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold text-title tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted">{doubtWords(totals).join(" ")}</p>
    </div>
  )
}

const GROUPS = [
  { id: "model", label: "Models" },
  { id: "provider", label: "Providers" },
  { id: "person", label: "People" },
  { id: "scope", label: "Workspaces" },
  { id: "purpose", label: "Purposes" },
  { id: "connection", label: "Connections" },
] as const

type Group = (typeof GROUPS)[number]["id"]

function Breakdown(props: { by: Group; onBy: (by: Group) => void; rows: Record<Group, readonly UsageRow[]> }) {
  const { by, onBy, rows } = props
  const [sort, setSort] = useState<Sort>({ column: "cost", direction: "desc" })
  const first: Column<UsageRow> = {
    id: "label",
    header: FIRST_HEADERS[by],
    width: "3fr",
    priority: "title",
    mono: by === "model",
    cell: ({ label }) => label,
  }
  const columns = [first, ...USAGE_COLUMNS].map((column) => ({ ...column, sortable: column.id in SORTS }))
  return (
    <Tabs
      label="Usage by"
      tabs={GROUPS.map((group) => ({ ...group, count: rows[group.id].length }))}
      value={by}
      onChange={onBy}
    >
      <DataTable
        label={`Usage by ${FIRST_HEADERS[by].toLowerCase()}`}
        columns={columns}
        rows={sorted(rows[by], sort)}
        rowId={({ key }) => key}
        sort={sort}
        onSort={setSort}
      />
      {rows[by].length >= MOST_ROWS && (
        <p className="mt-2 text-muted">Only the {MOST_ROWS} that cost most are shown; the totals hold all.</p>
      )}
    </Tabs>
  )
}

const FIRST_HEADERS: Record<Group, string> = {
  model: "Model",
  provider: "Provider",
  person: "Person or application",
  scope: "Workspace",
  purpose: "Purpose",
  connection: "Connection",
}

const SORTS: Record<string, (row: UsageRow) => number> = {
  calls: ({ calls }) => calls,
  input: inputOf,
  cached: ({ cacheReadTokens }) => cacheReadTokens,
  output: ({ outputTokens }) => outputTokens,
  tokens: ({ tokens }) => tokens,
  cost: ({ costUsd }) => costUsd,
}

function sorted(rows: readonly UsageRow[], { column, direction }: Sort): UsageRow[] {
  const by = SORTS[column] ?? inputOf
  const sign = direction === "asc" ? 1 : -1
  return rows.toSorted((a, b) => sign * (by(a) - by(b) || a.tokens - b.tokens))
}

/** As many as the server lists of each kind. */
const MOST_ROWS = 200

const SCOPE_LABELS = Object.fromEntries(Object.entries(SCOPE_WORDS).map(([scope, { label }]) => [scope, label]))

/** The server's own word for what this page does not know yet. */
function wordOf(words: Readonly<Record<string, string>>, { key, label }: UsageRow): string {
  return words[key] ?? label
}
