import { WebSocket } from "ws"
import { familyOf } from "../configuration/fields.ts"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError, ProbeError } from "../probe-error.ts"
import { secure } from "../socket/secure.ts"
import { hostOf, portOf } from "./http-exchange.ts"

interface Asked {
  url: string
  headers: readonly { name: string; value: string }[]
  subprotocol?: string | undefined
  send?: string | undefined
  waitForMessage: boolean
  acceptUntrusted: boolean
  family: "any" | "ipv4" | "ipv6"
}

const LONGEST_MESSAGE = 64 * 1024

export async function openWebSocket(asked: Asked, limits: ProbeLimits) {
  const url = new URL(asked.url)
  const host = hostOf(url)
  const where = placeOf(host, portOf(url))
  const began = performance.now()
  const { socket: raw } = await limits.dial(host, portOf(url), familyOf(asked.family))
  const { acceptUntrusted } = asked
  const socket =
    url.protocol === "wss:"
      ? (await secure(raw, { host, where, ca: limits.ca, alpn: ["http/1.1"], acceptUntrusted })).socket
      : raw
  const websocket = new WebSocket(url, asked.subprotocol === undefined ? [] : [asked.subprotocol], {
    createConnection: () => socket as never,
    headers: Object.fromEntries(asked.headers.map(({ name, value }) => [name, value])),
    maxPayload: LONGEST_MESSAGE,
    // A small message can unpack into a large one.
    perMessageDeflate: false,
    followRedirects: false,
  })
  limits.atEnd(() => websocket.terminate())
  try {
    const opened = opening(websocket, where)
    socket.on("error", opened.reject)
    const message = asked.waitForMessage ? firstMessage(websocket, where) : null
    // Heard below, once it is open; until then nobody waits for it.
    message?.catch(() => {})
    await opened.promise
    const openMs = performance.now() - began
    if (asked.send !== undefined) websocket.send(asked.send)
    return {
      openMs,
      subprotocol: websocket.protocol,
      message: message ? await message : "",
      messageMs: message ? performance.now() - began - openMs : null,
    }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH")
      throw new ProbeError("too-much", `${where} sent a message of more than ${LONGEST_MESSAGE} bytes.`, {
        cause: error,
      })
    if (typeof code === "string" && code.startsWith("WS_ERR_"))
      throw new ProbeError("garbage", `${where} sent something that is not a WebSocket message.`, { cause: error })
    throw asProbeError(error, where)
  } finally {
    websocket.terminate()
    raw.destroy()
  }
}

function opening(websocket: WebSocket, where: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  websocket.on("open", resolve)
  websocket.on("error", reject)
  websocket.on("close", () =>
    reject(new ProbeError("closed", `${where} closed the connection before it had answered.`)),
  )
  websocket.on("unexpected-response", (request, response) => {
    const refused = `${where} answered with status ${response.statusCode} instead of opening a WebSocket.`
    reject(new ProbeError("upgrade-refused", refused))
    request.destroy()
  })
  return { promise, reject }
}

function firstMessage(websocket: WebSocket, where: string): Promise<string> {
  return new Promise((resolve, reject) => {
    websocket.on("message", (data) => resolve(Buffer.from(data as Buffer).toString("utf8")))
    websocket.on("error", reject)
    websocket.on("close", () => reject(new ProbeError("closed", `${where} closed the WebSocket without a message.`)))
  })
}
