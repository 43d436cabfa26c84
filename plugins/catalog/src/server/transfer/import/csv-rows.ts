export interface CsvRow {
  /** Where it begins, counted from 1. */
  line: number
  /** Without the spaces around them. */
  cells: string[]
  /** How many there are; those beyond the most that are kept are only counted. */
  cellCount: number
}

/** What keeps a text from being read as CSV. */
export class CsvProblem extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * The rows that hold something, one after the other: whoever has enough of them stops, and the rest is never read.
 * Each character is looked at once.
 */
export function* readCsvRows(text: string, delimiter: string, mostCells: number): Generator<CsvRow> {
  let at = text.startsWith("\uFEFF") ? 1 : 0
  let line = 1
  while (at < text.length) {
    const row: CsvRow = { line, cells: [], cellCount: 0 }
    let holdsSomething = false
    for (;;) {
      const cell = readCell()
      row.cellCount++
      if (row.cells.length < mostCells) row.cells.push(cell)
      if (cell !== "") holdsSomething = true
      if (text[at] !== delimiter) break
      at++
    }
    endLine()
    if (holdsSomething) yield row
  }

  function readCell(): string {
    skipSpaces()
    if (text[at] === '"') return readQuoted()
    const start = at
    while (at < text.length && !isEnd(text[at])) {
      if (text[at] === '"') throw new CsvProblem(line, MISPLACED_QUOTE)
      at++
    }
    return text.slice(start, at).trim()
  }

  function readQuoted(): string {
    const opened = line
    const start = ++at
    for (; ; at++) {
      if (at >= text.length) throw new CsvProblem(opened, "A quote opens here and is never closed.")
      if (text[at] === "\n") line++
      if (text[at] !== '"') continue
      if (text[++at] !== '"') break
    }
    const cell = text.slice(start, at - 1).replaceAll('""', '"')
    skipSpaces()
    if (at < text.length && !isEnd(text[at])) throw new CsvProblem(line, MISPLACED_QUOTE)
    return cell.trim()
  }

  function skipSpaces(): void {
    while (at < text.length && text[at] !== delimiter && (text[at] === " " || text[at] === "\t")) at++
  }

  function isEnd(character: string | undefined): boolean {
    return character === delimiter || character === "\n" || character === "\r"
  }

  function endLine(): void {
    if (text[at] === "\r" && text[at + 1] === "\n") at++
    at++
    line++
  }
}

const MISPLACED_QUOTE =
  "A quote stands in the middle of a value. Put the whole value into quotes and write each quote inside of it twice."
