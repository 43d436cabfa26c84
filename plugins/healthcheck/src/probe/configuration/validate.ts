import { z } from "zod"
import { Assertion, everyOperator, type FieldType, operators, withoutValue } from "../../contract/assertion.ts"
import type { Collector, Strategy } from "../../contract/strategy.ts"
import { placeholdersIn } from "../templates/placeholders.ts"
import { closest } from "./closest.ts"
import { issueWords } from "./issue-words.ts"
import { migrateConfig } from "./migrate.ts"
import { childAt, fieldMeta, keysAt, typeOfField } from "./schema-walk.ts"

export interface ConfigurationError {
  /** `config.url`, `collectors.0.assertions.1.operator`. */
  path: string
  message: string
}

export type Validation =
  | { valid: true; errors: []; configuration: Configuration }
  | { valid: false; errors: ConfigurationError[] }

const MINUTE = 60

const Draft = z.strictObject({
  strategyId: z.string().min(1).max(60),
  config: z.record(z.string(), z.unknown()),
  collectors: z
    .array(z.strictObject({ id: z.string().min(1).max(60), assertions: z.array(Assertion).max(50).default([]) }))
    .max(20)
    .default([]),
  intervalSeconds: z
    .int()
    .min(5)
    .max(24 * 60 * MINUTE)
    .default(MINUTE),
  timeoutSeconds: z.number().min(0.1).max(120).optional(),
  retries: z.int().min(0).max(3).default(0),
})

/** A check as it is stored: `config` in the newest form, with its version. */
export type Configuration = z.infer<typeof Draft> & { timeoutSeconds: number }

/** Of one try, unless told otherwise; less where the interval is short. */
const USUAL_TIMEOUT_SECONDS = 10

/**
 * The only validator: of pages, API, tools, files and imports. Brings older forms forward, then is strict. What it accepts
 * can be created.
 */
export async function validateConfiguration(draft: unknown, strategies: readonly Strategy[]): Promise<Validation> {
  const outer = Draft.safeParse(draft)
  if (!outer.success) return invalid(errorsOf(outer.error, Draft, draft, []))
  const { strategyId, intervalSeconds, retries } = outer.data
  const timeoutSeconds = outer.data.timeoutSeconds ?? Math.min(USUAL_TIMEOUT_SECONDS, intervalSeconds / (retries + 1))
  const strategy = strategies.find(({ id }) => id === strategyId)
  if (!strategy)
    return invalid([
      {
        path: "strategyId",
        message: unknownOne(
          "way to check",
          strategyId,
          strategies.map(({ id }) => id),
        ),
      },
    ])

  const migrated = migrateConfig(strategy, outer.data.config)
  if ("problem" in migrated) return invalid([{ path: "config.version", message: migrated.problem }])
  const inner = strategy.config.safeParse(migrated.config)
  const errors = [
    ...(inner.success ? [] : errorsOf(inner.error, strategy.config, migrated.config, ["config"])),
    ...placeholderErrors(strategy.config, migrated.config, ["config"]),
    ...(await collectorErrors(outer.data.collectors, strategy.collectors)),
    ...timingErrors({ intervalSeconds, timeoutSeconds, retries }),
  ]
  if (inner.success && strategy.check)
    for (const { path, message } of await strategy.check(inner.data as never))
      errors.push({ path: `config.${path}`, message })
  if (errors.length > 0 || !inner.success) return invalid(errors)
  return {
    valid: true,
    errors: [],
    configuration: { ...outer.data, timeoutSeconds, config: { ...inner.data, version: strategy.version } },
  }
}

function invalid(errors: ConfigurationError[]): Validation {
  return { valid: false, errors }
}

function errorsOf(
  error: z.ZodError,
  schema: z.ZodType,
  value: unknown,
  under: readonly string[],
): ConfigurationError[] {
  return error.issues.flatMap((issue) => {
    const path = [...under, ...issue.path.map(String)].join(".")
    if (issue.code !== "unrecognized_keys") return [{ path, message: issueWords(issue, valueAt(value, issue.path)) }]
    const known = keysAt(schema, issue.path, value)
    return issue.keys.map((key) => ({
      path: path === "" ? key : `${path}.${key}`,
      message: unknownOne("field", key, known),
    }))
  })
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value
  for (const key of path)
    at = typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined
  return at
}

export function unknownOne(what: string, written: string, known: readonly string[]): string {
  const near = closest(written, known)
  const meant = near ? ` Did you mean "${near}"?` : ""
  return `There is no ${what} "${written.slice(0, 60)}" here.${meant} There ${known.length === 1 ? "is" : "are"} ${known.join(", ")}.`
}

/** Placeholders where no field takes them, both kinds in one field, and names that nothing answers to. */
function placeholderErrors(schema: z.ZodType | null, value: unknown, path: readonly string[]): ConfigurationError[] {
  if (Array.isArray(value))
    return value.flatMap((part, index) =>
      placeholderErrors(childAt(schema, index, value), part, [...path, String(index)]),
    )
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, part]) =>
      placeholderErrors(childAt(schema, key, value), part, [...path, key]),
    )
  if (typeof value !== "string" || !value.includes("{{")) return []
  const { takes = [], lines } = fieldMeta(schema)
  // Sources of scripts are no templates: what they need they read from their context.
  if (lines === "code") return []
  const at = path.join(".")
  const found = placeholdersIn(value)
  const secrets = found.filter(({ kind }) => kind === "secret")
  if (secrets.length > 0 && secrets.length < found.length)
    return [{ path: at, message: "Secrets and templates cannot stand in one field. Put one of them elsewhere." }]
  if (secrets.length > 0 && !takes.includes("secrets"))
    return [{ path: at, message: "A secret cannot stand in this field." }]
  return found.flatMap(({ kind, name }) => {
    if (kind === "secret") return []
    const [head] = name.split(".")
    if (head === "values" && takes.includes("values")) return []
    if (!takes.includes("templates"))
      return [{ path: at, message: "A template cannot stand in this field. Write it out." }]
    if (!["environment", "system", "check"].includes(head!) || !name.includes("."))
      return [{ path: at, message: `{{ ${name} }} is not known. Templates begin with environment, system or check.` }]
    return []
  })
}

async function collectorErrors(
  chosen: Configuration["collectors"],
  known: readonly Collector[],
): Promise<ConfigurationError[]> {
  const errors: ConfigurationError[] = []
  for (const [index, { id, assertions }] of chosen.entries()) {
    const path = `collectors.${index}`
    const collector = known.find((one) => one.id === id)
    if (!collector) {
      errors.push({
        path: `${path}.id`,
        message: unknownOne(
          "collector",
          id,
          known.map((one) => one.id),
        ),
      })
      continue
    }
    if (chosen.findIndex((one) => one.id === id) < index)
      errors.push({ path: `${path}.id`, message: `"${id}" stands here twice. Put its assertions together.` })
    for (const [place, assertion] of assertions.entries())
      errors.push(...(await assertionErrors(assertion, collector, `${path}.assertions.${place}`)))
  }
  return errors
}

export async function assertionErrors(
  { field, path, operator, value }: Assertion,
  { result }: Pick<Collector, "result">,
  at: string,
): Promise<ConfigurationError[]> {
  const found = typeOfField(result, field)
  if (!found) return [{ path: `${at}.field`, message: unknownOne("field", field, Object.keys(result.shape)) }]
  const errors: ConfigurationError[] = []
  if (path !== undefined) {
    const { compilePath } = await import("../assertions/json-path.ts")
    const compiled = compilePath(path)
    if ("problem" in compiled) errors.push({ path: `${at}.path`, message: compiled.problem })
    if (found.type === "number" || found.type === "boolean")
      errors.push({
        path: `${at}.path`,
        message: `"${field}" is one value; nothing lies inside it. Leave the path out.`,
      })
  }
  const fitting: readonly string[] = path === undefined ? operators[found.type] : everyOperator
  if (!fitting.includes(operator))
    errors.push({ path: `${at}.operator`, message: unfitting(field, found.type, operator, fitting) })
  const needs = !withoutValue.has(operator)
  if (needs && (value === undefined || value === null))
    errors.push({ path: `${at}.value`, message: `"${operator}" needs a value to compare with.` })
  if (!needs && value !== undefined && value !== null)
    errors.push({ path: `${at}.value`, message: `"${operator}" compares with nothing. Leave the value out.` })
  if (
    needs &&
    NUMERIC.has(operator) &&
    value !== undefined &&
    (value === "" || typeof value === "boolean" || Number.isNaN(Number(value)))
  )
    errors.push({ path: `${at}.value`, message: `"${operator}" compares numbers. Write a number.` })
  if (
    needs &&
    found.type === "number" &&
    path === undefined &&
    value !== undefined &&
    (value === "" || Number.isNaN(Number(value)))
  )
    errors.push({ path: `${at}.value`, message: `"${field}" is a number. Write a number.` })
  if (operator === "matches" && typeof value === "string") {
    const { compilePattern } = await import("../assertions/pattern.ts")
    const pattern = compilePattern(value)
    if ("problem" in pattern) errors.push({ path: `${at}.value`, message: pattern.problem })
  }
  return errors
}

const NUMERIC: ReadonlySet<string> = new Set([
  "lessThan",
  "lessThanOrEqual",
  "greaterThan",
  "greaterThanOrEqual",
  "lengthEquals",
  "lengthGreaterThan",
])

function unfitting(field: string, type: FieldType, operator: string, fitting: readonly string[]): string {
  const inside = type === "json" || type === "record" ? " Or say with a JSONPath what is meant inside it." : ""
  return `"${operator}" does not fit "${field}", which is ${TYPES[type]}. Use ${fitting.join(", ")}.${inside}`
}

const TYPES: Readonly<Record<FieldType, string>> = {
  number: "a number",
  string: "text",
  boolean: "true or false",
  list: "a list",
  record: "an object with fields",
  json: "a document",
}

type Timing = Pick<Configuration, "intervalSeconds" | "timeoutSeconds" | "retries">

/** All tries of a run end before the next one is due. */
function timingErrors({ intervalSeconds, timeoutSeconds, retries }: Timing): ConfigurationError[] {
  const longest = timeoutSeconds * (retries + 1)
  if (longest <= intervalSeconds) return []
  const tries = retries === 0 ? "" : ` and ${retries + 1} tries`
  return [
    {
      path: "timeoutSeconds",
      message: `A run can take ${longest} seconds with this timeout${tries}, longer than the interval of ${intervalSeconds}. Shorten the timeout or run it less often.`,
    },
  ]
}
