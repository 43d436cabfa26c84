import type { ServerResponse } from "node:http"
import { mayEnter } from "../../access/authorize.ts"
import type { Caller, HttpExchange } from "../../access/ctx.ts"
import type { Origin, Route, Streamed } from "../../access/points/route.ts"
import { metaOf } from "../../contract/procedure.ts"
import { type Principal, servicePrincipal } from "../../identity/principal/principal.ts"
import type { Log } from "../../log.ts"
import { toPlatformError } from "../respond.ts"
import { errorForPeople } from "../words-for-people.ts"
import { boundStream } from "./bound-stream.ts"
import { keepable } from "./keepable.ts"
import type { RateLimits } from "./rate-limit.ts"
import type { Received, Uploads } from "./receive-upload.ts"
import type { Turns } from "./turns.ts"

/** What both origins share, so that limits count over both. */
export interface RouteParts {
  limits: RateLimits
  turns: Turns
  uploads: Uploads
  log: Log
  /** Whether a word is the name of a verb or a tool, which nobody who opens an address knows. */
  isName(word: string): boolean
}

export interface Asked {
  origin: Origin
  request: Request
  params: Readonly<Record<string, string>>
  address: string
  outgoing: ServerResponse | undefined
  /** Who is calling; asked for only once the limit has let the request by. */
  enter(): Promise<Principal>
  createCaller(principal: Principal, http: HttpExchange): Caller
}

const STREAM_SECONDS = 60

/** Limit, caller, body, verb, answer: the same steps in the same order on both origins. */
export async function answerRoute(
  route: Route,
  asked: Asked,
  { limits, turns, uploads, log, isName }: RouteParts,
): Promise<Response> {
  const { address, outgoing, origin } = asked
  limits.take(route, address)
  const request = bodiless(asked)
  const gone = new AbortController()
  asked.request.signal.addEventListener("abort", () => gone.abort(), { once: true })
  let upload: Received | undefined
  try {
    const principal = route.token === undefined ? await asked.enter() : serviceOf(route)
    if (route.upload && admits(principal)) upload = await uploads.receive(asked.request, route.upload, address)
    const http = { request, responseHeaders: new Headers(), address, upload }
    const caller = { ...asked.createCaller(principal, http), abort: gone.signal }
    const response = await answer(caller)
    for (const [name, value] of http.responseHeaders) response.headers.append(name, value)
    return response
  } finally {
    await upload?.release()
  }

  function admits(principal: Principal): boolean {
    return mayEnter(principal, metaOf(route.verb.procedure))
  }

  async function answer(caller: Caller): Promise<Response> {
    try {
      // Nobody sends a file only to hear that they may not: the verb refuses them, and writes that down.
      const refused = route.upload && !upload
      const input = refused ? {} : ((await route.readInput(request, asked.params, upload)) as object)
      const next = (change: object) => turns.take(route, () => route.verb(caller, { ...input, ...change } as never))
      const given = await route.respond((await next({})) as never, next as never, gone.signal)
      return given instanceof Response
        ? await keepable(route, given, request, origin)
        : startStream(given, caller.correlationId)
    } catch (error) {
      if (!route.respondError) throw error
      const known = toPlatformError(error)
      if (known.code === "internal") log.error("A request failed.", { correlationId: caller.correlationId, error })
      return route.respondError(errorForPeople(known, isName))
    }
  }

  function startStream({ pieces, headers }: Streamed, correlationId: string): Response {
    const body = boundStream(pieces, {
      mostMs: (route.streamSeconds ?? STREAM_SECONDS) * 1000,
      gone,
      outgoing,
      onFailure: (error) => log.warn("A stream was cut off.", { route: route.path, correlationId, error }),
    })
    return new Response(asked.request.method === "HEAD" ? null : body, {
      // Said here, so that nobody gathers pieces for the sake of a content-length, and takes a failure for the end.
      headers: { "cache-control": "no-store", ...headers, "transfer-encoding": "chunked" },
    })
  }
}

/** The body comes by `upload` or not at all, and nobody on the site's origin gets to see a cookie. */
function bodiless({ request, origin }: Asked): Request {
  const bare = request.method === "GET" || request.method === "HEAD"
  // Nothing to take off: making another one takes longer than answering it from memory.
  if (bare && !(origin === "site" && request.headers.has("cookie"))) return request
  const headers = new Headers(request.headers)
  if (origin === "site") headers.delete("cookie")
  return new Request(request.url, { method: request.method, headers })
}

function serviceOf({ verb }: Route): Principal {
  const [plugin = "platform"] = metaOf(verb.procedure).id.split(".")
  return servicePrincipal(plugin)
}
