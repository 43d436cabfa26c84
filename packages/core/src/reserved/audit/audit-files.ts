import { route, type Streamed, streamed } from "../../access/points/route.ts"
import type { AuditRecord } from "../../contract/platform/audit.ts"
import { inputSchemaOf } from "../../contract/procedure.ts"
import { InvalidInputError } from "../../errors.ts"
import { inputFromQuery } from "../../http/query-input.ts"
import { exportAudit } from "./export-audit.ts"

// Years of log over a slow line; whoever takes longer filters by time.
const LONGEST_DOWNLOAD_SECONDS = 3_600

/** The whole log, or what the filters leave of it, newest first. Batch by batch, so that its size plays no part. */
export const auditRoutes = [
  route("GET /api/v1/platform/audit.csv", exportAudit, {
    readInput: readFilters,
    streamSeconds: LONGEST_DOWNLOAD_SECONDS,
    respond: (first, next) => asFile("audit.csv", "text/csv", linesOf(first, next, toCsv, CSV_HEAD)),
  }),
  route("GET /api/v1/platform/audit.jsonl", exportAudit, {
    readInput: readFilters,
    streamSeconds: LONGEST_DOWNLOAD_SECONDS,
    respond: (first, next) => asFile("audit.jsonl", "application/jsonl", linesOf(first, next, toJsonLine)),
  }),
]

type Batch = Awaited<ReturnType<typeof exportAudit>>

function readFilters(request: Request): Record<string, unknown> {
  const input = inputFromQuery(new URL(request.url).searchParams, inputSchemaOf(exportAudit.procedure))
  for (const key of ["after", "limit"])
    if (key in input) throw new InvalidInputError(`A file holds every matching row, so it takes no "${key}".`)
  return input
}

/** The next batch is read only when the last one was taken: a slow download holds neither connection nor memory. */
async function* linesOf(
  first: Batch,
  next: (change: { after: string }) => Promise<Batch>,
  toLine: (record: AuditRecord) => string,
  head = "",
): AsyncGenerator<string> {
  if (head) yield head
  for (let batch = first; ; ) {
    if (batch.items.length > 0) yield batch.items.map(toLine).join("")
    if (!batch.nextCursor) return
    batch = await next({ after: batch.nextCursor })
  }
}

function asFile(name: string, type: string, lines: AsyncIterable<string>): Streamed {
  return streamed(lines, {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": `attachment; filename="${name}"`,
  })
}

function toJsonLine(record: AuditRecord): string {
  return `${JSON.stringify(record)}\n`
}

const CSV_COLUMNS: readonly [string, (record: AuditRecord) => unknown][] = [
  ["id", ({ id }) => id],
  ["at", ({ at }) => at],
  ["principal_kind", ({ principal }) => principal.kind],
  ["principal_id", ({ principal }) => principal.id],
  ["principal_name", ({ principal }) => principal.name],
  ["transport", ({ transport }) => transport],
  ["correlation_id", ({ correlationId }) => correlationId],
  ["action", ({ action }) => action],
  ["effect", ({ effect }) => effect],
  ["outcome", ({ outcome }) => outcome],
  ["thing_type", ({ thing }) => thing.type],
  ["thing_id", ({ thing }) => thing.id],
  ["thing_name", ({ thing }) => thing.name],
  ["note", ({ note }) => note],
  ["before", ({ before }) => before && JSON.stringify(before)],
  ["after", ({ after }) => after && JSON.stringify(after)],
]
const CSV_HEAD = `${CSV_COLUMNS.map(([name]) => name).join(",")}\r\n`

function toCsv(record: AuditRecord): string {
  return `${CSV_COLUMNS.map(([, read]) => cell(read(record))).join(",")}\r\n`
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ""
  const text = String(value)
  // Spreadsheets run a cell that begins like this as a formula, and names in the log are anybody's.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
