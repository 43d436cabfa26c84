import { useCall, useUrlState } from "@countersign/core/web"
import { LazyMarkdown, Notice, Panel, PlainText, SegmentedControl, Select, Time } from "@countersign/ui"
import { type CheckDetail, healthcheckContract, type TargetView } from "../../contract.ts"
import { useChanges } from "./changes.tsx"
import { DurationChart } from "./DurationChart.tsx"
import { RANGES, rangeOf, windowOf } from "./ranges.ts"
import { StatusPeriods } from "./StatusPeriods.tsx"
import { TargetsPanel, targetName } from "./TargetsPanel.tsx"

export function OverviewTab({ check }: { check: CheckDetail }) {
  const [url, patch] = useUrlState()
  const range = rangeOf(url.range)
  const target = check.targets.find(({ id }) => String(id) === url.target)
  const asked = { checkId: check.id, ...(target && { targetId: target.id }) }
  const systemIds = check.assignments.map(({ system }) => system.id)
  const question = { check, asked, range, changes: useChanges(systemIds, windowOf(range)) }
  return (
    <div className="flex flex-col gap-8">
      {check.description && (
        <div className="max-w-[80ch]">
          <LazyMarkdown>{check.description}</LazyMarkdown>
        </div>
      )}
      <LastFailure check={check} />
      <Panel
        title="Runs over time"
        action={
          <div className="mb-1 flex flex-wrap items-center justify-end gap-2">
            {check.targets.length > 1 && (
              <Select
                prefixLabel="Target"
                placeholder="all"
                options={check.targets.map((one) => ({ value: String(one.id), label: targetName(one) }))}
                value={target ? String(target.id) : ""}
                onChange={(id) => patch({ target: id || undefined })}
              />
            )}
            <SegmentedControl
              label="Time span"
              options={RANGES.map(({ value, label }) => ({ value, label }))}
              value={range.value}
              onChange={(value) => patch({ range: value === RANGES[0].value ? undefined : value })}
            />
          </div>
        }
      >
        <StatusPeriods {...question} />
      </Panel>
      <Panel title="Duration">
        <DurationChart {...question} />
      </Panel>
      <TargetsPanel check={check} />
    </div>
  )
}

/** Why it is not well now; or, where all is well, when it last was not. */
function LastFailure({ check }: { check: CheckDetail }) {
  const failing = check.targets.filter(({ sentence }) => sentence !== "")
  const input = { checkId: check.id, status: ["failed", "degraded"] as ["failed", "degraded"], limit: 1 }
  const { data } = useCall(healthcheckContract.runHistory, input, {
    enabled: check.mayReadDetails && failing.length === 0,
  })
  const last = data?.items[0]
  if (failing.length > 0)
    return (
      <Notice tone={check.status === "unhealthy" ? "error" : "warning"} title="The last run was not good">
        <ul>
          {failing.slice(0, MOST_SENTENCES).map((target) => (
            <li key={target.id}>
              <Where check={check} target={target} />
              <PlainText>{target.sentence}</PlainText>
              {target.lastRunAt && (
                <>
                  {" "}
                  (<Time instant={target.lastRunAt} />)
                </>
              )}
            </li>
          ))}
          {failing.length > MOST_SENTENCES && <li>{failing.length - MOST_SENTENCES} more are below.</li>}
        </ul>
      </Notice>
    )
  if (!last) return null
  return (
    <p className="max-w-[80ch] break-words">
      <span className="text-muted">Last failure </span>
      <Time instant={last.at} />
      <span className="text-muted">{check.targets.length > 1 ? ` (${targetName(last)})` : ""}: </span>
      <PlainText>{last.sentence}</PlainText>
    </p>
  )
}

const MOST_SENTENCES = 5

function Where({ check, target }: { check: CheckDetail; target: TargetView }) {
  if (check.targets.length < 2) return null
  return (
    <span className="font-medium">
      <PlainText>{targetName(target)}</PlainText>:{" "}
    </span>
  )
}
