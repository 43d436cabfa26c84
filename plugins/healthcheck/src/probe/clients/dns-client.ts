import { randomInt } from "node:crypto"
import { createSocket } from "node:dgram"
import { getServers } from "node:dns"
import { isIPv6 } from "node:net"
import {
  type Answer,
  type DecodedPacket,
  decode,
  encode,
  RECURSION_DESIRED,
  type RecordType,
  streamEncode,
} from "dns-packet"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError, ProbeError } from "../probe-error.ts"
import { SocketReader } from "../socket/read.ts"

interface Question {
  name: string
  type: RecordType
  server?: string | undefined
  port: number
}

export async function askNameServer({ name, type, server, port }: Question, limits: ProbeLimits) {
  const began = performance.now()
  const place = await placeToAsk(server, port, limits)
  const id = randomInt(65_536)
  const question = {
    type: "query" as const,
    id,
    flags: RECURSION_DESIRED,
    questions: [{ type, name: name.replace(/\.$/, "") }],
    additionals: [
      {
        type: "OPT" as const,
        name: "." as const,
        udpPayloadSize: 1_232,
        flags: 0x8000,
        options: [],
        extendedRcode: 0,
        ednsVersion: 0,
        flag_do: true,
      },
    ],
  }
  let answer = await overUdp(place, encode(question), id, limits)
  // What does not fit into a packet is asked for again over a connection.
  if (answer.flag_tc) answer = await overTcp(place, streamEncode(question), id, limits)
  const records = answer.answers ?? []
  const ttls = records.flatMap((record) => ("ttl" in record && typeof record.ttl === "number" ? [record.ttl] : []))
  return {
    code: answer.rcode,
    records: records
      .filter((record) => record.type === type || type === "A" || type === "AAAA")
      .slice(0, 100)
      .map(recordText),
    ttl: ttls.length > 0 ? Math.min(...ttls) : null,
    authenticated: answer.flag_ad,
    durationMs: performance.now() - began,
  }
}

type Reply = DecodedPacket & { rcode: string }

interface Place {
  ip: string
  port: number
  host: string
  where: string
  /** Of this machine's own configuration: nobody chose it for a check. */
  own: boolean
}

async function placeToAsk(server: string | undefined, port: number, limits: ProbeLimits): Promise<Place> {
  if (server !== undefined)
    return { ip: await limits.addressOf(server, port), port, host: server, where: placeOf(server, port), own: false }
  const [first] = getServers()
  if (!first) throw new ProbeError("configuration", "This machine has no resolver. Say which server to ask.")
  const [, ip = first, own] = /^\[?([0-9a-fA-F:.]+?)\]?(?::(\d+))?$/.exec(first) ?? []
  return { ip, port: Number(own ?? 53), host: ip, where: "the resolver of this machine", own: true }
}

/** Only the server's own packets arrive at a connected socket; of those, what answers another question is passed over. */
function overUdp({ ip, port, where }: Place, packet: Buffer, id: number, limits: ProbeLimits): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const socket = createSocket(isIPv6(ip) ? "udp6" : "udp4")
  const fail = (error: unknown) => reject(asProbeError(error, where))
  let [bytes, broken] = [0, 0]
  limits.atEnd(() => {
    try {
      socket.close()
    } catch {
      // Closed already, by an error.
    }
  })
  limits.signal.addEventListener("abort", () => fail(limits.signal.reason), { once: true })
  socket.on("error", fail)
  socket.on("message", (message) => {
    bytes += message.length
    if (bytes > limits.maxBytes)
      return fail(new ProbeError("too-much", `${where} sent more packets than were asked for.`))
    const reply = read(message, id)
    if (reply) return resolve(reply)
    broken += 1
    if (broken > 20) fail(new ProbeError("garbage", `${where} sent packets that do not answer what was asked.`))
  })
  socket.connect(port, ip, () => socket.send(packet, (error) => error && fail(error)))
  return promise
}

async function overTcp(
  { ip, port, host, where, own }: Place,
  packet: Buffer,
  id: number,
  limits: ProbeLimits,
): Promise<Reply> {
  if (own) throw new ProbeError("too-much", "The answer is too long for a packet. Name the server to ask.")
  const { socket } = await limits.dial(host, port)
  try {
    socket.write(packet)
    const reader = new SocketReader(socket, where)
    const length = (await reader.bytes(2)).readUInt16BE()
    const reply = read(await reader.bytes(length), id)
    if (!reply) throw new ProbeError("garbage", `${where} answered something that is not DNS, or not what was asked.`)
    return reply
  } catch (error) {
    throw asProbeError(error, `${ip}:${port}`)
  } finally {
    socket.destroy()
  }
}

function read(message: Buffer, id: number): Reply | null {
  try {
    const packet = decode(message)
    return packet.type === "response" && packet.id === id && message.length >= 12 ? (packet as Reply) : null
  } catch {
    return null
  }
}

function recordText(record: Answer): string {
  if (!("data" in record)) return ""
  const { data } = record
  if (typeof data === "string") return data
  if (Buffer.isBuffer(data)) return data.toString("utf8")
  if (Array.isArray(data)) return data.map((part) => part.toString()).join("")
  if (record.type === "MX") return `${record.data.preference} ${record.data.exchange}`
  if (record.type === "SRV")
    return `${record.data.priority} ${record.data.weight} ${record.data.port} ${record.data.target}`
  if (record.type === "CAA") return `${record.data.flags ?? 0} ${record.data.tag} ${record.data.value}`
  if (record.type === "DS")
    return `${record.data.keyTag} ${record.data.algorithm} ${record.data.digestType} ${record.data.digest.toString("hex")}`
  if (record.type === "SOA") return `${record.data.mname} ${record.data.rname} ${record.data.serial}`
  return JSON.stringify(data)
}
