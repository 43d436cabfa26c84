import type { MiddlewareHandler } from "hono"
import { routePath } from "hono/route"
import type { Log } from "../log.ts"
import type { Labels, Metrics } from "../metrics.ts"
import type { AppEnv } from "./app.ts"

/** One line and one count for each request, under the route's pattern: addresses hold people's words and ids. */
export function logRequests(log: Log, metrics: Metrics, labels: Labels = {}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    const ms = performance.now() - startedAt
    const { method, path } = c.req
    const { status } = c.res
    // The one that answered: others may match as well, such as a site's, which answers for every address.
    const route = patternOf(routePath(c))
    metrics.count("countersign_http_requests_total", { ...labels, method, route, status })
    metrics.observe("countersign_http_request_duration_seconds", { ...labels, route }, ms / 1000)
    // Open pages read all the time; what people look for in the log are changes and failures.
    const ordinary = !path.startsWith("/api/") || (c.get("reads") && status < 400)
    const write = ordinary ? log.debug : log.info
    write("Answered a request.", {
      ...labels,
      method,
      route,
      verb: c.get("verb"),
      status,
      ms: Math.round(ms * 10) / 10,
      principalId: c.get("principalId"),
      correlationId: c.get("correlationId"),
    })
  }
}

/** What nothing but a middleware matched is an address somebody made up: one name for all of them. */
function patternOf(pattern: string): string {
  return pattern.includes("*") ? "other" : pattern
}
