import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2"
import type { Duplex } from "node:stream"
import { familyOf } from "../configuration/fields.ts"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError, oneLine, ProbeError } from "../probe-error.ts"
import { secure } from "../socket/secure.ts"

export interface Asked {
  host: string
  port: number
  service?: string | undefined
  tls: "off" | "on" | "any-certificate"
  family: "any" | "ipv4" | "ipv6"
}

const STATES = ["UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"]

export async function askHealth({ host, port, service = "", tls, family }: Asked, limits: ProbeLimits) {
  const where = placeOf(host, port)
  const began = performance.now()
  const { socket: raw } = await limits.dial(host, port, familyOf(family))
  let session: ClientHttp2Session | null = null
  try {
    const socket: Duplex =
      tls === "off"
        ? raw
        : (await secure(raw, { host, where, ca: limits.ca, alpn: ["h2"], acceptUntrusted: tls === "any-certificate" }))
            .socket
    session = connect(`${tls === "off" ? "http" : "https"}://${where}`, { createConnection: () => socket })
    const { status, body, trailers } = await call(session, service, where)
    if (status !== 200 || trailers["grpc-status"] === undefined)
      throw new ProbeError("garbage", `${where} answered something that is not gRPC (HTTP status ${status}).`)
    const code = Number(trailers["grpc-status"])
    const state = code === 0 ? (STATES[stateIn(body)] ?? "UNKNOWN") : "UNKNOWN"
    return {
      status: state,
      serving: state === "SERVING",
      code,
      message: oneLine(decodeURIComponentSafely(String(trailers["grpc-message"] ?? ""))),
      durationMs: performance.now() - began,
    }
  } catch (error) {
    throw asProbeError(error, where)
  } finally {
    session?.destroy()
    raw.destroy()
  }
}

interface Answered {
  status: number
  body: Buffer
  trailers: IncomingHttpHeaders
}

function call(session: ClientHttp2Session, service: string, where: string): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  session.on("error", reject)
  session.on("close", () => reject(new ProbeError("closed", `${where} closed the connection before it had answered.`)))
  const stream = session.request({
    ":method": "POST",
    ":path": "/grpc.health.v1.Health/Check",
    "content-type": "application/grpc",
    te: "trailers",
    "user-agent": "countersign-healthcheck",
  })
  let [status, trailers]: [number, IncomingHttpHeaders] = [0, {}]
  const chunks: Buffer[] = []
  let size = 0
  stream.on("error", reject)
  stream.on("response", (headers) => {
    status = Number(headers[":status"])
    // An answer without a body carries here what stands at the end of others.
    trailers = headers
  })
  stream.on("trailers", (given) => {
    trailers = given
  })
  stream.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size <= LONGEST_ANSWER) chunks.push(chunk)
    else reject(new ProbeError("garbage", `${where} answered with more than a health check holds.`))
  })
  stream.on("close", () => resolve({ status, body: Buffer.concat(chunks), trailers }))
  const name = Buffer.from(service)
  const message = name.length === 0 ? name : Buffer.concat([Buffer.from([0x0a, ...varint(name.length)]), name])
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(message.length, 1)
  stream.end(Buffer.concat([prefix, message]))
  return promise
}

/** A state is two bytes behind five. */
const LONGEST_ANSWER = 1_024

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]
}

/** Field 1 of the answer. Left out it is 0. */
function stateIn(body: Buffer): number {
  return body.length >= 7 && body[5] === 0x08 ? body[6]! : 0
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
