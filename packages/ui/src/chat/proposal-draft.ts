import type { Option } from "../fields/OptionList.tsx"

/** The control that a field of a proposal takes; as the server tells it. */
export type ProposalFieldShape =
  | SimpleShape
  | { kind: "rows"; columns: readonly ProposalColumn[] }
  | { kind: "group"; fields: readonly ProposalPart[] }

type SimpleShape =
  | { kind: "text" | "number" | "boolean" | "texts" | "pairs" | "instant" | "json" }
  | { kind: "choice" | "choices"; choices: readonly { value: string; label: string }[] }
  | { kind: "thing" | "things"; type: string }

export type ProposalColumn = {
  name: string
  label: string
  shape:
    | { kind: "text" | "texts" | "boolean" }
    | { kind: "choice"; choices: readonly { value: string; label: string }[] }
  /** Nothing is sent of it where nothing is written. */
  optional?: boolean
}

/** A field of several that belong together. */
export type ProposalPart = { name: string; label: string; shape: SimpleShape }

export type ProposalField = {
  name: string
  label: string
  shape: ProposalFieldShape
  /** Says which thing it is about, by an id that nobody types, so it is not changed. */
  isTarget: boolean
}

/** A field's value while it is changed: numbers and JSON as they are typed, things with their names, rows with a key. */
export type FieldDraft =
  | string
  | boolean
  | readonly string[]
  | Option
  | null
  | readonly Option[]
  | readonly DraftRow[]
  | ProposalDraft
export type DraftRow = { key: string } & Record<string, string>
export interface ProposalDraft {
  readonly [name: string]: FieldDraft | undefined
}

export function draftOf(
  fields: readonly Pick<ProposalField, "name" | "shape">[],
  input: Readonly<Record<string, unknown>>,
  nameOf: (id: string) => string | undefined,
): ProposalDraft {
  return Object.fromEntries(
    fields.map(({ name, shape }) => [name, isUnsaid(input[name]) ? undefined : draftValue(shape, input[name], nameOf)]),
  )
}

/** Nothing was said about it: what stands there is what the tool takes by itself. It stays unless somebody says something. */
function isUnsaid(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true
  return typeof value === "object" && Object.keys(value).length === 0
}

function draftValue(shape: ProposalFieldShape, value: unknown, nameOf: (id: string) => string | undefined): FieldDraft {
  const option = (id: unknown): Option => ({ id: String(id), label: nameOf(String(id)) ?? String(id) })
  switch (shape.kind) {
    case "text":
    case "choice":
    case "instant":
    case "number":
      return value === null ? "" : String(value)
    case "boolean":
      return value === true
    case "texts":
    case "choices":
      return listOf(value).map(String)
    case "thing":
      return value === null ? null : option(value)
    case "things":
      return listOf(value).map(option)
    case "pairs":
      return Object.entries((value ?? {}) as object).map(([name, one]) => row({ name, value: String(one) }))
    case "rows":
      return listOf(value).map((one) =>
        row(Object.fromEntries(Object.entries(one as object).map(([name, text]) => [name, cellOf(text)]))),
      )
    case "group":
      return draftOf(shape.fields, value as Readonly<Record<string, unknown>>, nameOf)
    case "json":
      return JSON.stringify(value, null, 2)
  }
}

/**
 * What is sent: everything as it was asked, with what was changed in its place. Rows in which nothing was written are left
 * out. Fails with the words for one field.
 */
export function inputOf(
  fields: readonly Pick<ProposalField, "name" | "shape">[],
  draft: ProposalDraft,
  input: Readonly<Record<string, unknown>>,
  /** Of what the fields are a part: `runtime.`. */
  within = "",
): Record<string, unknown> {
  const sent: Record<string, unknown> = { ...input }
  for (const { name, shape } of fields) {
    const value = draft[name]
    if (value !== undefined) sent[name] = sentValue(`${within}${name}`, shape, value, input[name])
  }
  return sent
}

function sentValue(name: string, shape: ProposalFieldShape, value: FieldDraft, before: unknown): unknown {
  switch (shape.kind) {
    case "thing":
      return (value as Option | null)?.id ?? null
    case "things":
      return (value as readonly Option[]).map(({ id }) => id)
    case "number":
      return numberFrom(name, value as string)
    case "pairs":
      return Object.fromEntries(
        filled(value as readonly DraftRow[]).map((one) => [one.name ?? "", pairValue(one, before)]),
      )
    case "rows":
      return filled(value as readonly DraftRow[]).map((one) => sentRow(one, shape.columns))
    case "group":
      return inputOf(shape.fields, value as ProposalDraft, (before ?? {}) as Record<string, unknown>, `${name}.`)
    case "json":
      return jsonFrom(name, value as string)
    case "text":
    case "choice":
    case "instant":
      // What was none and stays empty is still none.
      return value === "" && before === null ? null : value
    default:
      return value
  }
}

/** What nobody touched is what it was: a number, a yes, or that it goes. */
function pairValue({ name = "", value = "" }: DraftRow, before: unknown): unknown {
  const known = ((before ?? {}) as Record<string, unknown>)[name]
  return known !== undefined && String(known) === value ? known : value
}

function sentRow({ key: _, ...texts }: DraftRow, columns: readonly ProposalColumn[]): Record<string, unknown> {
  const of = new Map(columns.map((column) => [column.name, column]))
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, unknown][] => {
      const column = of.get(name)
      if (text === "" && column?.optional) return []
      if (column?.shape.kind === "texts") return [[name, textsIn(text)]]
      return [[name, column?.shape.kind === "boolean" ? text === "true" : text]]
    }),
  )
}

/** Several short texts in one cell stand with commas between them. */
function cellOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value ?? "")
}

function textsIn(cell: string): string[] {
  return cell.split(",").flatMap((text) => (text.trim() === "" ? [] : [text.trim()]))
}

export function filled(rows: readonly DraftRow[]): DraftRow[] {
  return rows.filter(({ key: _, ...texts }) => Object.values(texts).some((text) => text.trim() !== ""))
}

export function row(texts: Record<string, string>): DraftRow {
  return { ...texts, key: `${rows++}` } as DraftRow
}

let rows = 0

/** Wrong before it is sent. */
export class DraftError extends Error {
  readonly body: { issues: { path: string; message: string }[] }

  constructor(path: string, message: string) {
    super(message)
    this.body = { issues: [{ path, message }] }
  }
}

function numberFrom(name: string, text: string): number {
  const number = Number(text)
  if (text.trim() === "" || !Number.isFinite(number)) throw new DraftError(name, "Write a number.")
  return number
}

function jsonFrom(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DraftError(name, "This is no JSON. Look at brackets and quotes.")
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
