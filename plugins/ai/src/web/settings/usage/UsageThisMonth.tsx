import { useCall, useCan, verbsOf } from "@countersign/core/web"
import { Button, ButtonLink, EmptyState, Notice, Panel, Skeleton, TextLink, useTimeZone } from "@countersign/ui"
import { auditAccess, connectionAccess } from "../../../contract/access.ts"
import type { aiContract, UsageRow, UsageSum } from "../../../contract.ts"
import { monthStart } from "./usage-range.ts"
import { costWords, doubtWords, formatTokens } from "./usage-words.ts"

// The first page loads no contract.
const usage = verbsOf<typeof aiContract>("ai")("usage", { access: auditAccess.read })

/** A part of the first page: what the models of each provider cost since the month began. */
export default function UsageThisMonth() {
  return (
    <Panel title="AI usage this month" action={<TextLink href="/settings/ai/usage?days=month">All usage</TextLink>}>
      <Usage />
    </Panel>
  )
}

function Usage() {
  const timeZone = useTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const { data, error, refetch } = useCall(
    usage,
    { since: monthStart(timeZone, new Date()), timeZone },
    { alsoShows: ["ai.connection"], keepPrevious: true },
  )
  if (error)
    return (
      <Notice
        tone="error"
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Notice>
    )
  if (!data) return <Skeleton lines={3} label="Adding up what models were used for" />
  if (data.totals.calls === 0) return <NoUsage />
  return (
    <div className="grid items-start gap-x-10 gap-y-3 lg:grid-cols-2">
      <Totals totals={data.totals} />
      <Providers rows={data.byProvider} />
    </div>
  )
}

function NoUsage() {
  const mayConnect = useCan()(connectionAccess.manage)
  return (
    <EmptyState
      title="No model was called this month"
      action={mayConnect && <ButtonLink href="/settings/ai/connections">See the connections</ButtonLink>}
    >
      The cost of answers, and of all else that models are asked for, is added up here.
    </EmptyState>
  )
}

function Totals({ totals }: { totals: UsageSum }) {
  const facts = [
    { label: "Cost", value: costWords(totals) },
    { label: "Tokens", value: formatTokens(totals.tokens) },
  ]
  return (
    <div className="py-2">
      <dl aria-label="Usage this month" className="grid grid-cols-2 gap-x-6">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="break-words font-semibold text-title tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted">{doubtWords(totals).join(" ")}</p>
    </div>
  )
}

function Providers({ rows }: { rows: readonly UsageRow[] }) {
  return (
    <ul aria-label="Usage by provider" className="divide-y divide-hairline">
      {rows.map((row) => (
        <li key={row.key} className="flex items-baseline justify-between gap-4 py-2">
          <span className="min-w-0 break-words font-medium">{row.label}</span>
          <span className="shrink-0 text-right tabular-nums">
            {costWords(row)}
            <span className="block text-muted">{formatTokens(row.tokens)} tokens</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
