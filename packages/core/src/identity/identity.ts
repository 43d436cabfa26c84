import { MCP_PATH } from "../contract/platform/oauth.ts"
import type { Database, Tx } from "../db/database.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import { UnauthenticatedError } from "../errors.ts"
import type { Log } from "../log.ts"
import type { Signals } from "../signals/signals.ts"
import { baseUrl } from "./base-url.ts"
import { mcpResource } from "./oauth/oauth-challenge.ts"
import { ACCESS_TOKEN_PREFIX } from "./oauth/oauth-token-store.ts"
import { hashToken } from "./one-time-token.ts"
import type { PrincipalKey } from "./principal/forget-principal.ts"
import { type HolderKey, loadHolder } from "./principal/load-holder.ts"
import { loadAnonymous, loadApplicationByKey, loadPersonBySession } from "./principal/load-principal.ts"
import { loadPrincipalByToken } from "./principal/load-token-principal.ts"
import type { Principal } from "./principal/principal.ts"
import { createPrincipalCache } from "./principal/principal-cache.ts"
import { reloadPrincipal } from "./principal/reload-principal.ts"
import type { RuleRegistry } from "./principal/rule-registry.ts"
import type { Auth } from "./session/auth.ts"
import { createSessionCookie, type SessionCookie } from "./session/session-cookie.ts"

export interface Authenticated {
  principal: Principal
  /** Vouched for by a cookie, so the request must also prove that it comes from our own pages. */
  byCookie: boolean
}

export interface Identity {
  /** Never throws for a missing or stale credential: the caller is anonymous then. A malformed or unknown bearer token is refused. */
  authenticate(request: Request): Promise<Authenticated>
  /** Whoever shows nothing. */
  anonymous(): Promise<Principal>
  /** On this pod at once, on the others as soon as the signal arrives. Verbs use `forgetPrincipal`, which waits for the commit. */
  forget(key: PrincipalKey): void
  /** Somebody by id, with what they hold at this moment; null when they are gone or disabled. */
  load(key: HolderKey, tx?: Tx): Promise<Principal | null>
  /** Who is calling, as this transaction sees them; null when they, or what they came with, are gone. */
  reload(principal: Principal, transaction: LazyTransaction): Promise<Principal | null>
  /** For the platform's own verbs, inside `withAuthTransaction`. */
  auth(): Promise<Auth>
  readonly cookie: SessionCookie
}

const CHANNEL = "identity"

export function createIdentity(options: {
  database: Database
  signals: Signals
  registry: RuleRegistry
  secret: string
  publicUrl: string | null
  log: Log
}): Identity {
  const { database, registry, signals, publicUrl } = options
  const cookie = createSessionCookie({ secret: options.secret, publicUrl })
  let auth: Promise<Auth> | undefined
  const cache = createPrincipalCache()
  signals.subscribe(CHANNEL, (key) => cache.forget(key as PrincipalKey))
  signals.onGap(() => cache.forget("all"))

  async function byBearer(authorization: string, request: Request): Promise<Principal> {
    const key = authorization.slice("Bearer ".length).trim()
    if (key.startsWith(ACCESS_TOKEN_PREFIX)) return byToken(key, request)
    const application = await cache.get(`key:${hashToken(key)}`, () =>
      loadApplicationByKey(database.direct, registry, key),
    )
    if (application) return application
    throw new UnauthenticatedError(
      "This API key is not valid: it is unknown, revoked or expired, or its application is disabled. Ask an administrator for a new one.",
    )
  }

  /** Bound to the one address it was issued for, so that whoever runs another cannot use it here. */
  async function byToken(token: string, request: Request): Promise<Principal> {
    const resource = mcpResource(baseUrl({ runtime: { publicUrl }, http: { request } }))
    if (new URL(request.url).pathname !== MCP_PATH)
      throw new UnauthenticatedError(
        `This token was issued for ${resource} and works nowhere else. For the API, ask an administrator for an API key.`,
      )
    const app = await cache.get(`token:${hashToken(token)}:${resource}`, () =>
      loadPrincipalByToken(database.direct, registry, token, resource),
    )
    if (app) return app
    throw new UnauthenticatedError(
      "This token is not valid: it is unknown, expired or revoked, or was issued for another address. Connect the app again.",
    )
  }

  function bySession(value: string): Promise<Principal | null> {
    return cache.get(`session:${hashToken(value)}`, async () => {
      const token = cookie.open(value)
      return token === null ? null : loadPersonBySession(database, registry, hashToken(token))
    })
  }

  const anonymous = async () => (await cache.get("anonymous", () => loadAnonymous(database.direct, registry)))!

  return {
    anonymous,
    // Better Auth is wanted by those who sign in, not by every request: loaded at the first of them, it costs a start
    // neither its 200 ms nor its 11 MB (measured bundled).
    auth: () => {
      auth ??= import("./session/auth.ts").then(({ createAuth }) => createAuth({ cookie, publicUrl }))
      return auth
    },
    cookie,
    load: (key, tx = database.direct) => loadHolder(tx, registry, key),
    reload: (principal, transaction) => reloadPrincipal(transaction, registry, principal),
    async authenticate(request) {
      const authorization = request.headers.get("authorization")
      // Other schemes are the business of whatever stands in front of us.
      if (authorization && /^bearer /i.test(authorization))
        return { principal: await byBearer(authorization, request), byCookie: false }
      const value = cookie.read(request)
      const person = value === null ? null : await bySession(value)
      if (person) return { principal: person, byCookie: true }
      return { principal: await anonymous(), byCookie: false }
    },
    forget(key) {
      cache.forget(key)
      signals.publish(CHANNEL, [key])
    },
  }
}
