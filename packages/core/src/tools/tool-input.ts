import { z } from "zod"
import type { RegisteredTool } from "../access/points/tool.ts"
import { inputSchemaOf } from "../contract/procedure.ts"
import { InvalidInputError, invalidInput } from "../errors.ts"
import { BODY_LIMITS } from "../json.ts"
import { schemaWords } from "../schema-words.ts"
import { demandOffsets } from "./dates.ts"

const DEEPEST = 32
const LONGEST_BYTES = 1_048_576

const modelSchemas = new WeakMap<object, z.ZodType>()

/**
 * What the model passes: the verb's input without `version`, which the preview fills in. Refinements over several
 * fields run with the whole input, when the payload is complete.
 */
export function modelSchemaOf(tool: Pick<RegisteredTool, "verb">): z.ZodType {
  const { procedure } = tool.verb
  let schema = modelSchemas.get(procedure)
  if (!schema) {
    schema = withoutVersion(inputSchemaOf(procedure))
    modelSchemas.set(procedure, schema)
  }
  return schema
}

export function takesVersion(tool: Pick<RegisteredTool, "verb">): boolean {
  const schema = inputSchemaOf(tool.verb.procedure)
  return schema instanceof z.ZodObject && "version" in schema.shape
}

/** Arguments as they came from a model or a client, judged before anything else sees them. */
export function parseToolInput(tool: RegisteredTool, input: unknown): Record<string, unknown> {
  demandPlainJson(tool.name, input ?? {})
  demandOffsets(tool.name, modelSchemaOf(tool), input)
  const parsed = modelSchemaOf(tool).safeParse(input ?? {}, { error: schemaWords })
  if (!parsed.success) throw invalidInput(tool.name, parsed.error, modelSchemaOf(tool))
  return parsed.data as Record<string, unknown>
}

/** The payload as the verb will get it, judged by today's schema. */
export function parsePayload(tool: RegisteredTool, payload: unknown): Record<string, unknown> {
  const parsed = inputSchemaOf(tool.verb.procedure).safeParse(payload, { error: schemaWords })
  if (!parsed.success) throw invalidInput(tool.name, parsed.error, inputSchemaOf(tool.verb.procedure))
  return parsed.data as Record<string, unknown>
}

function withoutVersion(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodObject) || !("version" in schema.shape)) return schema
  const { version: _, ...shape } = schema.shape as Record<string, z.ZodType>
  return z.strictObject(shape)
}

/** Prototype keys, deep nesting and oversized arguments never reach a schema, whichever door they came through. */
function demandPlainJson(toolName: string, input: unknown): void {
  const refuse = (path: string, message: string): never => {
    throw new InvalidInputError(`The input of ${toolName} does not fit. ${path ? `"${path}": ` : ""}${message}`, [
      { path, message },
    ])
  }
  let bytes = 0
  let values = 0
  const visit = (value: unknown, path: string, depth: number): void => {
    values++
    if (values > BODY_LIMITS.values) refuse("", `The arguments have more than ${BODY_LIMITS.values} values. Pass less.`)
    if (depth > DEEPEST) refuse(path, `It is nested deeper than ${DEEPEST} levels.`)
    if (typeof value === "string") bytes += value.length
    if (bytes > LONGEST_BYTES) refuse(path, "The arguments are larger than 1 MiB. Pass less.")
    if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol")
      refuse(path, "It is not a JSON value.")
    if (value === null || typeof value !== "object") return
    for (const key of Reflect.ownKeys(value)) {
      const at = path ? `${path}.${String(key)}` : String(key)
      if (typeof key === "symbol" || key === "__proto__" || key === "constructor" || key === "prototype")
        refuse(at, "This key is not allowed.")
      bytes += String(key).length
      visit((value as Record<string, unknown>)[key as string], at, depth + 1)
    }
  }
  if (input === null || typeof input !== "object" || Array.isArray(input)) refuse("", "Pass an object of arguments.")
  visit(input, "", 0)
}
