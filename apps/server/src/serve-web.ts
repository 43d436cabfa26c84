import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import type { PlatformOptions } from "@countersign/core/host"

type App = Parameters<NonNullable<PlatformOptions["extend"]>>[0]

/** Serves the built web app beside the API. Every address that is not a file is a page of the app. */
export function serveWeb(app: App): void {
  serveFolder(app, findBuild())
}

export function serveFolder(app: App, folder: string | null): void {
  const files = folder === null ? new Map<string, WebFile>() : readFolder(folder)
  app.on(["GET", "HEAD"], "*", (c, next) => {
    const { path } = c.req
    // The API's own 404 answers in JSON; a page in its place would only confuse a script.
    if (path === "/api" || path.startsWith("/api/")) return next()
    const file = files.get(path)
    if (file) return respond(c.req.raw, file)
    // A missing asset is missing: answering with the page would be cached as a script by a tab of an older version.
    if (path.startsWith("/assets/") || extname(path) !== "") return next()
    const page = files.get("/index.html")
    return page ? respond(c.req.raw, page) : new Response(NOT_BUILT, { status: 503, headers: { "retry-after": "5" } })
  })
}

interface WebFile {
  type: string
  cacheControl: string
  /** By content encoding; "identity" is always there. */
  bodies: ReadonlyMap<string, Body>
}

interface Body {
  length: number
  etag: string
  content(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
}

const NOT_BUILT =
  "The web app is not built. Start Countersign with npm start, which builds it, or run npm run dev to work on it.\n"

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
}

const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const

// Vite writes the hash of the content into the name, so what a name stands for never changes.
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/

/**
 * Read once and kept, some 3 MB: no request can name a file outside of the folder, and the pages of this version stay
 * whole when the next one is built over it. What is there in a small form is kept in no other, which would be 9 MB more:
 * hardly anybody asks for it.
 */
function readFolder(folder: string): ReadonlyMap<string, WebFile> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(names)
  const files = new Map<string, WebFile>()
  for (const path of names) {
    const type = TYPES[extname(path)]
    if (!type) continue
    const address = path.slice(folder.length).split(sep).join("/")
    const bodies = new Map([["identity", readBody(path)]])
    for (const [encoding, suffix] of ENCODINGS) {
      if (known.has(path + suffix)) bodies.set(encoding, readBody(path + suffix))
    }
    const small = bodies.get("gzip")
    if (small) bodies.set("identity", unpacked(bodies.get("identity")!, small))
    const cacheControl = HASHED.test(address) ? "public, max-age=31536000, immutable" : "no-cache"
    files.set(address.startsWith("/") ? address : `/${address}`, { type, cacheControl, bodies })
  }
  return files
}

async function respond(request: Request, file: WebFile): Promise<Response> {
  const accepted = acceptedEncodings(request.headers.get("accept-encoding") ?? "")
  const encoding = ENCODINGS.map(([name]) => name).find((name) => accepted.has(name) && file.bodies.has(name))
  const { content, length, etag } = file.bodies.get(encoding ?? "identity")!
  const headers = new Headers({
    "content-type": file.type,
    "cache-control": file.cacheControl,
    etag,
    vary: "accept-encoding",
    ...(encoding ? { "content-encoding": encoding } : {}),
  })
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers })
  headers.set("content-length", String(length))
  return new Response(request.method === "HEAD" ? null : await content(), { headers })
}

function acceptedEncodings(header: string): ReadonlySet<string> {
  const offers = header.split(",").map((offer) =>
    offer
      .toLowerCase()
      .split(";")
      .map((part) => part.trim()),
  )
  return new Set(offers.filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? "")).map(([name]) => name ?? ""))
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag || each.trim() === "*")
}

function readBody(path: string): Body {
  const content = new Uint8Array(readFileSync(path))
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
  return { length: content.length, etag, content: () => content }
}

function unpacked({ length, etag }: Body, small: Body): Body {
  return { length, etag, content: async () => new Uint8Array(await unzip(await small.content())) }
}

const unzip = promisify(gunzip)

/** Beside the bundle in dist, or in the repository's dist when the sources run. */
function findBuild(): string | null {
  const candidates = ["./web/", "../web/", "../../../dist/web/"].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  return candidates.find((folder) => existsSync(join(folder, "index.html")))?.replace(/[\\/]$/, "") ?? null
}
