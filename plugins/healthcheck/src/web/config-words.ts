import { everyOperator, type Operator } from "../contract/assertion.ts"
import { OPERATOR_WORDS } from "../contract/assertion-words.ts"
import { type ConfigField, type Shape, spelled } from "./config-shape.ts"

/**
 * Every value of a configuration under the titles that its form has, in the form's order: `Headers 1, Name`. What the form
 * does not know stands under the name it is stored by: nothing is left out.
 */
export function configInWords(fields: readonly ConfigField[], config: Readonly<Record<string, unknown>>): string[][] {
  const order = (key: string) => fields.findIndex(({ name }) => name === key) >>> 0
  return Object.entries(config)
    .sort(([one], [other]) => order(one) - order(other))
    .flatMap(([key, value]) => {
      const field = fields.find(({ name }) => name === key)
      return partsOf(value, field?.shape, field?.title ?? key)
    })
}

function partsOf(value: unknown, shape: Shape | undefined, label: string): string[][] {
  if (typeof value !== "object" || value === null) return [[label, said(value, shape)]]
  if (Array.isArray(value)) {
    const item = shape?.kind === "list" ? shape.item : undefined
    return value.length === 0 ? [[label, "none"]] : value.flatMap((one, at) => partsOf(one, item, `${label} ${at + 1}`))
  }
  const entries = Object.entries(value)
  const by = shape?.kind === "variants" ? shape.by : undefined
  const fields = fieldsWithin(shape, value as Record<string, unknown>)
  if (entries.length === 0) return [[label, "nothing"]]
  return entries.flatMap(([key, part]) => {
    if (key === by) return [[label, spelled(String(part))]]
    const field = fields.find(({ name }) => name === key)
    // Names that people chose stand as they are.
    return partsOf(part, field?.shape, `${label}, ${field?.title ?? key}`)
  })
}

function fieldsWithin(shape: Shape | undefined, value: Readonly<Record<string, unknown>>): readonly ConfigField[] {
  if (shape?.kind === "group") return shape.fields
  if (shape?.kind !== "variants") return []
  return shape.variants.find((one) => one.value === value[shape.by])?.fields ?? []
}

function said(value: unknown, shape: Shape | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (value === null || value === undefined) return ""
  return shape?.kind === "choice" ? choiceInWords(shape.options, String(value)) : String(value)
}

const EVERY_OPERATOR = new Set<string>(everyOperator)

/** One of several, as a form offers it. */
export function choiceInWords(options: readonly string[], value: string): string {
  const areOperators = options.every((option) => EVERY_OPERATOR.has(option))
  return areOperators && EVERY_OPERATOR.has(value) ? OPERATOR_WORDS[value as Operator] : spelled(value)
}
