import { z } from "zod"
import type { Ctx } from "../../../access/ctx.ts"
import { InvalidInputError } from "../../../errors.ts"
import { beginAttempt } from "../../../identity/sign-in/sign-in-attempts.ts"
import { isRedirectUri } from "../redirect-uri.ts"
import { plainName } from "./client-name.ts"
import { findDocument, keepDocument } from "./client-store.ts"

/** What a Client ID Metadata Document tells us of a client. */
export const ClientDocument = z.object({
  client_id: z.string(),
  client_name: z.string().max(200).optional(),
  redirect_uris: z.array(z.string()).min(1).max(20),
  token_endpoint_auth_method: z.string().default("none"),
  grant_types: z.array(z.string()).max(10).default(["authorization_code"]),
})

export interface DescribedClient {
  clientId: string
  name: string
  redirectUris: string[]
  refreshes: boolean
}

const MAX_BYTES = 64 * 1024
const LEAST_KEPT_SECONDS = 5 * 60
const MOST_KEPT_SECONDS = 24 * 60 * 60
const USUALLY_KEPT_SECONDS = 60 * 60

/** A client whose id is the URL of its own description: https, with a path, written in its one normal form. */
export function isDocumentUrl(clientId: string): boolean {
  const url = URL.parse(clientId)
  if (url?.protocol !== "https:" || url.href !== clientId || clientId.length > 500) return false
  return url.pathname !== "/" && !url.username && !url.password && !url.hash
}

/** From the database while it keeps, else from the client's server. Runs before the verb's transaction opens. */
export async function readClientDocument(ctx: Ctx, url: string): Promise<DescribedClient> {
  const { database } = ctx.runtime
  const kept = await findDocument(database.direct, url)
  if (kept) return toClient(ClientDocument.parse(kept))
  // Whoever is signed in decides which URLs this server asks for; not how many.
  const own = `principal:${ctx.principal.id}`
  await beginAttempt(database, "oauth-document", { subject: ctx.principal.id, address: ctx.http?.address, own })
  const { document, seconds } = await fetchDocument(ctx, url)
  await keepDocument(database.direct, url, document, seconds)
  return toClient(document)
}

async function fetchDocument(ctx: Ctx, url: string) {
  const response = await ctx.runtime.egress.fetch(url, {
    httpsOnly: true,
    allowListed: true,
    maxBytes: MAX_BYTES,
    headers: { accept: "application/json" },
  })
  if (response.status !== 200)
    throw unfit(url, `its server answered ${response.status}${response.redirect ? ", a redirect" : ""}`)
  const document = ClientDocument.safeParse(parseObject(response.body))
  if (!document.success) throw unfit(url, "it is not the JSON that describes a client")
  demandFit(url, document.data, parseObject(response.body))
  return { document: document.data, seconds: secondsToKeep(response.headers) }
}

function demandFit(url: string, document: z.infer<typeof ClientDocument>, raw: object): void {
  if (document.client_id !== url) throw unfit(url, `it describes another client, ${document.client_id.slice(0, 200)}`)
  // A secret that everybody can read proves nothing, and signing in with keys of its own is not offered here.
  if ("client_secret" in raw || document.token_endpoint_auth_method !== "none")
    throw unfit(url, 'it wants to prove itself by other means than "none"')
  const stranger = document.redirect_uris.find((uri) => !isRedirectUri(uri, { ownSchemes: false }))
  if (stranger !== undefined) throw unfit(url, "one of its redirect addresses is neither https nor on this computer")
}

function toClient(document: z.infer<typeof ClientDocument>): DescribedClient {
  return {
    clientId: document.client_id,
    name: plainName(document.client_name) ?? new URL(document.client_id).hostname,
    redirectUris: document.redirect_uris,
    refreshes: document.grant_types.includes("refresh_token"),
  }
}

function secondsToKeep(headers: Headers): number {
  const control = headers.get("cache-control") ?? ""
  const maxAge = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(control)?.[1]
  const wanted = /no-store|no-cache/i.test(control) ? 0 : maxAge ? Number(maxAge) : USUALLY_KEPT_SECONDS
  return Math.min(MOST_KEPT_SECONDS, Math.max(LEAST_KEPT_SECONDS, wanted))
}

function parseObject(body: Uint8Array): object {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"))
    return typeof value === "object" && value !== null ? value : {}
  } catch {
    return {}
  }
}

function unfit(url: string, why: string): InvalidInputError {
  return new InvalidInputError(
    `The description of the app at ${url} cannot be used: ${why}. Its maker can correct that.`,
  )
}
