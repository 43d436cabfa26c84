import { z } from "zod"
import type { Caller } from "../../access/ctx.ts"
import { PlatformError } from "../../errors.ts"
import { readJson, readText } from "../../http/read-body.ts"
import { registerOauthClient } from "./clients/register-client.ts"
import { exchangeOauthCode } from "./exchange-code.ts"
import { AUTH_METHODS } from "./oauth-metadata.ts"
import { answerOauth, answerOauthError } from "./oauth-response.ts"
import { refreshOauthToken } from "./refresh-token.ts"
import { revokeOauthToken } from "./revoke-token.ts"

const MAX_BYTES = 32 * 1024

export async function answerToken(caller: Caller, request: Request): Promise<Response> {
  return inOauthWords(
    request,
    async () => {
      const form = await readForm(request)
      const credentials = readCredentials(request, form)
      const grantType = form.get("grant_type")
      if (grantType === "authorization_code")
        return exchangeOauthCode(caller, {
          ...credentials,
          code: demand(form, "code"),
          verifier: demand(form, "code_verifier"),
          redirectUri: form.get("redirect_uri") ?? null,
          resource: form.get("resource") ?? null,
        })
      if (grantType === "refresh_token")
        return refreshOauthToken(caller, {
          ...credentials,
          refreshToken: demand(form, "refresh_token"),
          scope: form.get("scope") ?? null,
          resource: form.get("resource") ?? null,
        })
      throw grantType === undefined
        ? new OauthRefusal("invalid_request", "grant_type is missing.")
        : new OauthRefusal("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.")
    },
    (tokens) =>
      answerOauth({
        access_token: tokens.accessToken,
        token_type: "Bearer",
        expires_in: tokens.expiresInSeconds,
        ...(tokens.refreshToken ? { refresh_token: tokens.refreshToken } : {}),
        scope: tokens.scope,
      }),
  )
}

/** RFC 7009. */
export async function answerRevoke(caller: Caller, request: Request): Promise<Response> {
  return inOauthWords(
    request,
    async () => {
      const form = await readForm(request)
      return revokeOauthToken(caller, { ...readCredentials(request, form), token: demand(form, "token") })
    },
    () => answerOauth({}),
  )
}

/** RFC 7591. What is said beyond this is ignored, as it asks us to. */
const Registration = z.object({
  redirect_uris: z.array(z.string().min(1).max(2_000)).min(1).max(20),
  client_name: z.string().max(200).optional(),
  token_endpoint_auth_method: z.enum(AUTH_METHODS).default("client_secret_basic"),
  grant_types: z.array(z.enum(["authorization_code", "refresh_token"])).default(["authorization_code"]),
  response_types: z.array(z.literal("code")).default(["code"]),
})

export async function answerRegister(caller: Caller, request: Request): Promise<Response> {
  let asked: z.infer<typeof Registration> | undefined
  return inOauthWords(
    request,
    async () => {
      const read = Registration.safeParse(await readJson(request, { maxBytes: MAX_BYTES }))
      if (!read.success) {
        const [issue] = read.error.issues
        const error = issue?.path[0] === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata"
        throw new OauthRefusal(error, `${issue?.path.join(".")}: ${issue?.message}`)
      }
      asked = read.data
      return registerOauthClient(caller, {
        name: asked.client_name ?? null,
        redirectUris: asked.redirect_uris,
        authMethod: asked.token_endpoint_auth_method,
        refreshes: asked.grant_types.includes("refresh_token"),
      })
    },
    (client) =>
      answerOauth(
        {
          client_id: client.clientId,
          client_id_issued_at: Math.floor(Date.parse(client.issuedAt) / 1_000),
          ...(client.secret ? { client_secret: client.secret, client_secret_expires_at: 0 } : {}),
          client_name: client.name,
          redirect_uris: asked?.redirect_uris,
          token_endpoint_auth_method: asked?.token_endpoint_auth_method,
          grant_types: asked?.grant_types,
          response_types: ["code"],
        },
        { status: 201 },
      ),
  )
}

class OauthRefusal extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

interface Refused {
  error: string
  description: string
}

/** Runs a verb and answers in the words of RFC 6749, whether it refuses or throws. Faults of ours pass through. */
async function inOauthWords<Output extends object>(
  request: Request,
  work: () => Promise<Output>,
  respond: (output: Exclude<Output, Refused>) => Response,
): Promise<Response> {
  try {
    const output = await work()
    if ("error" in output) {
      const { error, description } = output as unknown as Refused
      return refuse(request, error, description)
    }
    return respond(output as Exclude<Output, Refused>)
  } catch (error) {
    if (error instanceof OauthRefusal) return refuse(request, error.error, error.message)
    if (!(error instanceof PlatformError)) throw error
    if (error.code === "rate_limited")
      return answerOauthError(429, "temporarily_unavailable", "Too many requests. Try again later.", {
        "retry-after": String(Math.ceil(error.retryAfterSeconds ?? 60)),
      })
    if (["invalid_input", "too_large", "unsupported_media_type"].includes(error.code))
      return answerOauthError(error.status, "invalid_request", error.message)
    throw error
  }
}

function refuse(request: Request, error: string, description: string): Response {
  if (error === "access_denied") return answerOauthError(403, error, description)
  if (error !== "invalid_client") return answerOauthError(400, error, description)
  const byHeader = request.headers.has("authorization")
  return answerOauthError(401, error, description, byHeader ? { "www-authenticate": 'Basic realm="Countersign"' } : {})
}

async function readForm(request: Request): Promise<Map<string, string>> {
  const type = request.headers.get("content-type") ?? ""
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new OauthRefusal("invalid_request", 'Send a form with "content-type: application/x-www-form-urlencoded".')
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(await readText(request, MAX_BYTES))) {
    if (form.has(name)) throw new OauthRefusal("invalid_request", "A parameter was sent more than once.")
    // An empty parameter counts as left out (RFC 6749, 3.2).
    if (value !== "") form.set(name, value)
  }
  return form
}

/** In the form or in the header, not in both: which of two would count is how clients get confused with each other. */
function readCredentials(request: Request, form: ReadonlyMap<string, string>) {
  const header = request.headers.get("authorization")
  const named = form.get("client_id")
  const secret = form.get("client_secret") ?? null
  if (header === null) {
    if (named === undefined) throw new OauthRefusal("invalid_client", "client_id is missing.")
    return { clientId: named, clientSecret: secret }
  }
  const basic = /^basic ([a-z0-9+/=_-]+)$/i.exec(header)?.[1]
  const [id, password] = splitOnce(basic ? Buffer.from(basic, "base64").toString() : "")
  if (!id || password === undefined)
    throw new OauthRefusal("invalid_client", "The authorization header cannot be read.")
  if (secret !== null || (named !== undefined && named !== id))
    throw new OauthRefusal("invalid_request", "The client proved itself in two ways at once.")
  return { clientId: id, clientSecret: password }
}

function splitOnce(pair: string): [string | undefined, string | undefined] {
  const at = pair.indexOf(":")
  if (at < 1) return [undefined, undefined]
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll("+", " "))
    return [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
  } catch {
    return [undefined, undefined]
  }
}

function demand(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw new OauthRefusal("invalid_request", `${name} is missing.`)
  return value
}
