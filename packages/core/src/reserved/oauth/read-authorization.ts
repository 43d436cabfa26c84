import type { Ctx } from "../../access/ctx.ts"
import { PlatformError } from "../../errors.ts"
import { baseUrl } from "../../identity/base-url.ts"
import { mcpResource } from "../../identity/oauth/oauth-challenge.ts"
import { isKnownScope, OFFLINE_ACCESS } from "../../identity/oauth/oauth-scopes.ts"
import { readOauthSettings } from "../../identity/oauth/oauth-settings-store.ts"
import { type DescribedClient, isDocumentUrl, readClientDocument } from "./clients/client-document.ts"
import { findClientByName } from "./clients/client-store.ts"
import { describeTarget, matchesRedirectUri, redirectWith } from "./redirect-uri.ts"

/** A question that may be put to a person. */
export interface Authorization {
  kind: "asks"
  client: AskingClient
  redirectUri: string
  state: string | null
  challenge: string
  resource: string
  issuer: string
  /** Known ones only, in the order they were asked for. */
  scopes: string[]
}

export interface AskingClient extends DescribedClient {
  /** Null for one with a document that nobody has connected yet. */
  id: string | null
  described: "document" | "registered" | "manual"
}

export interface RefusedAuthorization {
  kind: "refused"
  sentence: string
  returnUrl: string | null
  goesTo: string | null
}

/**
 * Reads the query of `/oauth/authorize`. Until the client is known and the redirect address is one of its own, nobody is
 * sent anywhere: an answer, even a refusal, goes only where the client's maker said it may.
 *
 * Asks the database outside of the verb's transaction: a client's description may have to be fetched first.
 */
export async function readAuthorization(ctx: Ctx, query: string): Promise<Authorization | RefusedAuthorization> {
  const { database, registry } = ctx.runtime
  const params = new URLSearchParams(query)
  const once = (name: string) => (params.getAll(name).length === 1 ? params.get(name) || null : null)
  const settings = await readOauthSettings(database.direct)
  if (!settings.mcpEnabled) return stop("Connecting apps is switched off here. An administrator can switch it on.")

  const clientId = once("client_id")
  if (clientId === null) return stop("The app did not say which one it is. Start again from the app.")
  const client = await findAskingClient(ctx, clientId)
  if (typeof client === "string") return stop(client)
  const redirectUri = once("redirect_uri")
  if (redirectUri === null || !matchesRedirectUri(client.redirectUris, redirectUri))
    return stop(
      `${client.name} wants the answer sent to an address that is not one of its own, so it was stopped here. Do not try again unless you know why.`,
    )

  const base = baseUrl(ctx)
  const state = once("state")
  const refuse = (error: string, sentence: string): RefusedAuthorization => ({
    kind: "refused",
    sentence,
    returnUrl: redirectWith(redirectUri, { error, error_description: sentence, state, iss: base }),
    goesTo: describeTarget(redirectUri).goesTo,
  })
  const twice = [...new Set(params.keys())].find((name) => name !== "resource" && params.getAll(name).length > 1)
  if (twice) return refuse("invalid_request", `The app said "${twice.slice(0, 40)}" more than once.`)
  if (params.has("request") || params.has("request_uri"))
    return refuse("request_not_supported", "The app sent its question as an object, which is not supported here.")
  if (once("response_type") !== "code")
    return refuse(
      "unsupported_response_type",
      'The app asked for something else than a code: response_type must be "code".',
    )
  if ((once("response_mode") ?? "query") !== "query")
    return refuse(
      "invalid_request",
      'The app wants the answer in another way than in the query: response_mode must be "query".',
    )
  if ((once("prompt") ?? "").split(" ").includes("none"))
    return refuse("interaction_required", "A person is always asked here, so an app cannot connect unseen.")
  if (once("code_challenge_method") !== "S256" || !/^[A-Za-z0-9_-]{43}$/.test(once("code_challenge") ?? ""))
    return refuse("invalid_request", "The app must protect its code by PKCE: a code_challenge with the method S256.")
  const resource = mcpResource(base)
  if (params.getAll("resource").some((asked) => asked.replace(/\/$/, "") !== resource))
    return refuse("invalid_target", `The app asked for another resource than ${resource}.`)
  const scopes = askedScopes(once("scope"))
  if (!scopes.some((scope) => scope !== OFFLINE_ACCESS))
    return refuse("invalid_scope", "Nothing that the app asked for exists here.")
  return {
    kind: "asks",
    client,
    redirectUri,
    state,
    challenge: once("code_challenge")!,
    resource,
    issuer: base,
    scopes,
  }

  function askedScopes(asked: string | null): string[] {
    const words = (asked ?? "read write").split(" ").filter((scope) => isKnownScope(registry, scope))
    // A client that described itself as refreshing asks for it by that.
    return [...new Set([...words, ...((client as AskingClient).refreshes ? [OFFLINE_ACCESS] : [])])]
  }
}

/** A sentence in its place says why not. */
async function findAskingClient(ctx: Ctx, clientId: string): Promise<AskingClient | string> {
  const stored = await findClientByName(ctx.runtime.database.direct, clientId)
  if (stored && !stored.enabled)
    return `${stored.name} was switched off by an administrator, so it cannot be connected.`
  if (stored && stored.kind !== "document") return { ...stored, described: stored.kind }
  if (!isDocumentUrl(clientId))
    return "This app is not known here. An administrator can add it, or allow apps to register themselves."
  try {
    return { ...(await readClientDocument(ctx, clientId)), id: stored?.id ?? null, described: "document" }
  } catch (error) {
    if (error instanceof PlatformError) return error.message
    throw error
  }
}

function stop(sentence: string): RefusedAuthorization {
  return { kind: "refused", sentence, returnUrl: null, goesTo: null }
}
