import type { DiffRow } from "@countersign/ui"

/** What people call the fields of a form, and how a value reads where its own text is not enough. */
export interface FieldWords<Values extends object> {
  labels?: { readonly [Name in keyof Values]?: string }
  inWords?: { readonly [Name in keyof Values]?: (value: Values[Name]) => string }
}

/** The fields whose value is another than the stored one. */
export function changedFields<Values extends object>(stored: Values, values: Values): Partial<Values> {
  const changed: Partial<Values> = {}
  for (const name of namesOf(values)) if (!isSame(stored[name], values[name])) changed[name] = values[name]
  return changed
}

/** The fields that both sides changed since `began`, to different values. */
export function clashingFields<Values extends object>(
  began: Values,
  theirs: Values,
  typed: Partial<Values>,
): (keyof Values)[] {
  return namesOf(typed).filter((name) => !isSame(theirs[name], began[name]) && !isSame(theirs[name], typed[name]))
}

/** What is stored now against what was typed; fields without a label are left out. */
export function compareValues<Values extends object>(
  theirs: Values,
  typed: Partial<Values>,
  words: FieldWords<Values>,
): DiffRow[] {
  return namesOf(typed).flatMap((name) => {
    const label = words.labels?.[name]
    if (label === undefined || isSame(theirs[name], typed[name])) return []
    const text = (value: Values[typeof name]) => words.inWords?.[name]?.(value) ?? textOf(value)
    return [{ label, before: text(theirs[name]), after: text(typed[name] as Values[typeof name]) }]
  })
}

/** Labels of the fields that somebody else changed and nobody typed in here. */
export function changedElsewhere<Values extends object>(
  began: Values,
  theirs: Values,
  typed: Partial<Values>,
  { labels }: FieldWords<Values>,
): string[] {
  return namesOf(theirs).flatMap((name) => {
    const label = labels?.[name]
    return label === undefined || name in typed || isSame(began[name], theirs[name]) ? [] : [label]
  })
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function namesOf<Values extends object>(values: Values): (keyof Values)[] {
  return Object.keys(values) as (keyof Values)[]
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.map(textOf).join(", ")
  if (typeof value === "object") return "label" in value ? String(value.label) : JSON.stringify(value)
  return String(value)
}
