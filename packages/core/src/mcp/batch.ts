import { MalformedRequestError } from "./malformed-request.ts"

/** A mebibyte of small requests could ask for the same long list fifteen thousand times. */
const MAX_BATCH = 20
/** The only revision that had batches. Clients of its time send no header, and the protocol takes that for it. */
const WITH_BATCHES = "2025-03-26"

export function demandNoForeignBatch(request: Request, body: unknown): void {
  if (!Array.isArray(body)) return
  const spoken = [request.headers.get("mcp-protocol-version"), ...body.map(revisionIn)]
  const other = spoken.find((revision) => revision !== null && revision !== WITH_BATCHES)
  if (other)
    throw new MalformedRequestError(
      `Only the revision ${WITH_BATCHES} of the protocol has batches. Send the ${body.length} requests one by one.`,
    )
  if (body.length === 0) throw new MalformedRequestError("This batch is empty. Send at least one request.")
  if (body.length > MAX_BATCH)
    throw new MalformedRequestError(
      `A batch holds at most ${MAX_BATCH} requests, this one ${body.length}. Send them one by one.`,
    )
}

/** What a request says of itself: its context in the revisions of 2026, the offer of one that begins in those before. */
function revisionIn(message: unknown): string | null {
  const { params } = (message ?? {}) as { params?: { protocolVersion?: unknown; _meta?: Record<string, unknown> } }
  const said = params?._meta?.["io.modelcontextprotocol/protocolVersion"] ?? params?.protocolVersion
  return typeof said === "string" ? said : null
}
