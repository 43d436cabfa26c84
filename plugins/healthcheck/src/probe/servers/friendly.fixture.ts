import { createSocket } from "node:dgram"
import { once } from "node:events"
import { createServer as createHttp, type RequestListener } from "node:http"
import { createServer as createHttp2, createSecureServer, type ServerHttp2Stream } from "node:http2"
import { createServer as createHttps } from "node:https"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { type Answer, decode, encode, RECURSION_AVAILABLE } from "dns-packet"
import { createServer as createMysql } from "mysql2"
import { SMTPServer } from "smtp-server"
import ssh2 from "ssh2"
import { WebSocketServer } from "ws"
import { TEST_CERTIFICATE, TEST_KEY } from "./certificates.fixture.ts"
import { listen, stop } from "./hostile.fixture.ts"

export interface FriendlyServer {
  port: number
  stop(): Promise<void>
}

interface Identity {
  key: string
  cert: string
}

const IDENTITY: Identity = { key: TEST_KEY, cert: TEST_CERTIFICATE }

export function httpServer(answer: RequestListener): Promise<FriendlyServer> {
  return served(createHttp(answer))
}

/** @param clients authority whose certificates callers must show */
export function httpsServer(answer: RequestListener, identity = IDENTITY, clients?: string): Promise<FriendlyServer> {
  const asks = clients === undefined ? {} : { requestCert: true, rejectUnauthorized: true, ca: clients }
  return served(createHttps({ ...identity, ...asks }, answer))
}

/** The real one of the test run, which listens on a socket in the file system. */
export function postgresServer({ host, port }: { host: string; port: number }): Promise<FriendlyServer> {
  return served(
    createServer((socket) => {
      const inner = connect(`${host}/.s.PGSQL.${port}`)
      for (const side of [socket, inner]) side.on("error", () => {})
      socket.pipe(inner).pipe(socket)
      socket.on("close", () => inner.destroy())
    }),
  )
}

/** Lets `watcher` with the password `open sesame` in and answers every query with one row. */
export async function mysqlServer(): Promise<FriendlyServer> {
  const server = createMysql((connection) => {
    connection.on("error", () => {})
    // Every question counts anew; the library's server goes on counting, and warns on the console.
    const inner = connection as unknown as { sequenceId: number; handlePacket(packet?: { sequenceId: number }): void }
    const handle = inner.handlePacket.bind(connection)
    inner.handlePacket = (packet) => {
      if (packet) inner.sequenceId = packet.sequenceId
      handle(packet)
    }
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: "8.4.0-fixture",
      connectionId: 1,
      statusFlags: 2,
      characterSet: 8,
      // Without TLS, which this one cannot do, and without the newer end of rows, which it cannot say.
      capabilityFlags: (0xff_ff_f7_ff & ~(1 << 24)) >>> 0,
      authCallback: (given: { user: string }, done: (error: null, refusal?: object) => void) =>
        given.user === "watcher" ? done(null) : done(null, { message: "Access denied", code: 1045 }),
    })
    connection.on("query", (sql: string) => {
      if (/READ ONLY/.test(sql)) connection.writeOk()
      else if (/broken/.test(sql))
        connection.writeError({ code: 1064, message: "You have an error in your SQL syntax" })
      else
        connection.writeTextResult(/nothing/.test(sql) ? [] : [{ answer: "42" }], [
          {
            catalog: "def",
            schema: "",
            table: "",
            orgTable: "",
            name: "answer",
            orgName: "answer",
            characterSet: 33,
            columnLength: 20,
            columnType: 253,
            flags: 0,
            decimals: 0,
          },
        ])
    })
  })
  const inner = (server as unknown as { _server: Server })._server
  const open = keepTrack(inner)
  return { port: await listen(inner), stop: () => stop(inner, open) }
}

export function redisServer(password?: string): Promise<FriendlyServer> {
  return served(
    createServer((socket) => {
      socket.on("error", () => {})
      let signedIn = password === undefined
      const info =
        "# Server\r\nredis_version:7.0.15\r\nuptime_in_seconds:12\r\nrole:master\r\nconnected_clients:3\r\nused_memory:1048576\r\n"
      socket.on("data", (chunk) => {
        const [name = "", ...given] = [...chunk.toString().matchAll(/\$\d+\r\n([^\r]*)\r\n/g)].map(([, part]) => part!)
        if (name === "AUTH") {
          signedIn = given.at(-1) === password
          socket.write(signedIn ? "+OK\r\n" : "-WRONGPASS invalid username-password pair\r\n")
        } else if (!signedIn) socket.write("-NOAUTH Authentication required.\r\n")
        else if (name === "PING") socket.write("+PONG\r\n")
        else if (name === "INFO") socket.write(`$${info.length}\r\n${info}\r\n`)
      })
    }),
  )
}

export async function smtpServer(secure = false): Promise<FriendlyServer> {
  const server = new SMTPServer({
    ...IDENTITY,
    secure,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === "watcher" && password === "open sesame"
        ? done(null, { user: username })
        : done(new Error("Not you")),
  })
  server.on("error", () => {})
  const port = await listen(server.server as Server)
  return { port, stop: () => new Promise((done) => server.close(() => done())) }
}

/** Knows the service `checkout`, which serves, and `billing`, which does not. */
export async function grpcServer(secure = false): Promise<FriendlyServer> {
  const answer = (stream: ServerHttp2Stream) => {
    const chunks: Buffer[] = []
    stream.on("error", () => {})
    stream.on("data", (chunk) => chunks.push(Buffer.from(chunk)))
    stream.on("end", () => {
      const service = Buffer.concat(chunks).subarray(7).toString()
      const known = { "": 1, checkout: 1, billing: 2 }[service]
      if (known === undefined) {
        stream.respond(
          { ":status": 200, "content-type": "application/grpc", "grpc-status": "5", "grpc-message": "unknown service" },
          { endStream: true },
        )
        return
      }
      stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true })
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }))
      stream.end(Buffer.from([0, 0, 0, 0, 2, 8, known]))
    })
  }
  const server = secure ? createSecureServer(IDENTITY) : createHttp2()
  server.on("stream", answer)
  server.on("sessionError", () => {})
  return served(server)
}

/** Says back what it hears; at `/refused` it opens nothing. */
export async function webSocketServer(secure = false): Promise<FriendlyServer> {
  const server = secure ? createHttps(IDENTITY) : createHttp()
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (asked) => [...asked][0] ?? false })
  server.on("upgrade", (request, socket, head) => {
    if (request.url === "/refused") return void socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n")
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("error", () => {})
      opened.on("message", (data) => opened.send(`you said ${data}`))
    })
  })
  const friendly = await served(server)
  return {
    ...friendly,
    async stop() {
      for (const open of sockets.clients) open.terminate()
      await friendly.stop()
    },
  }
}

/** Lets `watcher` in by password or by its key; runs `exit N`. */
export async function sshServer(): Promise<FriendlyServer & { fingerprint: string; clientKey: string }> {
  const { utils, Server: SshServer } = ssh2
  const [host, client] = [utils.generateKeyPairSync("ed25519"), utils.generateKeyPairSync("ed25519")]
  const allowed = utils.parseKey(client.public)
  if (allowed instanceof Error) throw allowed
  const server = new SshServer({ hostKeys: [host.private] }, (connection) => {
    connection.on("error", () => {})
    connection.on("authentication", (asked) => {
      if (asked.username === "watcher" && asked.method === "password" && asked.password === "open sesame")
        return asked.accept()
      if (asked.username === "watcher" && asked.method === "publickey" && asked.key.data.equals(allowed.getPublicSSH()))
        return asked.accept()
      asked.reject(["password", "publickey"])
    })
    connection.on("session", (accept) =>
      accept().on("exec", (acceptRun, _reject, { command }) => {
        const stream = acceptRun()
        stream.write(`ran ${command}\n`)
        stream.stderr.write("and complained\n")
        stream.exit(Number(/^exit (\d+)$/.exec(command)?.[1] ?? 0))
        stream.end()
      }),
    )
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const key = utils.parseKey(host.public)
  if (key instanceof Error) throw key
  const { createHash } = await import("node:crypto")
  const digest = createHash("sha256").update(key.getPublicSSH()).digest("base64").replace(/=$/, "")
  return {
    port: (server.address() as AddressInfo).port,
    fingerprint: `SHA256:${digest}`,
    clientKey: client.private,
    stop: () => new Promise((done) => server.close(() => done())),
  }
}

/** Answers from the list; `long.example.test` only over TCP. */
export async function dnsServer(answers: readonly Answer[]): Promise<FriendlyServer> {
  const answer = (packet: Buffer, overTcp: boolean) => {
    const { id, questions = [] } = decode(packet)
    const found = answers.filter(({ name, type }) =>
      questions.some((asked) => asked.name === name && asked.type === type),
    )
    const truncated = !overTcp && questions[0]?.name === "long.example.test"
    const flags = RECURSION_AVAILABLE | (truncated ? 0x200 : 0) | (found.length === 0 ? 3 : 0) | 0x20
    return encode({ type: "response", id: id ?? 0, flags, questions, answers: truncated ? [] : found })
  }
  const server = await served(
    createServer((socket) => {
      socket.on("error", () => {})
      socket.on("data", (chunk) => {
        const reply = answer(chunk.subarray(2), true)
        const length = Buffer.alloc(2)
        length.writeUInt16BE(reply.length)
        socket.write(Buffer.concat([length, reply]))
      })
    }),
  )
  const udp = createSocket("udp4")
  udp.on("error", () => {})
  udp.on("message", (packet, from) => udp.send(answer(packet, false), from.port, from.address))
  udp.bind(server.port, "127.0.0.1")
  await once(udp, "listening")
  return {
    port: server.port,
    async stop() {
      udp.close()
      await server.stop()
    },
  }
}

async function served(server: Server): Promise<FriendlyServer> {
  const open = keepTrack(server)
  return { port: await listen(server), stop: () => stop(server, open) }
}

function keepTrack(server: Server): Set<Socket> {
  const open = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    open.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => open.delete(socket))
  })
  return open
}
