import type { AssertionResult, CollectorAssertion } from "../../contract/assertion.ts"
import type { Collector, Findings, Values } from "../../contract/strategy.ts"
import { fieldMeta, typeOfField } from "../configuration/schema-walk.ts"
import { oneLine } from "../probe-error.ts"
import { maskDeep } from "../templates/secrets.ts"
import { compare, phraseOf } from "./operators.ts"
import { NOTHING, reachField } from "./reach-field.ts"

export interface Judgement {
  outcome: "ok" | "degraded" | "failed"
  assertions: AssertionResult[]
}

/** What was found against what must hold. No assertions: completing is healthy. `hide` takes out what nobody may read, before it is cut. */
export async function judge(
  { values, judged = [] }: Findings,
  assertions: readonly CollectorAssertion[],
  collectors: readonly Collector[] = [],
  hide: (text: string) => string = (text) => text,
): Promise<Judgement> {
  const results: AssertionResult[] = [...judged]
  for (const assertion of assertions)
    results.push(await judgeOne(values, assertion, titleOf(assertion, collectors), hide))
  return { outcome: outcomeOf(results), assertions: results }
}

export function outcomeOf(results: readonly AssertionResult[]): Judgement["outcome"] {
  const failed = results.filter(({ passed }) => !passed)
  if (failed.some(({ severity }) => severity === "unhealthy")) return "failed"
  return failed.length > 0 ? "degraded" : "ok"
}

async function judgeOne(
  values: Values,
  assertion: CollectorAssertion,
  title: string,
  hide: (text: string) => string,
): Promise<AssertionResult> {
  const { operator, value, severity } = assertion
  const found = await reachField(values[assertion.collector], assertion)
  const { passed, problem } =
    "problem" in found ? { passed: false, ...found } : await compare(operator, found.value, value)
  const actual = "problem" in found ? "" : shownAs(maskDeep(found.value, hide))
  const should = phraseOf(operator, value)
  const is = actual === NOTHING ? "is not there" : `is ${actual}`
  const sentence = passed
    ? `${title} ${is}, as it should be: ${should}.`
    : problem
      ? `${title} could not be judged: ${problem}`
      : `${title} ${is}, and should ${should}.`
  return { passed, severity, actual, sentence: oneLine(sentence, 500) }
}

function titleOf({ collector, field, path }: CollectorAssertion, collectors: readonly Collector[]): string {
  const result = collectors.find(({ id }) => id === collector)?.result
  const known = result ? typeOfField(result, field) : null
  const title = (known && !field.includes(".") ? fieldMeta(known.schema).title : undefined) ?? field
  return path ? `${title} at ${path}` : title
}

function shownAs(value: unknown): string {
  if (value === undefined) return NOTHING
  // A long text is cut before it is written out: it may be 256 KiB.
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, 400)) : JSON.stringify(value)
  return oneLine(text ?? String(value))
}
