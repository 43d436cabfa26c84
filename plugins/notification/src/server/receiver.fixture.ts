import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { afterAll } from "vitest"

interface ReceivedPost {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

type Answering = (post: ReceivedPost, response: ServerResponse) => void

/** Somebody else's server, on loopback. It keeps what it gets, and answers 200 unless told otherwise. Closed after the tests. */
export async function startReceiver() {
  const received: ReceivedPost[] = []
  const behaviour: { answer: Answering } = { answer: (_post, response) => response.end("ok") }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const post = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() }
      received.push(post)
      behaviour.answer(post, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    behaviour,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    at: (path: string) => received.filter((post) => post.path === path),
    status: (code: number, text = "") => {
      behaviour.answer = (_post, response) => response.writeHead(code).end(text)
    },
  }
}

interface ReceivedMail {
  to: string[]
  /** Headers as they travelled, and the text with the soft line breaks of quoted-printable undone. */
  raw: string
}

/** A mail server on loopback that keeps what it gets. Closed after the tests. */
export async function startMailbox(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const [headers = "", ...text] = Buffer.concat(chunks).toString().split("\r\n\r\n")
        const raw = `${headers}\r\n\r\n${text.join("\r\n\r\n").replace(/=\r\n/g, "").replace(/=3D/g, "=")}`
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
    ...options,
  })
  server.on("error", () => {})
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, received }
}
