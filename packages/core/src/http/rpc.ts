import type { ServerResponse } from "node:http"
import type { Caller } from "../access/ctx.ts"
import type { AnyVerb } from "../access/implement.ts"
import { inputSchemaOf, metaOf, type ProcedureMeta } from "../contract/procedure.ts"
import { NotFoundError, PlatformError } from "../errors.ts"
import { BODY_LIMITS } from "../json.ts"
import { guardOrigin } from "./guard-origin.ts"
import { readIdempotencyKey } from "./idempotency-key.ts"
import { inputFromQuery } from "./query-input.ts"
import { readJson } from "./read-body.ts"
import { answerText } from "./text-answer.ts"

export interface RpcRequest {
  request: Request
  plugin: string
  verb: string
  /** By cookie: then the request must also prove that it comes from our own pages. */
  byCookie: boolean
  caller: Caller
  outgoing?: ServerResponse
}

/** `POST /api/v1/<plugin>/<verb>` for every verb, GET as well for reads that reach nothing outside. JSON in, JSON out. */
export async function callOverHttp(
  verbs: ReadonlyMap<string, AnyVerb>,
  { request, plugin, verb: name, byCookie, caller, outgoing }: RpcRequest,
  origins: ReadonlySet<string>,
): Promise<Response> {
  const verb = verbs.get(`${plugin}.${name}`)
  if (!verb) throw new NotFoundError("There is no such verb. The verbs are listed at /api/docs.")
  const { effect, egress, id, values } = metaOf(verb.procedure)
  // What makes this server call an address is no plain read: a link or a page elsewhere must not do it in a visitor's name.
  const byGet = effect === "read" && !egress
  const input = await readInput()
  const idempotencyKey = effect === "read" ? undefined : readIdempotencyKey(request)
  const asking = { ...caller, idempotencyKey }
  const output = goesOut(egress, input)
    ? await caller.runtime.callEgress(asking, verb, input)
    : await verb(asking, input as never)
  const headers = caller.http?.responseHeaders ?? new Headers()
  headers.set("content-type", "application/json; charset=utf-8")
  headers.set("cache-control", "no-store")
  return answerText(JSON.stringify(output ?? null), headers, outgoing)

  async function readInput(): Promise<unknown> {
    if (request.method === "POST") {
      // Reads by POST are guarded too: what came by our cookie must come from our pages.
      if (byCookie || (egress && request.headers.has("origin"))) guardOrigin(request, origins)
      return readJson(request, values === undefined ? {} : { limits: { ...BODY_LIMITS, values } })
    }
    if (request.method !== "GET" || !byGet)
      throw new PlatformError(
        "method_not_allowed",
        `${id} is called by POST${byGet ? " or GET" : ""}, not by ${request.method}.`,
      )
    return inputFromQuery(new URL(request.url).searchParams, inputSchemaOf(verb!.procedure))
  }
}

function goesOut(egress: ProcedureMeta["egress"], input: unknown): boolean {
  if (egress === undefined || egress === true) return egress === true
  const field = (input as Record<string, unknown> | null)?.[egress.when]
  return field !== undefined && field !== null && field !== false
}
