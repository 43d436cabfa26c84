import { randomUUID } from "node:crypto"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import type { ReadyAnswer, Route, Visitor } from "../../access/points/route.ts"
import type { Runtime } from "../../access/runtime.ts"
import { type Labels, type Metrics, prepareLabels } from "../../metrics.ts"
import type { RateLimits } from "../routes/rate-limit.ts"
import { isOwnName } from "./own-name.ts"
import { OWN_HEADERS, siteHeaders } from "./site-headers.ts"

/** Node's own request and response, before anything is made of them. */
export interface Visited {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** Who is asking, found out only where it counts. */
  address(): string
  /** The server is stopping: the connection is not kept. */
  readonly isLast: boolean
}

/** Answers a visit by what its route has in memory. False where nothing was sent: then it goes the usual way. */
export type VisitsFromMemory = (visited: Visited) => boolean

/**
 * The way of most visits: no `Request`, no `Response`, no verb. Whatever is out of the ordinary goes the usual way, so that
 * there is one place that refuses: here is nothing but the limit, the count, the line in the log and the headers, as there.
 */
export function visitsFromMemory(options: {
  routes: readonly Route[]
  url: string | null
  runtime: Runtime
  metrics: Metrics
  limits: RateLimits
}): VisitsFromMemory {
  const { runtime, metrics, limits, url } = options
  const route = options.routes.find(({ fromMemory }) => fromMemory)
  const others = new Set(options.routes.filter((one) => one !== route).map(({ path }) => firstPart(path)))
  // One that begins with a parameter may be any address.
  if (!route?.fromMemory || [...others].some((part) => /[:*]/.test(part))) return () => false
  const { fromMemory } = route
  const own = Object.entries(siteHeaders({ secure: url?.startsWith("https:") ?? false }))
  const linesOf = createLines(own)
  const labelsOf = createLabels()
  const { log } = runtime
  let lastName: string | undefined

  return ({ incoming, outgoing, address, isLast }) => {
    const startedAt = performance.now()
    const path = plainPathOf(incoming)
    if (path === null || others.has(firstPart(path))) return false
    const { headers } = incoming
    if (headers.host !== lastName) {
      if (!headers.host || !isOwnName(headers.host, url)) return false
      lastName = headers.host
    }
    const answer = recall(path)
    if (!answer) return false
    const lines = linesOf(answer)
    outgoing.writeHead(answer.status, isLast ? [...lines, "connection", "close"] : lines)
    outgoing.end(incoming.method === "HEAD" ? null : answer.body)
    note(incoming.method!, answer.status, performance.now() - startedAt)
    return true

    /** What fails here fails the usual way as well, or is answered there. */
    function recall(asked: string): ReadyAnswer | null {
      try {
        const found = fromMemory(runtime, { path: asked, headers: asking(headers) })
        if (found) limits.take(route!, address())
        return found
      } catch {
        return null
      }
    }
  }

  function note(method: string, status: number, ms: number): void {
    const { counted, observed, logged } = labelsOf(method, status)
    metrics.count("countersign_http_requests_total", counted)
    metrics.observe("countersign_http_request_duration_seconds", observed, ms / 1000)
    log.debug("Answered a request.", { ...logged, ms: Math.round(ms * 10) / 10, correlationId: randomUUID() })
  }
}

/**
 * The path of a plain GET or HEAD; null for all that is read with more care: whole addresses, escapes, dots that lead
 * upwards, a body, a second name in the headers, and what is logged otherwise.
 */
function plainPathOf({ method, url = "", headers, rawHeaders }: IncomingMessage): string | null {
  if (method !== "GET" && method !== "HEAD") return null
  if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return null
  const question = url.indexOf("?")
  const path = question < 0 ? url : url.slice(0, question)
  if (!PLAIN.test(path) || path.includes("/.") || url.includes("%00", question)) return null
  if (path.startsWith("/api/")) return null
  let names = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") names += 1
  return names === 1 ? path : null
}

/** Node puts several of one name together, but for those of cookies. */
function asking(headers: IncomingHttpHeaders): Visitor["headers"] {
  return {
    "accept-encoding": headers["accept-encoding"],
    "if-none-match": headers["if-none-match"],
    range: headers.range,
    "if-range": headers["if-range"] as string | undefined,
  }
}

const PLAIN = /^\/[\w\-.~!$&'()*+,;=:@/]*$/

function firstPart(path: string): string {
  const end = path.indexOf("/", 1)
  return end < 0 ? path : path.slice(0, end)
}

/** Names and values in turn, as Node takes them. In the order in which the usual way sends them. */
function createLines(own: readonly (readonly [string, string])[]): (answer: ReadyAnswer) => string[] {
  const known = new WeakMap<ReadyAnswer, string[]>()
  return (answer) => {
    const made = known.get(answer)
    if (made) return made
    const all = new Map(Object.entries(answer.headers))
    all.delete("set-cookie")
    for (const [name, value] of own) if (!OWN_HEADERS.has(name) || !all.has(name)) all.set(name, value)
    if (answer.status !== 304 && !all.has("content-length"))
      all.set("content-length", String(answer.body?.byteLength ?? 0))
    const lines = [...all].sort(([one], [other]) => (one < other ? -1 : 1)).flat()
    known.set(answer, lines)
    return lines
  }
}

/** As the usual way counts what no pattern names. */
const PLACE = { origin: "site", route: "other" }

function createLabels() {
  const observed = prepareLabels(PLACE)
  const known = new Map<string, { counted: Labels; observed: Labels; logged: object }>()
  return (method: string, status: number) => {
    const key = `${method} ${status}`
    const made = known.get(key)
    if (made) return made
    const logged = { origin: PLACE.origin, method, route: PLACE.route, status }
    const labels = { counted: prepareLabels(logged), observed, logged }
    known.set(key, labels)
    return labels
  }
}
