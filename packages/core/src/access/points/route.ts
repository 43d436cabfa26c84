import type { AnyProcedure, InputOf, OutputOf } from "../../contract/procedure.ts"
import type { PlatformError } from "../../errors.ts"
import type { Upload } from "../ctx.ts"
import type { AnyVerb, Verb } from "../implement.ts"
import type { Runtime } from "../runtime.ts"

/** Where people sign in and work, or the public site: an origin of its own, which never sees a session. */
export type Origin = "app" | "site"

/** An address beside the API that answers with something else than JSON: a page, a file, a feed. It still calls a verb. */
export interface Route extends Readonly<RouteBounds> {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly origins: readonly Origin[]
  readonly verb: AnyVerb
  readInput(request: Request, params: Readonly<Record<string, string>>, upload?: Upload): unknown | Promise<unknown>
  respond(
    output: never,
    next: (change: object) => Promise<never>,
    gone: AbortSignal,
  ): Response | Streamed | Promise<Response | Streamed>
  respondError?(error: PlatformError): Response
  readonly fromMemory?: FromMemory
}

/**
 * What `GET /*` on the site's origin would answer, where that is in memory: asked before anything else, without a caller, a
 * verb or a transaction. Null where it is not, and then the verb is called.
 */
export type FromMemory = (runtime: Runtime, visitor: Visitor) => ReadyAnswer | null

export interface Visitor {
  /** As it came and as it is read: nothing in it is encoded, and nothing leads upwards. */
  readonly path: string
  /** Those by which one asks for a form or a part of the same thing, and no others. */
  readonly headers: Readonly<Record<"accept-encoding" | "if-none-match" | "range" | "if-range", string | undefined>>
}

/** All of an answer. What is sent again should be the same object: its headers are put together once. */
export interface ReadyAnswer {
  readonly status: number
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

export interface RouteBounds {
  /**
   * The field of the input by which the verb knows who may call it, such as the secret in a heartbeat's address. The verb
   * is `internal`, so that this address, with its bounds, is its only door; it refuses a token that it does not know.
   */
  token?: string
  /** By client's network, on each server. */
  limit?: { requests: number; perSeconds: number }
  /** On each server so many calls of the verb run at a time, and so many more wait before they take a connection. */
  turns?: { atOnce: number; waiting: number }
  /** For answers with status 200; all others are kept by nobody. */
  cache?: { maxAge: number; staleWhileRevalidate?: number; etag?: boolean }
  /** The body, which a route without this does not get to see. */
  upload?: UploadBounds
  /** Pages of other origins may read the answer. On the site's origin only. */
  cors?: boolean
  /** How long a stream may take, from its first byte to its last. */
  streamSeconds?: number
  /**
   * Our own pages show the answer in a frame and write into it, so its policy stands in place of ours. On the app's origin
   * only, and only for a policy that runs nothing and lets nobody else frame it; any other stands beside ours.
   */
  framed?: boolean
}

export interface UploadBounds {
  maxBytes: number
  /** Media types, or whole families: `image/*`. */
  types: readonly string[]
  /** From the request's headers to the last byte. */
  deadlineMs: number
}

/** An answer sent piece by piece: the next piece is asked for when the last one was taken. */
export interface Streamed {
  readonly pieces: AsyncIterable<string | Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

interface RouteOptions<P extends AnyProcedure> extends Omit<RouteBounds, "upload"> {
  /** `app` unless it says otherwise. */
  origin?: Origin | "both"
  /** `next` calls the verb again with the same input but for `change`; `gone` ends with the client's connection. */
  respond(
    output: OutputOf<P>,
    next: (change: Partial<InputOf<P>>) => Promise<OutputOf<P>>,
    gone: AbortSignal,
  ): Response | Streamed | Promise<Response | Streamed>
  /** For addresses that people's browsers are sent to: they should land on a page, not on JSON. */
  respondError?(error: PlatformError): Response
  fromMemory?: FromMemory
}

interface WithoutBody {
  upload?: undefined
  readInput(request: Request, params: Readonly<Record<string, string>>): unknown | Promise<unknown>
}

interface WithBody {
  upload: UploadBounds
  readInput(request: Request, params: Readonly<Record<string, string>>, upload: Upload): unknown | Promise<unknown>
}

export function route<P extends AnyProcedure>(
  address: `${"GET" | "POST"} /${string}`,
  verb: Verb<P>,
  options: RouteOptions<P> & (WithoutBody | WithBody),
): Route {
  const { origin = "app", ...rest } = options
  const [method, path] = address.split(" ") as ["GET" | "POST", string]
  return { ...rest, method, path, verb, origins: origin === "both" ? ["app", "site"] : [origin] }
}

export function streamed(pieces: Streamed["pieces"], headers: Streamed["headers"]): Streamed {
  return { pieces, headers }
}

export function servesSite(plugins: readonly { readonly routes: readonly Route[] }[]): boolean {
  return plugins.some(({ routes }) => routes.some(({ origins }) => origins.includes("site")))
}
