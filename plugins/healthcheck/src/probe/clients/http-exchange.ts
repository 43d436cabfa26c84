import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http"
import type { Duplex, Readable } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import { type OpenLine, type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError, ProbeError } from "../probe-error.ts"
import { type CertificateFacts, secure } from "../socket/secure.ts"
import type { CookieJar } from "./cookie-jar.ts"

export interface HttpRequest {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  /** How many redirects are followed. The next one is the answer. */
  redirects: number
  family?: 4 | 6
  clientCertificate?: { certificate: string; key: string } | undefined
  acceptUntrusted?: boolean
  /** Names of the secrets in URL, headers and body. They are taken to go wherever a redirect leads. */
  secrets: readonly string[]
  /** Of those that only prove who is asking, which stays with the origin that was asked first. */
  identitySecrets?: readonly string[]
  jar?: CookieJar
}

export interface HttpAnswer {
  status: number
  statusText: string
  headers: Record<string, string>
  body: string
  truncated: boolean
  /** Of the last hop. */
  url: string
  hops: number
  timing: Timing
  certificate: CertificateFacts | null
}

export interface Timing {
  nameMs: number
  connectMs: number
  tlsMs: number
  firstByteMs: number
  bodyMs: number
}

const LONGEST_BODY = 256 * 1024

/** One request and the redirects behind it. Every hop is looked up, checked and connected to by itself. */
export async function exchange(request: HttpRequest, limits: ProbeLimits): Promise<HttpAnswer> {
  const timing: Timing = { nameMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 0, bodyMs: 0 }
  let asked = request
  for (let hops = 0; ; hops++) {
    const url = readUrl(asked.url)
    const answer = await hop(url, asked, limits, timing)
    asked.jar?.keep(url, answer.cookies)
    const target = redirectOf(answer, url)
    if (!target || request.redirects === 0) return { ...answer, url: url.href, hops, timing }
    if (hops === request.redirects)
      throw new ProbeError(
        "redirects",
        `${url.host} redirects more than ${request.redirects} ${request.redirects === 1 ? "time" : "times"}.`,
      )
    asked = { ...redirected(asked, answer.status, url, target), url: target.href }
  }
}

export function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !["http:", "https:"].includes(url.protocol) || !url.hostname)
    throw new ProbeError("configuration", "The address must begin with http:// or https:// and name a host.")
  if (url.username || url.password)
    throw new ProbeError(
      "configuration",
      "The address carries a name or password. Put them into the authentication instead.",
    )
  return url
}

export function portOf({ port, protocol }: URL): number {
  return port ? Number(port) : protocol === "https:" || protocol === "wss:" ? 443 : 80
}

export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1")
}

type Hop = Omit<HttpAnswer, "url" | "hops" | "timing"> & { cookies: readonly string[] }

async function hop(url: URL, asked: HttpRequest, limits: ProbeLimits, timing: Timing): Promise<Hop> {
  const host = hostOf(url)
  const where = placeOf(host, portOf(url))
  const line = await limits.dial(host, portOf(url), {
    carries: [...asked.secrets, ...(asked.identitySecrets ?? [])],
    ...(asked.family ? { family: asked.family } : {}),
  })
  timing.nameMs += line.nameMs
  timing.connectMs += line.connectMs
  try {
    const { socket, certificate, tlsMs } = await open(url, line, asked, limits, where)
    timing.tlsMs += tlsMs
    const began = performance.now()
    const response = await send(url, asked, socket)
    const answered = performance.now()
    timing.firstByteMs += answered - began
    const { body, truncated } = await readBody(response)
    timing.bodyMs += performance.now() - answered
    const headers = Object.fromEntries(
      Object.entries(response.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
      ),
    )
    const cookies = response.headers["set-cookie"] ?? []
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? "",
      headers,
      body,
      truncated,
      certificate,
      cookies,
    }
  } catch (error) {
    throw asProbeError(error, where)
  } finally {
    line.socket.destroy()
  }
}

async function open(url: URL, line: OpenLine, asked: HttpRequest, limits: ProbeLimits, where: string) {
  if (url.protocol === "http:") return { socket: line.socket, certificate: null, tlsMs: 0 }
  return secure(line.socket, {
    host: hostOf(url),
    where,
    ca: limits.ca,
    alpn: ["http/1.1"],
    clientCertificate: asked.clientCertificate,
    acceptUntrusted: asked.acceptUntrusted,
  })
}

function send(url: URL, { method, headers, body, jar }: HttpRequest, socket: Duplex): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const cookies = jar?.headerFor(url)
  const request: ClientRequest = httpRequest({
    // The socket is open and was checked. With `agent: false` Node would ignore it and look the name up again.
    createConnection: () => socket,
    method,
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      connection: "close",
      accept: "*/*",
      "accept-encoding": "gzip, deflate, br",
      "user-agent": "Countersign-HealthCheck",
      ...headers,
      ...(cookies ? { cookie: cookies } : {}),
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    },
  })
  request.on("error", reject)
  socket.on("error", reject)
  request.on("response", resolve)
  request.on("upgrade", () =>
    reject(new ProbeError("garbage", `${url.host} changed the protocol without being asked.`)),
  )
  request.on("close", () =>
    reject(new ProbeError("closed", `${url.host} closed the connection before it had answered.`)),
  )
  request.end(body)
  return promise
}

/** The beginning of it, unpacked. A longer body is no failure: what assertions speak of stands at the beginning. */
async function readBody(response: IncomingMessage): Promise<{ body: string; truncated: boolean }> {
  const decoder = decoderOf(response.headers["content-encoding"])
  const readable: Readable = decoder ? response.pipe(decoder) : response
  if (decoder) response.on("error", (error) => decoder.destroy(error))
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of readable as AsyncIterable<Buffer>) {
    size += chunk.length
    chunks.push(chunk)
    if (size > LONGEST_BODY) break
  }
  const bytes = Buffer.concat(chunks).subarray(0, LONGEST_BODY)
  return { body: textOf(bytes, response.headers["content-type"]), truncated: size > LONGEST_BODY }
}

function decoderOf(encoding: string | undefined) {
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip()
  if (encoding === "deflate") return createInflate()
  return encoding === "br" ? createBrotliDecompress() : null
}

function textOf(bytes: Buffer, type: string | undefined): string {
  const charset = /;\s?charset="?([\w-]{1,40})/i.exec(type ?? "")?.[1]
  try {
    return new TextDecoder(charset ?? "utf-8").decode(bytes)
  } catch {
    return bytes.toString("utf8")
  }
}

function redirectOf({ status, headers }: Pick<HttpAnswer, "status" | "headers">, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return null
  return URL.parse(headers.location, url)
}

/** As browsers do it: what proves who is asking stays with whom it was meant for. */
function redirected(asked: HttpRequest, status: number, from: URL, to: URL): HttpRequest {
  const asGet = status === 303 ? asked.method !== "HEAD" : status < 303 && asked.method === "POST"
  const sameOrigin = from.origin === to.origin
  const headers = Object.fromEntries(
    Object.entries(asked.headers).filter(([name]) => {
      const lower = name.toLowerCase()
      if (asGet && lower.startsWith("content-")) return false
      return sameOrigin || !["authorization", "cookie", "host"].includes(lower)
    }),
  )
  return {
    ...asked,
    ...(asGet ? { method: "GET", body: undefined } : {}),
    ...(sameOrigin ? {} : { clientCertificate: undefined, identitySecrets: [] }),
    headers,
  }
}
