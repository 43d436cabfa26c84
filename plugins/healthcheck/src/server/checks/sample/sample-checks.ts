import type { SampleCourse } from "../../history/sample-history.ts"
import type { Draft } from "../judge-draft.ts"

export interface SampleCheck extends Omit<Draft, "retries"> {
  name: string
  description: string
  /** How the week before went, and what the runs said that were not good. None: it begins now. */
  past?: { course: SampleCourse; sentence: string }
}

const script = (body: string) => `import { defineHealthCheck } from "@countersign/sdk/healthcheck"

export default defineHealthCheck(() => {
${body}
})
`

/** They call nobody: sample data is added where there may be no way out. One is well, one flaps and one fails. */
export const SAMPLE_CHECKS: SampleCheck[] = [
  {
    name: "Sample: orders arrive",
    description: "A script that is always content. This is sample data.",
    strategyId: "script",
    config: { source: script('  return { success: true, message: "12 orders in the last minute.", value: 12 }') },
    collectors: [],
    intervalSeconds: 60,
    past: { course: "slow at night", sentence: "" },
  },
  {
    name: "Sample: search answers in time",
    description: "A script that is content in one quarter of an hour and not in the next. This is sample data.",
    strategyId: "script",
    config: {
      source: script(`  const slow = Math.floor(Date.now() / 900_000) % 2 === 1
  return { success: true, message: slow ? "Answers take long." : "Answers are quick.", value: slow ? 1_450 : 180 }`),
    },
    collectors: [
      { id: "answer", assertions: [{ field: "value", operator: "lessThan", value: 1_000, severity: "degraded" }] },
    ],
    intervalSeconds: 60,
    past: { course: "flapping", sentence: "Value is 1450; it should be less than 1000." },
  },
  {
    name: "Sample: nightly export",
    description: "A script that finds something wrong every time. This is sample data.",
    strategyId: "script",
    config: { source: script('  return { success: false, message: "The export of last night is missing." }') },
    collectors: [],
    intervalSeconds: 120,
    past: {
      course: "failing",
      sentence: "The script answered that something is wrong: The export of last night is missing.",
    },
  },
]
