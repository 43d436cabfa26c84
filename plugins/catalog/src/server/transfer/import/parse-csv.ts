import { LONGEST_IMPORT, TOO_LONG } from "../../../contract/transfer.ts"
import { CsvProblem, type CsvRow, readCsvRows } from "./csv-rows.ts"
import {
  addProblem,
  cut,
  emptyFile,
  hasRoom,
  keepProblem,
  type ParsedFile,
  quote,
  readDraft,
  SystemDraft,
} from "./draft.ts"

const COLUMNS = ["name", "description", "owner", "groups", "environments", "tags", "contacts", "links"]
const METADATA = "metadata."
// A system has at most 50 values of its own.
const MOST_COLUMNS = 100

/** One system per row under a row of column names. Several values in a cell are separated by semicolons. */
export function parseCsv(text: string): ParsedFile {
  const file = emptyFile()
  if (text.length > LONGEST_IMPORT) {
    addProblem(file, 1, TOO_LONG)
    return file
  }
  try {
    readSystems(readCsvRows(text, delimiterOf(text), MOST_COLUMNS), file)
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error
    addProblem(file, error.line, `This is not CSV: ${error.message}`)
  }
  return file
}

function readSystems(rows: Generator<CsvRow>, file: ParsedFile): void {
  const header = rows.next().value as CsvRow | undefined
  if (!header) {
    addProblem(file, 1, "The file is empty.")
    return
  }
  const columns = header.cells.map((cell) => cell.trim())
  refuseColumns(columns, header, file)
  if (file.problems.length > 0) return
  for (const row of rows) if (!readSystem(columns, row, file)) return
  if (file.thingCount === 0) addProblem(file, header.line, "There are no rows below the column names.")
}

function readSystem(columns: readonly string[], { line, cells, cellCount }: CsvRow, file: ParsedFile): boolean {
  if (cellCount <= columns.length)
    return readDraft(file, SystemDraft, { line, kind: "system", value: toValue(columns, cells) }, (draft) =>
      file.systems.push({ line, draft, keepsOtherMetadata: true }),
    )
  if (!hasRoom(file, line, 1)) return false
  keepProblem(file, () => ({
    line,
    kind: "system",
    name: cut(cells[0] ?? ""),
    problems: [
      `It has ${cellCount === 1 ? "1 value" : `${cellCount} values`}, but the first row names ${columns.length === 1 ? "1 column" : `${columns.length} columns`}. Put values with commas into quotes.`,
    ],
  }))
  return true
}

/** Spreadsheets write semicolons where the comma is the decimal sign. */
function delimiterOf(text: string): string {
  const header = text.split("\n", 1)[0] ?? ""
  return [",", ";", "\t"].find((delimiter) => header.includes(delimiter)) ?? ","
}

function refuseColumns(columns: readonly string[], { line, cellCount }: CsvRow, file: ParsedFile): void {
  const refuse = (problem: string) => addProblem(file, line, problem)
  if (cellCount > MOST_COLUMNS) {
    refuse(`The first row names ${cellCount} columns, and at most ${MOST_COLUMNS} are read. Leave some out.`)
    return
  }
  const seen = new Set<string>()
  for (const column of columns) {
    const known = COLUMNS.includes(column.toLowerCase()) || (isMetadata(column) && column.length > METADATA.length)
    if (!known)
      refuse(
        `The column ${quote(column)} is not known. Use ${COLUMNS.join(", ")}; values of your own go into columns such as "metadata.tier".`,
      )
    const key = isMetadata(column) ? column : column.toLowerCase()
    if (seen.has(key)) refuse(`The column ${quote(column)} is there twice.`)
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
