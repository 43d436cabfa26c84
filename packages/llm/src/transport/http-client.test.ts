import { once } from "node:events"
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import net, { type AddressInfo } from "node:net"
import tls from "node:tls"
import { afterEach, describe, expect, it } from "vitest"
import { TEST_CERTIFICATE, TEST_KEY } from "./certificate.fixture.ts"
import { type HttpRequest, send, UnsendableError } from "./http-client.ts"

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

describe("send", () => {
  it("sends what it was given and hands the answer over", async () => {
    const { origin, requests } = await serve((_, response) => response.end("fine"))
    const answer = await ask({
      origin,
      method: "POST",
      path: "/v1?x=1",
      headers: { "x-key": "k" },
      body: ["grü", Buffer.from("n"), " ✓"],
    })

    expect(answer).toMatchObject({ status: 200, body: "fine" })
    expect(requests).toEqual([
      { method: "POST", url: "/v1?x=1", body: "grün ✓", key: "k", host: origin.slice("http://".length) },
    ])
  })

  it("uses a connection again once its answer was read to the end", async () => {
    const { origin, sockets } = await serve((_, response) => {
      response.write("one ")
      response.end("two")
    })
    for (let n = 0; n < 5; n += 1) expect((await ask({ origin })).body).toBe("one two")

    expect(sockets.size).toBe(1)
  })

  it("gives each of many at once a connection of its own, and mixes up none of their answers", async () => {
    const { origin, sockets } = await serve((request, response) => {
      for (let n = 0; n < 50; n += 1) response.write(`${request.url} `)
      response.end()
    })
    const paths = Array.from({ length: 20 }, (_, n) => `/${n}`)
    const answers = await Promise.all(paths.map((path) => ask({ origin, path })))

    expect(answers.map(({ body }) => body)).toEqual(paths.map((path) => `${path} `.repeat(50)))
    expect(sockets.size).toBe(20)
  })

  it("closes the socket of an answer that is no longer wanted, and tells nothing more of it", async () => {
    const { origin, server } = await serve((_, response) => void response.write("first"))
    const told: string[] = []
    const spoke = Promise.withResolvers<void>()
    const exchange = send(request({ origin }), {
      onHead: () => void told.push("head"),
      onBody() {
        told.push("body")
        spoke.resolve()
      },
      onEnd: () => void told.push("end"),
      onError: () => void told.push("error"),
    })
    const [socket] = (await once(server, "connection")) as [net.Socket]
    await spoke.promise
    exchange.abort()
    await once(socket, "close")

    expect(told).toEqual(["head", "body"])
  })

  it("opens another connection when the one it kept was closed meanwhile", async () => {
    const { origin, sockets } = await serve((_, response) => response.end("fine"))
    await ask({ origin })
    for (const socket of sockets) {
      const closed = once(socket, "close")
      socket.destroy()
      await closed
    }
    // The other end of that socket is ours; its news comes with the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve))

    expect((await ask({ origin })).body).toBe("fine")
  })

  it("does not keep a connection longer than its server does", async () => {
    const { origin, sockets } = await serve((_, response) => {
      response.setHeader("keep-alive", "timeout=1")
      response.end("fine")
    })
    await ask({ origin })
    await ask({ origin })

    expect(sockets.size).toBe(2)
  })

  it("does not use a connection again that said more than its answer", async () => {
    const { origin, count } = await serveRaw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfineHTTP/1.1 200 OK\r\n\r\n")

    expect((await ask({ origin })).body).toBe("fine")
    expect((await ask({ origin })).body).toBe("fine")
    expect(count()).toBe(2)
  })

  it("tells when the connection is cut in the middle of an answer", async () => {
    const { origin } = await serveRaw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")

    await expect(ask({ origin })).rejects.toMatchObject({ code: "CLOSED_EARLY" })
  })

  it("tells when what answers does not speak HTTP", async () => {
    const { origin } = await serveRaw("220 mail.example.test ESMTP\r\n")

    await expect(ask({ origin })).rejects.toMatchObject({ code: "NOT_HTTP" })
  })

  it("tells when nobody listens", async () => {
    const { origin, server } = await serve(() => {})
    server.close()
    await once(server, "close")

    await expect(ask({ origin })).rejects.toMatchObject({ code: "ECONNREFUSED" })
  })

  it.each([
    ["a header with a line break", { headers: { authorization: "Bearer a\r\nx-evil: 1" } }],
    ["a header with letters that are no ASCII", { headers: { authorization: "Bearer schlüssel" } }],
    ["a path with a space", { path: "/v1 HTTP/1.1\r\n" }],
  ])("sends nothing at all with %s", async (_, part) => {
    const { origin, sockets } = await serve((_request, response) => response.end())

    expect(() => send(request({ origin, ...part }), quiet)).toThrow(UnsendableError)
    expect(sockets.size).toBe(0)
  })

  it("speaks over TLS, to servers whose certificate fits only", async () => {
    const options = { key: TEST_KEY, cert: TEST_CERTIFICATE }
    const { origin, sockets } = await serve(
      (_, response) => response.end("x".repeat(100_000)),
      (listener) => createHttpsServer(options, listener),
    )
    await expect(ask({ origin })).rejects.toMatchObject({ code: expect.stringMatching(/SELF_SIGNED/) })
    const before = tls.getCACertificates("default")
    tls.setDefaultCACertificates([...before, TEST_CERTIFICATE])
    cleanups.push(() => tls.setDefaultCACertificates(before))
    sockets.clear()
    const answers = await Promise.all([ask({ origin }), ask({ origin })])

    expect(answers.map(({ body }) => body.length)).toEqual([100_000, 100_000])
    expect((await ask({ origin })).body).toHaveLength(100_000)
    expect(sockets.size).toBe(2)
    const elsewhere = origin.replace("localhost", "127.0.0.2")
    await expect(ask({ origin: elsewhere })).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" })
  })
})

const quiet = { onHead() {}, onBody() {}, onEnd() {}, onError() {} }

function request(part: Partial<HttpRequest>): HttpRequest {
  return { method: "GET", origin: "", path: "/", headers: {}, ...part }
}

function ask(part: Partial<HttpRequest>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let status = 0
    send(request(part), {
      onHead(given) {
        status = given
      },
      onBody: (chunk) => void chunks.push(Buffer.from(chunk)),
      onEnd: () => resolve({ status, body: Buffer.concat(chunks).toString() }),
      onError: reject,
    })
  })
}

interface Asked {
  method?: string
  url?: string
  body: string
  key?: unknown
  host?: string
}

async function serve(answer: RequestListener, create: (listener: RequestListener) => Server = createHttpServer) {
  const requests: Asked[] = []
  const sockets = new Set<net.Socket>()
  const server = create(async (request, response) => {
    let body = ""
    for await (const chunk of request.setEncoding("utf8")) body += chunk
    const { method, url, headers } = request
    requests.push({ method, url, body, key: headers["x-key"], host: headers.host })
    answer(request, response)
  })
  const isSecure = create !== createHttpServer
  server.on(isSecure ? "secureConnection" : "connection", (socket: net.Socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
  })
  server.listen(0, isSecure ? "127.0.0.1" : "localhost")
  await once(server, "listening")
  if (isSecure) await listenAlso(server)
  cleanups.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `${isSecure ? "https" : "http"}://localhost:${port}`, requests, sockets, server }
}

/** The same server under an address that its certificate does not name. */
async function listenAlso(server: Server): Promise<void> {
  const { port } = server.address() as AddressInfo
  const relay = net.createServer((socket) => {
    const on = net.connect(port, "127.0.0.1")
    socket.pipe(on).pipe(socket)
    for (const end of [socket, on]) end.on("error", () => {})
  })
  relay.listen(port, "127.0.0.2")
  await once(relay, "listening")
  cleanups.push(() => relay.close())
}

/** Says this to whoever connects, and closes. */
async function serveRaw(text: string) {
  let connections = 0
  const server = net.createServer((socket) => {
    connections += 1
    socket.on("error", () => {})
    socket.once("data", () => socket.end(text))
  })
  server.listen(0, "localhost")
  await once(server, "listening")
  cleanups.push(() => server.close())
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, count: () => connections }
}
