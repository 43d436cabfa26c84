import { z } from "zod"

/** What a field of a result can be. `json` is only reached by a path; `record` by a path or by `field.key`. */
export type FieldType = "number" | "string" | "boolean" | "list" | "record" | "json"

const EXISTENCE = ["exists", "notExists"] as const

/** By type, in the order in which a form offers them. */
export const operators = {
  number: ["equals", "notEquals", "lessThan", "lessThanOrEqual", "greaterThan", "greaterThanOrEqual", ...EXISTENCE],
  string: [
    "equals",
    "notEquals",
    "contains",
    "notContains",
    "startsWith",
    "endsWith",
    "matches",
    "isEmpty",
    "isNotEmpty",
    ...EXISTENCE,
  ],
  boolean: ["isTrue", "isFalse", ...EXISTENCE],
  list: ["contains", "lengthEquals", "lengthGreaterThan", ...EXISTENCE],
  record: [...EXISTENCE],
  json: [...EXISTENCE],
} as const satisfies Record<FieldType, readonly string[]>

export type Operator = (typeof operators)[FieldType][number]

export const everyOperator = [...new Set(Object.values(operators).flat())] as [Operator, ...Operator[]]

/** Those that compare with nothing. */
export const withoutValue: ReadonlySet<Operator> = new Set<Operator>([
  "isEmpty",
  "isNotEmpty",
  "isTrue",
  "isFalse",
  "exists",
  "notExists",
])

export const Assertion = z.strictObject({
  field: z.string().min(1).max(200).meta({ title: "Field", description: "What to look at, such as status." }),
  path: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ title: "JSONPath", description: "Where inside the field, such as $.checks[0].state (RFC 9535)." }),
  operator: z.enum(everyOperator).meta({ title: "Operator" }),
  value: z
    .union([z.string().max(2_000), z.number().min(-1e15).max(1e15), z.boolean(), z.null()])
    .optional()
    .meta({ title: "Value", description: "What to compare with." }),
  severity: z
    .enum(["unhealthy", "degraded"])
    .default("unhealthy")
    .meta({ title: "When it fails", description: "unhealthy, or only degraded." }),
})
export type Assertion = z.infer<typeof Assertion>

/** An assertion with the collector it stands under. */
export interface CollectorAssertion extends Assertion {
  collector: string
}

export interface AssertionResult {
  passed: boolean
  severity: Assertion["severity"]
  /** At most 200 characters. */
  actual: string
  sentence: string
}
