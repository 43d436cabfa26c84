import type { ConfigField, Shape } from "../config-shape.ts"

/**
 * A part of a configuration while it is typed: numbers as they were written, names of pairs beside their texts. Undefined:
 * an optional part that is not there.
 */
export type Draft = string | boolean | undefined | readonly Draft[] | Pairs | { readonly [name: string]: Draft }
export type Pairs = readonly { readonly name: string; readonly value: string }[]
export type GroupDraft = { readonly [name: string]: Draft }

export function blankGroup(fields: readonly ConfigField[]): GroupDraft {
  return draftOfGroup(fields, {})
}

export function draftOfGroup(fields: readonly ConfigField[], value: Readonly<Record<string, unknown>>): GroupDraft {
  return Object.fromEntries(
    fields.map((field) => {
      const given = value[field.name] ?? field.initial
      const isLeftOut = given === undefined && !field.required && field.shape.kind === "group"
      return [field.name, isLeftOut ? undefined : draftOf(field.shape, given)]
    }),
  )
}

export function draftOf(shape: Shape, value: unknown): Draft {
  switch (shape.kind) {
    case "yes-no":
      return value === true
    case "choice":
      return String(value ?? shape.options[0] ?? "")
    case "list":
      return Array.isArray(value)
        ? value.map((one) => draftOf(shape.item, one))
        : Array.from({ length: shape.least }, () => draftOf(shape.item, undefined))
    case "group":
      return draftOfGroup(shape.fields, recordOf(value))
    case "variants": {
      const given = recordOf(value)
      const variant = shape.variants.find((one) => one.value === given[shape.by]) ?? shape.variants[0]
      return { [shape.by]: variant?.value ?? "", ...draftOfGroup(variant?.fields ?? [], given) }
    }
    case "pairs":
      return Object.entries(recordOf(value)).map(([name, one]) => ({ name, value: String(one) }))
    default:
      return value === undefined || value === null ? "" : String(value)
  }
}

/** What is sent. Optional texts and numbers that were left empty are left out; what is no number goes as it was written. */
export function sentOfGroup(fields: readonly ConfigField[], draft: GroupDraft): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const { name, shape, required } of fields) {
    const given = draft[name]
    if (given === undefined) continue
    if (given === "" && (!required || shape.kind === "number")) continue
    value[name] = sentOf(shape, given)
  }
  return value
}

function sentOf(shape: Shape, draft: Draft): unknown {
  switch (shape.kind) {
    case "number": {
      const number = Number(draft)
      return draft === "" || Number.isNaN(number) ? draft : number
    }
    case "list":
      return (draft as readonly Draft[]).map((one) => sentOf(shape.item, one))
    case "group":
      return sentOfGroup(shape.fields, draft as GroupDraft)
    case "variants": {
      const given = draft as GroupDraft
      const variant = shape.variants.find((one) => one.value === given[shape.by])
      return { [shape.by]: given[shape.by], ...sentOfGroup(variant?.fields ?? [], given) }
    }
    case "pairs":
      return Object.fromEntries(
        (draft as Pairs)
          .filter(({ name, value }) => name !== "" || value !== "")
          .map(({ name, value }) => [name, value]),
      )
    default:
      return draft
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
