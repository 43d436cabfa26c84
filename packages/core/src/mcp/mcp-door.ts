import type { Context } from "hono"
import type { Caller } from "../access/ctx.ts"
import { ForbiddenError, PlatformError, UnauthenticatedError } from "../errors.ts"
import type { AppEnv } from "../http/app.ts"
import { guardOrigin } from "../http/guard-origin.ts"
import { readJson } from "../http/read-body.ts"
import { toPlatformError } from "../http/respond.ts"
import { baseUrl } from "../identity/base-url.ts"
import type { Challenge } from "../identity/oauth/oauth-challenge.ts"
import { readOauthSettings } from "../identity/oauth/oauth-settings-store.ts"
import { NotJsonError } from "../json.ts"
import { hearChanges } from "../signals/changes.ts"
import { demandNoForeignBatch } from "./batch.ts"
import type { EndpointOptions, McpEndpoint } from "./endpoint.ts"
import { answerFault, methodOf, RPC, toFault } from "./fault.ts"
import { demandShortIds, MalformedRequestError } from "./malformed-request.ts"

export interface McpDoorOptions extends EndpointOptions {
  origins: ReadonlySet<string>
}

export interface McpDoor {
  answer(c: Context<AppEnv>): Promise<Response>
  /** Whoever waits for a signature gets what there is, so that nobody holds up the end of the process. */
  drain(): void
}

/**
 * The way in for MCP clients: what must hold before the protocol gets to see a request. Bearer tokens only: a cookie
 * would let any page a person visits speak as that person.
 */
export function createMcpDoor(options: McpDoorOptions): McpDoor {
  const { runtime, signals, origins } = options
  const draining = new AbortController()
  let endpoint: Promise<McpEndpoint> | undefined
  let enabled: Promise<boolean> | undefined
  const forget = () => {
    enabled = undefined
  }
  hearChanges(signals, ({ resource }) => {
    if (resource === "platform.oauth") forget()
  })
  signals.onGap(forget)

  // Loading the SDK takes a quarter of a second and 4 MB (measured unbundled): not at the start, but when a client comes.
  function open(): Promise<McpEndpoint> {
    endpoint ??= import("./endpoint.ts").then(({ createMcpEndpoint }) =>
      createMcpEndpoint({ ...options, draining: draining.signal }),
    )
    return endpoint
  }

  function isEnabled(): Promise<boolean> {
    enabled ??= readOauthSettings(runtime.database.direct).then(
      ({ mcpEnabled }) => mcpEnabled,
      (error) => {
        forget()
        throw error
      },
    )
    return enabled
  }

  async function enter(c: Context<AppEnv>): Promise<{ caller: Caller; body: unknown }> {
    const request = c.req.raw
    if (request.method !== "POST")
      throw new PlatformError("method_not_allowed", "MCP is spoken here by POST. There is no stream to open or to end.")
    if (request.headers.has("origin")) guardOrigin(request, origins)
    if (!(await isEnabled()))
      throw new ForbiddenError("MCP is switched off here. An administrator can switch it on in Settings > MCP.")
    if (!hasBearer(request)) throw new UnauthenticatedError("Send an access token or an API key as a bearer token.")
    const { principal } = await runtime.identity.authenticate(request)
    c.set("principalId", principal.id)
    const http = { request, responseHeaders: new Headers(), address: c.env.address }
    const caller: Caller = { principal, transport: "mcp", correlationId: c.get("correlationId"), runtime, http }
    const body = await readJson(request, { required: true })
    demandShortIds(body)
    demandNoForeignBatch(request, body)
    return { caller, body }
  }

  return {
    async answer(c) {
      const request = c.req.raw
      try {
        const { caller, body } = await enter(c)
        c.set("verb", `mcp ${methodOf(body)}`)
        c.set("reads", methodOf(body) !== "tools/call")
        return await (await open()).answer({ request, caller, body, said: new Set(), reached: new Set() })
      } catch (error) {
        const known = toPlatformError(error)
        if (known.code === "internal")
          runtime.log.error("An MCP request failed.", { correlationId: c.get("correlationId"), error })
        const base = baseUrl({ runtime, http: { request } })
        const fault = toFault(known, base, challengeFor(request, known))
        if (error instanceof NotJsonError) return answerFault({ ...fault, code: RPC.parseError })
        return answerFault(error instanceof MalformedRequestError ? { ...fault, code: RPC.invalidRequest } : fault)
      }
    },
    drain: () => draining.abort(),
  }
}

function hasBearer(request: Request): boolean {
  return /^bearer \S/i.test(request.headers.get("authorization") ?? "")
}

/** A client that sent nothing is only told where to go; one whose token is refused must know that it was the token. */
function challengeFor(request: Request, { message }: PlatformError): Challenge {
  return hasBearer(request) ? { error: "invalid_token", description: message } : {}
}
