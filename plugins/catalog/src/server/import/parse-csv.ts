import { CsvError, parse } from "csv-parse/sync"
import { LONGEST_IMPORT, TOO_LONG } from "../../contract/transfer.ts"
import { emptyFile, fileProblem, type ParsedFile, readDraft, SystemDraft } from "./draft.ts"

const COLUMNS = ["name", "description", "owner", "groups", "environments", "tags", "contacts", "links"]
const METADATA = "metadata."

interface CsvRow {
  record: string[]
  raw: string
  info: { lines: number }
}

/** One system per row under a row of column names. Several values in a cell are separated by semicolons. */
export function parseCsv(text: string): ParsedFile {
  const file = emptyFile()
  if (text.length > LONGEST_IMPORT) {
    file.problems.push(fileProblem(1, TOO_LONG))
    return file
  }
  const rows = readRows(text, file)
  const [header, ...body] = rows
  if (!header) {
    if (file.problems.length === 0) file.problems.push(fileProblem(1, "The file is empty."))
    return file
  }
  const columns = header.cells.map((cell) => cell.trim())
  refuseColumns(columns, header.line, file)
  if (file.problems.length > 0) return file
  for (const { line, cells } of body) {
    if (cells.length > columns.length) {
      file.problems.push({
        line,
        kind: "system",
        name: cells[0] ?? "",
        problems: [
          `It has ${cells.length} values, but there are ${columns.length} columns. Put values with commas into quotes.`,
        ],
      })
      continue
    }
    const value = toValue(columns, cells)
    readDraft(file, SystemDraft, { line, kind: "system", value }, (draft) =>
      file.systems.push({ line, draft, keepsOtherMetadata: true }),
    )
  }
  if (file.systems.length === 0 && file.problems.length === 0)
    file.problems.push(fileProblem(header.line, "There are no rows below the column names."))
  return file
}

function readRows(text: string, file: ParsedFile): { line: number; cells: string[] }[] {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as CsvRow[]
    // The parser counts the line a row ends on; a quoted cell may hold line breaks.
    return rows
      .map(({ record, raw, info }) => ({ line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0), cells: record }))
      .filter(({ cells }) => cells.some((cell) => cell !== ""))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines?: number }
    file.problems.push(fileProblem(lines ?? 1, `This is not CSV: ${error.message}`))
    return []
  }
}

/** Spreadsheets write semicolons where the comma is the decimal sign. */
function delimiterOf(text: string): string {
  const header = text.split("\n", 1)[0] ?? ""
  return [",", ";", "\t"].find((delimiter) => header.includes(delimiter)) ?? ","
}

function refuseColumns(columns: readonly string[], line: number, file: ParsedFile): void {
  const refuse = (problem: string) => file.problems.push(fileProblem(line, problem))
  const seen = new Set<string>()
  for (const column of columns) {
    const known = COLUMNS.includes(column.toLowerCase()) || (isMetadata(column) && column.length > METADATA.length)
    if (!known)
      refuse(
        `The column "${column}" is not known. Use ${COLUMNS.join(", ")}; values of your own go into columns such as "metadata.tier".`,
      )
    const key = isMetadata(column) ? column : column.toLowerCase()
    if (seen.has(key)) refuse(`The column "${column}" is there twice.`)
    seen.add(key)
  }
  if (!seen.has("name")) refuse('There is no column "name". The first row must name the columns.')
}

function toValue(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  const metadata: [string, string][] = []
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ""
    if (isMetadata(column)) metadata.push([column.slice(METADATA.length), cell])
    else value[column.toLowerCase()] = READERS[column.toLowerCase()]?.(cell) ?? cell
  }
  if (metadata.length > 0) value.metadata = Object.fromEntries(metadata)
  return value
}

function isMetadata(column: string): boolean {
  return column.toLowerCase().startsWith(METADATA)
}

const READERS: Record<string, (cell: string) => unknown> = {
  groups: several,
  environments: several,
  tags: (cell) =>
    cell
      .split(/[;,\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
  contacts: (cell) => several(cell).map(toContact),
  links: (cell) => several(cell).map(toLink),
}

function several(cell: string): string[] {
  return cell
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** `On call=person:Ana Ruiz`, `Desk=desk@example.com`. */
function toContact(part: string): { kind: string; label: string; value: string } {
  const [label, target] = splitAt(part, "=")
  const [kind, rest] = splitAt(target, ":")
  if (kind === "person" || kind === "mailbox") return { kind, label, value: rest }
  return { kind: target.includes("@") ? "mailbox" : "person", label, value: target }
}

/** `Runbook=https://...`; an address alone is its own label. */
function toLink(part: string): { label: string; url: string } {
  if (/^https?:\/\//i.test(part)) return { label: URL.parse(part)?.host ?? part, url: part }
  const [label, url] = splitAt(part, "=")
  return { label, url }
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
