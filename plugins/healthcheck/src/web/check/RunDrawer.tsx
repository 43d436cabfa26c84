import { useCall } from "@countersign/core/web"
import {
  CodeBlock,
  Drawer,
  type Fact,
  KeyValue,
  Notice,
  Panel,
  PlainText,
  Skeleton,
  StatusMark,
  Time,
} from "@countersign/ui"
import { type CheckDetail, healthcheckContract, type Run, type RunDetail } from "../../contract.ts"
import { OutcomeMark } from "../CheckStatus.tsx"
import { spelled } from "../config-shape.ts"
import { formatMs } from "../words.ts"
import { targetName } from "./TargetsPanel.tsx"

/** What one run brought back: how long each phase took, every assertion, every value. */
export function RunDrawer({ check, run, onClose }: { check: CheckDetail; run: Run; onClose: () => void }) {
  const { targetId, at, kept } = run
  const { data, error } = useCall(healthcheckContract.getRun, { targetId, at }, { enabled: kept })
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} size="lg" title={`Run of ${check.name}`}>
      <div className="flex flex-col gap-6">
        <KeyValue
          facts={[
            { label: "Ended", value: <OutcomeMark outcome={run.outcome} inMaintenance={run.inMaintenance} /> },
            { label: "For", value: targetName(run) },
            { label: "Time", value: <Time instant={at} as="exact" /> },
            { label: "Duration", value: run.durationMs === null ? null : formatMs(run.durationMs) },
            ...(run.tries > 1 ? [{ label: "Tries", value: String(run.tries) }] : []),
            ...(run.sentence ? [{ label: "Why", value: run.sentence }] : []),
          ]}
        />
        {!kept && (
          <p className="text-muted">
            {run.outcome === "missed"
              ? "Its time came and nobody ran it. It counts in no uptime."
              : "What it brought back is kept of failed and changed runs, and of the newest good one."}
          </p>
        )}
        {error && <Notice tone="error">{error.message}</Notice>}
        {kept && !data && !error && <Skeleton lines={8} label="Loading the run" />}
        {data && <Brought check={check} run={data} />}
      </div>
    </Drawer>
  )
}

function Brought({ check, run }: { check: CheckDetail; run: RunDetail }) {
  const { data } = useCall(healthcheckContract.strategies, {}, { builtIn: true })
  const collectors = data?.strategies.find(({ id }) => id === check.strategyId)?.collectors ?? []
  return (
    <>
      {run.failure && (
        <Notice tone="error" title="It could not complete">
          <PlainText>{run.failure.message}</PlainText>
        </Notice>
      )}
      <AssertionOutcomes assertions={run.assertions} />
      {Object.entries(run.values).map(([id, values]) => {
        const collector = collectors.find((one) => one.id === id)
        const titleOf = (name: string) => collector?.fields.find((field) => field.name === name)?.title ?? spelled(name)
        const facts = Object.entries(values).map(([name, value]) => ({
          label: titleOf(name),
          value: <Value name={name} value={value} />,
        }))
        const phases = phasesOf(values, titleOf)
        return (
          <Panel key={id} title={collector?.title ?? spelled(id)}>
            {phases.length > 1 && <Phases phases={phases} />}
            <KeyValue facts={facts satisfies Fact[]} />
          </Panel>
        )
      })}
    </>
  )
}

/** What each assertion found, as one list. Also what trying a draft shows. */
export function AssertionOutcomes({ assertions }: { assertions: RunDetail["assertions"] }) {
  if (assertions.length === 0) return null
  return (
    <Panel title="What held and what did not">
      <ul className="flex flex-col divide-y divide-hairline text-table">
        {assertions.map(({ passed, severity, sentence }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: assertions have no identity but their place.
          <li key={at} className="flex items-start gap-3 py-1.5">
            <StatusMark
              className="w-20 shrink-0"
              status={passed ? "healthy" : severity}
              label={passed ? "Holds" : severity === "degraded" ? "Degraded" : "Fails"}
            />
            <span className="min-w-0 break-words">
              <PlainText>{sentence}</PlainText>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Texts of several lines and documents as code; the rest as it is. */
function Value({ name, value }: { name: string; value: RunDetail["values"][string][string] }) {
  if (typeof value === "number") return name.endsWith("Ms") ? formatMs(value) : value.toLocaleString("en")
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (value === null || value === "") return <span className="text-faint">none</span>
  if (typeof value === "string" && value.length <= 120 && !value.includes("\n")) return <PlainText>{value}</PlainText>
  const code = typeof value === "string" ? value : JSON.stringify(value, null, 2)
  return <CodeBlock code={code} maxLines={12} wrap />
}

interface Phase {
  title: string
  ms: number
}

/** Durations that make up the whole one. */
function phasesOf(values: RunDetail["values"][string], titleOf: (name: string) => string): Phase[] {
  if (typeof values.totalMs !== "number") return []
  return Object.entries(values).flatMap(([name, value]) =>
    name.endsWith("Ms") && name !== "totalMs" && typeof value === "number" ? [{ title: titleOf(name), ms: value }] : [],
  )
}

function Phases({ phases }: { phases: readonly Phase[] }) {
  const whole = phases.reduce((sum, { ms }) => sum + ms, 0) || 1
  const label = phases.map(({ title, ms }) => `${title} ${formatMs(ms)}`).join(", ")
  return (
    <div role="img" aria-label={label} className="mb-2 flex h-4 w-full gap-px overflow-hidden rounded-sm">
      {phases.map(({ title, ms }, at) => (
        <span
          key={title}
          title={`${title}: ${formatMs(ms)}`}
          className={FILLS[at % FILLS.length]}
          style={{ flexGrow: ms / whole, flexBasis: 0, minWidth: ms > 0 ? 2 : 0 }}
        />
      ))}
    </div>
  )
}

const FILLS = ["bg-unknown", "bg-accent", "bg-maintenance", "bg-healthy", "bg-degraded"]
