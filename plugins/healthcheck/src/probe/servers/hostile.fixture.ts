import { createSocket } from "node:dgram"
import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { TLSSocket } from "node:tls"
import { TEST_CERTIFICATE, TEST_KEY } from "./certificates.fixture.ts"

/** What a server can do to whoever asks it. */
export const behaviours = {
  silence: () => {},
  drip: (socket) => every(socket, 20, () => Buffer.from("R")),
  "endless bytes": (socket) => pour(socket, noise),
  garbage: (socket) => socket.write(noise),
  "garbage letters": (socket) => socket.write("nonsense ".repeat(7_000)),
  "zero bytes": (socket) => socket.write(zeros),
  "endless zero bytes": (socket) => pour(socket, zeros),
  "endless letters": (socket) => pour(socket, Buffer.from("R".repeat(65_536))),
  "endless lines": (socket) => pour(socket, Buffer.from("220-again and again\r\n".repeat(3_000))),
  goodbye: (socket) => socket.end(),
  reset: (socket, raw) => {
    socket.destroy()
    raw.resetAndDestroy()
  },
} satisfies Record<string, Behaviour>

type Behaviour = (socket: Duplex, raw: Socket) => unknown

/** A handshake that begins well and comes one byte at a time: the record announces 16 KB. */
export const slowTls: Behaviour = (socket) => {
  socket.write(Buffer.from([0x16, 0x03, 0x03, 0x40, 0x00, 0x02, 0x00, 0x3f, 0xfc, 0x03, 0x03]))
  every(socket, 20, () => Buffer.from([7]))
}

/** In the words of a protocol, and without an end. */
export const endlessOf = {
  "http headers": repeated("HTTP/1.1 200 OK\r\n", "x-more: more\r\n"),
  "http hints": repeated("", "HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n"),
  "http body": repeated("HTTP/1.1 200 OK\r\n\r\n", "more and more of it\n"),
  "http chunks": repeated("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
  "redis text": repeated("$262144\r\n", "more"),
  "postgres notices": repeated("", Buffer.from([0x4e, 0, 0, 0, 5, 0])),
  "mysql packets": repeated("", Buffer.from([1, 0, 0, 0, 10])),
  "ssh lines": repeated("", "please wait\r\n"),
  "http2 settings": repeated("", Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
  "http2 pings": repeated(
    Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
    Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
  ),
} satisfies Record<string, Behaviour>

/** What has to be said in clear before a protocol is encrypted. */
export type Opening = "at once" | "postgres" | "mysql" | "smtp"

export interface HostileServer {
  port: number
  stop(): Promise<void>
}

/** @param tls the handshake is finished first; the certificate is the one of tests. */
export async function hostile(behave: Behaviour, tls?: Opening): Promise<HostileServer> {
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, async (raw) => {
    open.add(raw)
    raw.on("close", () => open.delete(raw))
    raw.on("error", () => {})
    try {
      if (tls === undefined) behave(raw, raw)
      else {
        await speak(raw, tls)
        const secured = new TLSSocket(raw, {
          isServer: true,
          key: TEST_KEY,
          cert: TEST_CERTIFICATE,
          ALPNProtocols: ["h2", "http/1.1"],
        })
        secured.on("error", () => {})
        secured.once("secure", () => behave(secured, raw))
      }
    } catch {
      raw.destroy()
    }
  })
  return { port: await listen(server), stop: () => stop(server, open) }
}

/** Answers every packet with as many others as are given. */
export async function hostileUdp(answers: (packet: Buffer) => Iterable<Buffer>, port = 0): Promise<HostileServer> {
  const socket = createSocket("udp4")
  socket.on("error", () => {})
  socket.on("message", (packet, { port: from, address }) => {
    for (const answer of answers(packet)) socket.send(answer, from, address)
  })
  socket.bind(port, "127.0.0.1")
  await once(socket, "listening")
  return { port: socket.address().port, stop: async () => void socket.close() }
}

export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

export async function stop(server: Server, open: Iterable<Socket> = []): Promise<void> {
  for (const socket of open) socket.destroy()
  server.close()
  await once(server, "close").catch(() => {})
}

async function speak(socket: Socket, opening: Opening): Promise<void> {
  const heard = async () => {
    const [chunk] = await once(socket, "data")
    socket.pause()
    return chunk as Buffer
  }
  if (opening === "postgres") {
    await heard()
    socket.write("S")
  } else if (opening === "mysql") {
    socket.write(mysqlGreeting())
    await heard()
  } else if (opening === "smtp") {
    socket.write("220 mail.example.test\r\n")
    await heard()
    socket.write("250-mail.example.test\r\n250 STARTTLS\r\n")
    await heard()
    socket.write("220 go on\r\n")
  }
}

/** Protocol 10 with every capability, TLS among them. */
function mysqlGreeting(): Buffer {
  const body = Buffer.concat([
    Buffer.from([10]),
    Buffer.from("8.0.0\0"),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from("12345678\0"),
    Buffer.from([0xff, 0xff, 0x21, 2, 0, 0xff, 0xcf, 21]),
    Buffer.alloc(10),
    Buffer.from("123456789012\0"),
    Buffer.from("mysql_native_password\0"),
  ])
  return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body])
}

const zeros = Buffer.alloc(65_536)
/** The same at every run: a failure can be seen again. */
const noise = Buffer.from(Uint32Array.from({ length: 16_384 }, (_, at) => Math.imul(at + 1, 2_654_435_761)).buffer)

function repeated(first: string | Buffer, unit: string | Buffer): Behaviour {
  const piece = Buffer.from(unit as Buffer)
  const block = Buffer.concat(Array<Buffer>(Math.ceil(65_536 / piece.length)).fill(piece))
  return (socket) => {
    socket.write(first)
    pour(socket, block)
  }
}

function pour(socket: Duplex, block: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(block)) {
      // Until it is full.
    }
  }
  socket.on("drain", more)
  more()
}

function every(socket: Duplex, ms: number, make: () => Buffer): void {
  // A wait by time: the drip is the subject.
  const timer = setInterval(() => socket.write(make()), ms)
  socket.on("close", () => clearInterval(timer))
}
