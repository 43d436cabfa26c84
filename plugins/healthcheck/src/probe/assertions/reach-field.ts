import type { Assertion } from "../../contract/assertion.ts"
import { parseJson } from "./parse-json.ts"

/** How a value that is not there is written. */
export const NOTHING = "nothing"

/** The value an assertion speaks of; undefined where there is none. */
export async function reachField(
  values: Readonly<Record<string, unknown>> | undefined,
  { field, path, operator }: Pick<Assertion, "field" | "path" | "operator">,
): Promise<{ value: unknown } | { problem: string }> {
  const whole = heldIn(values, field)
  if (path === undefined) return { value: whole }
  const { compilePath } = await import("./json-path.ts")
  const compiled = compilePath(path)
  if ("problem" in compiled) return compiled
  const document = typeof whole === "string" ? parseJson(whole) : whole
  if (document === undefined) return { value: undefined }
  const found = compiled.find(document)
  // Several: a list, unless only their presence is asked for.
  if (operator === "exists" || operator === "notExists") return { value: found[0] }
  return { value: found.length > 1 ? found : found[0] }
}

function heldIn(values: Readonly<Record<string, unknown>> | undefined, field: string): unknown {
  if (!values) return undefined
  if (Object.hasOwn(values, field)) return values[field] ?? undefined
  const dot = field.indexOf(".")
  const record = dot > 0 && Object.hasOwn(values, field.slice(0, dot)) ? values[field.slice(0, dot)] : undefined
  if (typeof record !== "object" || record === null) return undefined
  const key = field.slice(dot + 1)
  const held = record as Record<string, unknown>
  if (Object.hasOwn(held, key)) return held[key]
  // Headers are kept in lower case and written in any.
  return Object.hasOwn(held, key.toLowerCase()) ? held[key.toLowerCase()] : undefined
}
