import { InvalidInputError } from "../errors.ts"

/** The request as a whole is at fault, not the parameters of one. */
export class BatchError extends InvalidInputError {}

/** A mebibyte of small requests could ask for the same long list fifteen thousand times. */
const MAX_BATCH = 20
/** The only revision that had batches. Clients of its time send no header, and the protocol takes that for it. */
const WITH_BATCHES = "2025-03-26"

export function demandNoForeignBatch(request: Request, body: unknown): void {
  if (!Array.isArray(body)) return
  const spoken = [request.headers.get("mcp-protocol-version"), ...body.map(revisionIn)]
  const other = spoken.find((revision) => revision !== null && revision !== WITH_BATCHES)
  if (other)
    throw new BatchError(
      `The revision ${other.slice(0, 40)} of the protocol has no batches. Send the ${body.length} requests one by one.`,
    )
  if (body.length === 0) throw new BatchError("This batch is empty. Send at least one request.")
  if (body.length > MAX_BATCH)
    throw new BatchError(`A batch holds at most ${MAX_BATCH} requests, this one ${body.length}. Send them one by one.`)
}

/** What a request says of itself: its context in the revisions of 2026, the offer of one that begins in those before. */
function revisionIn(message: unknown): string | null {
  const { params } = (message ?? {}) as { params?: { protocolVersion?: unknown; _meta?: Record<string, unknown> } }
  const said = params?._meta?.["io.modelcontextprotocol/protocolVersion"] ?? params?.protocolVersion
  return typeof said === "string" ? said : null
}
