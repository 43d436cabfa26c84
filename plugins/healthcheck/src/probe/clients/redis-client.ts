import type { Duplex } from "node:stream"
import type { Values } from "../../contract/strategy.ts"
import { familyOf } from "../configuration/fields.ts"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError, oneLine, ProbeError } from "../probe-error.ts"
import { SocketReader } from "../socket/read.ts"
import { secure } from "../socket/secure.ts"

export interface Asked {
  host: string
  port: number
  user?: string | undefined
  password?: string | undefined
  tls: "off" | "on" | "any-certificate"
  family: "any" | "ipv4" | "ipv6"
}

export async function pingRedis(
  { host, port, user, password, tls, family }: Asked,
  wantsInfo: boolean,
  limits: ProbeLimits,
): Promise<Values> {
  const where = placeOf(host, port)
  const { socket: raw } = await limits.dial(host, port, familyOf(family))
  try {
    const socket: Duplex =
      tls === "off"
        ? raw
        : (await secure(raw, { host, where, ca: limits.ca, acceptUntrusted: tls === "any-certificate" })).socket
    const reader = new SocketReader(socket, where)
    const ask = async (...parts: string[]) => {
      socket.write(command(parts))
      return replyOf(reader, where)
    }
    if (password !== undefined) {
      const answer = await ask("AUTH", ...(user === undefined ? [] : [user]), password)
      if (answer.error)
        throw new ProbeError(
          "login-refused",
          `${where} did not let the check sign in: ${oneLine(limits.hide(answer.text))}`,
        )
    }
    const began = performance.now()
    const pong = await ask("PING")
    const durationMs = performance.now() - began
    if (pong.error && /^(NOAUTH|WRONGPASS|NOPERM)/.test(pong.text))
      throw new ProbeError("login-refused", `${where} wants a password: ${oneLine(limits.hide(pong.text))}`)
    if (pong.error)
      throw new ProbeError("query-failed", `${where} answers, but not to PING: ${oneLine(limits.hide(pong.text))}`)
    if (pong.text !== "PONG") throw new ProbeError("garbage", `${where} answered something that is not Redis.`)
    const reply = { reply: pong.text, durationMs }
    return wantsInfo ? { reply, server: factsOf((await ask("INFO")).text) } : { reply }
  } catch (error) {
    throw asProbeError(error, where)
  } finally {
    raw.destroy()
  }
}

function command(parts: readonly string[]): string {
  return `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join("")}`
}

/** INFO is some kilobytes. */
const LONGEST_REPLY = 256 * 1024

async function replyOf(reader: SocketReader, where: string): Promise<{ text: string; error: boolean }> {
  const line = await reader.line()
  const rest = line.slice(1)
  if (line[0] === "+" || line[0] === ":") return { text: rest, error: false }
  if (line[0] === "-") return { text: rest, error: true }
  const length = Number(rest)
  if (line[0] !== "$" || !/^\d{1,7}$/.test(rest) || length > LONGEST_REPLY)
    throw new ProbeError("garbage", `${where} answered something that is not Redis.`)
  const text = (await reader.bytes(length + 2)).toString("utf8").slice(0, -2)
  return { text, error: false }
}

function factsOf(info: string) {
  const facts = new Map(
    info.split("\r\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
  )
  const number = (name: string) => (/^\d{1,15}$/.test(facts.get(name) ?? "") ? Number(facts.get(name)) : null)
  return {
    version: facts.get("valkey_version") ?? facts.get("redis_version") ?? "",
    role: facts.get("role") ?? "",
    connectedClients: number("connected_clients"),
    usedMemoryBytes: number("used_memory"),
    uptimeSeconds: number("uptime_in_seconds"),
  }
}
