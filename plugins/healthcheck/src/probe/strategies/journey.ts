import { z } from "zod"
import { Assertion, type AssertionResult } from "../../contract/assertion.ts"
import type { Strategy, Target } from "../../contract/strategy.ts"
import { judge, outcomeOf } from "../assertions/judge.ts"
import { parseJson } from "../assertions/parse-json.ts"
import { CookieJar } from "../clients/cookie-jar.ts"
import { exchange, type HttpAnswer } from "../clients/http-exchange.ts"
import { milliseconds, words } from "../configuration/fields.ts"
import { assertionErrors } from "../configuration/validate.ts"
import type { ProbeLimits } from "../limits.ts"
import { ProbeError } from "../probe-error.ts"
import { renderValues } from "../templates/render.ts"
import { carriedIn } from "../templates/secrets.ts"
import { headersOf, requestFields, responseOf, responseResult, totalOf, urlText } from "./http.ts"

const valueName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, "A name has letters, digits and _.")

const Extraction = z.strictObject({
  name: valueName.meta(words("Name", "Later steps write {{ values.name }}.")),
  from: z.enum(["json", "header", "pattern"]).meta(words("From", "The JSON body, a header, or the body by a pattern.")),
  expression: z
    .string()
    .min(1)
    .max(200)
    .meta(words("Expression", "A JSONPath, a header's name, or a pattern whose first group is taken.")),
})

const Step = z.strictObject({
  name: z.string().trim().min(1).max(100).meta(words("Name")),
  ...requestFields(["templates", "secrets", "values"]),
  redirects: z.int().min(0).max(5).default(3).meta(words("Redirects to follow")),
  extract: z.array(Extraction).max(10).default([]).meta(words("Values to take")),
  assertions: z.array(Assertion).max(20).default([]).meta(words("Assertions")),
})
type Step = z.infer<typeof Step>

const config = z.strictObject({
  steps: z.array(Step).min(1).max(10).meta(words("Steps", "Up to ten requests, one after another.")),
})
type Config = z.infer<typeof config>

/** What assertions of a step speak of. */
const stepResult = responseResult.extend({ durationMs: milliseconds("Duration") })
const stepCollector = { id: "step", title: "Step", description: "The answer to this step.", result: stepResult }

export const journey = {
  id: "journey",
  title: "Journey",
  description: "Makes up to ten HTTP requests in a row with one set of cookies, such as signing in and reading a page.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "journey",
      title: "Journey",
      description: "How far it came.",
      result: z.object({
        completed: z.boolean().meta(words("Completed")),
        steps: z.number().meta(words("Steps done")),
        failedStep: z.string().meta(words("Failed step", "Empty where all went well.")),
        durationMs: milliseconds("Duration"),
        details: z.json().meta(words("Steps", "Name, status and duration of each.")),
      }),
    },
    { id: "last", title: "Last response", description: "The answer to the last step.", result: responseResult },
  ],
  async check({ steps }: Config) {
    const errors: { path: string; message: string }[] = []
    for (const [index, { extract, assertions }] of steps.entries()) {
      for (const [place, assertion] of assertions.entries())
        errors.push(...(await assertionErrors(assertion, stepCollector, `steps.${index}.assertions.${place}`)))
      for (const [place, { from, expression }] of extract.entries()) {
        const problem = await problemOf(from, expression)
        if (problem) errors.push({ path: `steps.${index}.extract.${place}.expression`, message: problem })
      }
    }
    return errors
  },
  async probe(_target: Target, { steps }: Config, limits: ProbeLimits) {
    const jar = new CookieJar()
    const values: Record<string, string> = {}
    const judged: AssertionResult[] = []
    const details: { name: string; status: number; durationMs: number }[] = []
    let failedStep = ""
    let last: HttpAnswer | null = null
    for (const [index, step] of steps.entries()) {
      last = await take(step, index, { jar, values, limits })
      const durationMs = totalOf(last)
      details.push({ name: step.name, status: last.status, durationMs })
      const found = { values: { step: { ...responseOf(last), durationMs } } }
      const results = (
        await judge(
          found,
          step.assertions.map((assertion) => ({ ...assertion, collector: "step" })),
          [stepCollector],
          limits.hide,
        )
      ).assertions.map((result) => ({ ...result, sentence: `${step.name}: ${result.sentence}` }))
      const missing = await extractValues(step, last, values)
      judged.push(...results, ...missing)
      if (outcomeOf([...results, ...missing]) !== "failed") continue
      failedStep = step.name
      break
    }
    const durationMs = details.reduce((sum, one) => sum + one.durationMs, 0)
    const reached = { completed: failedStep === "", steps: details.length, failedStep, durationMs, details }
    return { values: { journey: reached, ...(last ? { last: responseOf(last) } : {}) }, judged }
  },
} satisfies Strategy<Config, unknown>

interface Course {
  jar: CookieJar
  values: Record<string, string>
  limits: ProbeLimits
}

function take(step: Step, index: number, { jar, values, limits }: Course): Promise<HttpAnswer> {
  const path = `steps.${index}`
  const put = (text: string, field: string) => renderValues(text, values, `${path}.${field}`)
  const url = put(step.url, "url")
  if (!urlText.safeParse(url).success)
    throw new ProbeError("configuration", `The address of the step "${step.name}" is none once its values are put in.`)
  const given = step.headers.map(({ name, value }, at) => ({
    name,
    value: oneHeader(put(value, `headers.${at}.value`)),
  }))
  const body = step.body === undefined ? undefined : put(step.body, "body")
  // A server that echoes a secret must not pass it on to the next step's through a value.
  const echoed = carriedIn([url, ...given.map(({ value }) => value), body ?? ""], limits.secretValues)
  return exchange(
    {
      url,
      method: step.method,
      headers: headersOf({ ...step, headers: given }),
      body,
      redirects: step.redirects,
      secrets: [...echoed, ...["url", "headers", "body"].flatMap((field) => limits.secretsIn(`${path}.${field}`))],
      identitySecrets: limits.secretsIn(`${path}.authentication`),
      jar,
    },
    limits,
  )
}

/** A value out of an answer must not begin another header. */
function oneHeader(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "")
}

/** What could not be found is an assertion that failed: the next steps would ask with nothing. */
async function extractValues({ name: step, extract }: Step, answer: HttpAnswer, values: Record<string, string>) {
  const missing: AssertionResult[] = []
  for (const { name, from, expression } of extract) {
    const found = await extractOne(from, expression, answer)
    if (found !== null) values[name] = found.slice(0, 4_000)
    else
      missing.push({
        passed: false,
        severity: "unhealthy",
        actual: "",
        sentence: `${step}: the answer has nothing at ${expression}, which is needed as "${name}".`,
      })
  }
  return missing
}

async function extractOne(
  from: "json" | "header" | "pattern",
  expression: string,
  { headers, body, truncated }: HttpAnswer,
) {
  if (from === "header") return headers[expression.toLowerCase()] ?? null
  if (from === "pattern") {
    const { compilePattern } = await import("../assertions/pattern.ts")
    const pattern = compilePattern(expression)
    return "problem" in pattern ? null : pattern.first(body)
  }
  const { compilePath } = await import("../assertions/json-path.ts")
  const path = compilePath(expression)
  if ("problem" in path || truncated) return null
  const [found] = path.find(parseJson(body) ?? null)
  if (found === undefined || found === null) return null
  return typeof found === "string" ? found : JSON.stringify(found)
}

async function problemOf(from: "json" | "header" | "pattern", expression: string): Promise<string | null> {
  if (from === "header") return /^[\w-]+$/.test(expression) ? null : "Write the name of one header."
  if (from === "pattern") {
    const { compilePattern } = await import("../assertions/pattern.ts")
    const pattern = compilePattern(expression)
    return "problem" in pattern ? pattern.problem : null
  }
  const { compilePath } = await import("../assertions/json-path.ts")
  const path = compilePath(expression)
  return "problem" in path ? path.problem : null
}
