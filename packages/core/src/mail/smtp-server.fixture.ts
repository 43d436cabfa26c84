import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { afterAll } from "vitest"

export interface ReceivedMail {
  to: string[]
  /** Headers and text as they travelled, soft line breaks of quoted-printable undone. */
  raw: string
}

/** A mail server on loopback that keeps what it gets. Closed after the file's tests. */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
): Promise<{ port: number; received: ReceivedMail[] }> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString().replace(/=\r\n/g, "").replace(/=3D/g, "=")
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
