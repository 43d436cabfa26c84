/** What forms and pages draw for a part of a configuration, read from the JSON Schema of its strategy. */
export type Shape =
  | { kind: "text"; lines: "one" | "several" | "code" }
  | { kind: "number" }
  | { kind: "yes-no" }
  | { kind: "choice"; options: readonly string[] }
  | { kind: "list"; item: Shape; least: number; most: number }
  | { kind: "group"; fields: readonly ConfigField[] }
  /** An object whose field `by` says which others it has. */
  | { kind: "variants"; by: string; variants: readonly { value: string; fields: readonly ConfigField[] }[] }
  /** Names that people choose, each with a text. */
  | { kind: "pairs"; value: Shape }

export interface ConfigField {
  name: string
  title: string
  hint: string | undefined
  required: boolean
  /** Undefined: nothing stands there until somebody writes it. */
  initial: unknown
  takes: readonly string[]
  shape: Shape
}

export interface JsonSchema {
  readonly [key: string]: unknown
}

export function fieldsOf(schema: JsonSchema): ConfigField[] {
  const required = new Set(schema.required as string[] | undefined)
  return Object.entries((schema.properties as Record<string, JsonSchema> | undefined) ?? {}).flatMap(([name, field]) =>
    // Fixed by the variant; the form writes it by itself.
    "const" in field
      ? []
      : [
          {
            name,
            title: text(field.title) ?? spelled(name),
            hint: text(field.description),
            required: required.has(name),
            initial: field.default,
            takes: (field.takes as string[] | undefined) ?? [],
            shape: shapeOf(field),
          },
        ],
  )
}

function shapeOf(schema: JsonSchema): Shape {
  const options = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined
  const variants = options && variantsOf(options)
  if (variants) return variants
  if (Array.isArray(schema.enum)) return { kind: "choice", options: schema.enum.map(String) }
  if (schema.type === "boolean") return { kind: "yes-no" }
  if (schema.type === "number" || schema.type === "integer") return { kind: "number" }
  if (schema.type === "array")
    return {
      kind: "list",
      item: shapeOf((schema.items as JsonSchema | undefined) ?? {}),
      least: Number(schema.minItems ?? 0),
      most: Number(schema.maxItems ?? 100),
    }
  if (schema.type === "object" && schema.properties) return { kind: "group", fields: fieldsOf(schema) }
  if (schema.type === "object")
    return { kind: "pairs", value: shapeOf((schema.additionalProperties as JsonSchema | undefined) ?? {}) }
  const lines = schema.lines === "code" || schema.lines === "several" ? schema.lines : "one"
  // What may be a text, a number or a boolean is written as text; whoever reads it knows what is meant.
  return { kind: "text", lines }
}

function variantsOf(options: readonly JsonSchema[]): Shape | undefined {
  const properties = options.map((option) => (option.properties as Record<string, JsonSchema> | undefined) ?? {})
  const by = Object.keys(properties[0] ?? {}).find((name) => properties.every((one) => "const" in (one[name] ?? {})))
  if (by === undefined) return undefined
  const variants = options.map((option, at) => ({
    value: String(properties[at]?.[by]?.const),
    fields: fieldsOf(option),
  }))
  return { kind: "variants", by, variants }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined
}

/** "any-certificate" as "Any certificate", "GET" as it is. */
export function spelled(code: string): string {
  if (!/[a-z]/.test(code)) return code
  const known = SPELLINGS[code]
  if (known) return known
  const words = code
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const SPELLINGS: Readonly<Record<string, string>> = { ipv4: "IPv4", ipv6: "IPv6", json: "JSON", bearer: "Bearer token" }
