import type { AuditRecord } from "../../contract/platform/audit.ts"
import { inputSchemaOf } from "../../contract/procedure.ts"
import { route } from "../../define-plugin.ts"
import { InvalidInputError } from "../../errors.ts"
import { inputFromQuery } from "../../http/query-input.ts"
import { exportAudit } from "./export-audit.ts"

/** The whole log, or what the filters leave of it, newest first. Batch by batch, so that its size plays no part. */
export const auditRoutes = [
  route("GET /api/v1/platform/audit.csv", exportAudit, {
    readInput: readFilters,
    respond: (first, next) =>
      streamFile(first, next, { name: "audit.csv", type: "text/csv", head: CSV_HEAD, toLine: toCsv }),
  }),
  route("GET /api/v1/platform/audit.jsonl", exportAudit, {
    readInput: readFilters,
    respond: (first, next) =>
      streamFile(first, next, { name: "audit.jsonl", type: "application/jsonl", head: "", toLine: toJsonLine }),
  }),
]

type Batch = Awaited<ReturnType<typeof exportAudit>>

function readFilters(request: Request): Record<string, unknown> {
  const input = inputFromQuery(new URL(request.url).searchParams, inputSchemaOf(exportAudit.procedure))
  for (const key of ["after", "limit"])
    if (key in input) throw new InvalidInputError(`A file holds every matching row, so it takes no "${key}".`)
  return input
}

function streamFile(
  first: Batch,
  next: (change: Record<string, unknown>) => Promise<Batch>,
  file: { name: string; type: string; head: string; toLine(record: AuditRecord): string },
): Response {
  const encoder = new TextEncoder()
  let batch: Batch | null = first
  let head = file.head
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!batch) return controller.close()
        const text: string = head + batch.items.map(file.toLine).join("")
        head = ""
        if (text) controller.enqueue(encoder.encode(text))
        // Read only when the last batch has been taken: a slow download holds neither connection nor memory.
        batch = batch.nextCursor ? await next({ after: batch.nextCursor }) : null
        if (!batch) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      "content-type": `${file.type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${file.name}"`,
      "cache-control": "no-store",
    },
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
