import type { OutputOf } from "@countersign/core/contract"
import { formatDuration, Notice } from "@countersign/ui"
import type { aiContract } from "../../../contract.ts"

export type TestOutcome = OutputOf<typeof aiContract.testConnection>

export function ConnectionTestResult({ outcome }: { outcome: TestOutcome }) {
  const took = `It took ${formatDuration(outcome.latencyMs)}.`
  return outcome.ok ? (
    <Notice tone="success" title="The connection works">
      {outcome.sentence} <span className="text-muted">{took}</span>
    </Notice>
  ) : (
    <Notice tone="error" title="The test failed">
      {outcome.sentence} <span className="text-muted">{took}</span>
    </Notice>
  )
}
