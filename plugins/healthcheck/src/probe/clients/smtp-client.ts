import type { Duplex } from "node:stream"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import { familyOf } from "../configuration/fields.ts"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError, oneLine, ProbeError } from "../probe-error.ts"
import { SocketReader } from "../socket/read.ts"
import { secure } from "../socket/secure.ts"

interface Asked {
  host: string
  port: number
  security: "none" | "starttls" | "tls"
  acceptUntrusted: boolean
  user?: string | undefined
  password?: string | undefined
  family: "any" | "ipv4" | "ipv6"
}

export async function greetMailServer(asked: Asked, limits: ProbeLimits) {
  const { host, port, security, acceptUntrusted, user, password } = asked
  const where = placeOf(host, port)
  const began = performance.now()
  const { socket: raw } = await limits.dial(host, port, familyOf(asked.family))
  if (security === "starttls") await startTls(raw, where)
  const secured = security === "none" ? null : await secure(raw, { host, where, ca: limits.ca, acceptUntrusted })
  // The library waits for a greeting, and after STARTTLS there is none: it gets one from here.
  if (security === "starttls") secured?.socket.unshift(Buffer.from("220 secured\r\n"))
  const connection = new SMTPConnection({
    connection: (secured?.socket ?? raw) as never,
    host,
    port,
    secure: false,
    ignoreTLS: true,
    name: NAME,
    logger: false,
    // Its own are minutes long; the deadline of the probe rules.
    connectionTimeout: limits.timeLeftMs() + 1_000,
    greetingTimeout: limits.timeLeftMs() + 1_000,
    socketTimeout: limits.timeLeftMs() + 1_000,
  })
  const { promise: broke, reject } = Promise.withResolvers<never>()
  broke.catch(() => {})
  connection.on("error", reject)
  raw.on("error", reject)
  // Not at the socket's own end: the library says only after it why it ended.
  connection.on("end", () => reject(closed(where)))
  limits.atEnd(() => connection.close())
  try {
    await Promise.race([connecting(connection), broke])
    const greeting = oneLine(String(connection.lastServerResponse || ""))
    if (user !== undefined) await Promise.race([signIn(connection, user, password ?? ""), broke])
    return {
      greeting,
      encrypted: secured !== null,
      signedIn: user !== undefined,
      certificateDays: secured?.certificate.days ?? null,
      durationMs: performance.now() - began,
    }
  } catch (error) {
    throw fromServer(error, where)
  } finally {
    connection.close()
    raw.destroy()
  }
}

function closed(where: string): ProbeError {
  return new ProbeError("closed", `${where} closed the connection before it had answered.`)
}

/** By ourselves: the library loses why a certificate was refused. */
async function startTls(raw: Duplex, where: string): Promise<void> {
  const reader = new SocketReader(raw, where)
  try {
    await replyOf(reader, "220", where)
    raw.write(`EHLO ${NAME}\r\n`)
    const offered = await replyOf(reader, "250", where)
    if (!offered.some((line) => /^STARTTLS\b/i.test(line)))
      throw new ProbeError(
        "tls-failed",
        `${where} does not offer STARTTLS. Switch it on there, or choose another encryption.`,
      )
    raw.write("STARTTLS\r\n")
    await replyOf(reader, "220", where)
    // Whatever came with it was not encrypted and must not be taken for what is.
    reader.release()
  } catch (error) {
    throw asProbeError(error, where)
  }
}

const NAME = "countersign.invalid"

async function replyOf(reader: SocketReader, wanted: string, where: string): Promise<string[]> {
  const lines: string[] = []
  for (;;) {
    const line = await reader.line(2_000)
    const [, code, more, text = ""] = /^(\d{3})([ -]?)(.*)$/.exec(line) ?? []
    if (code !== wanted || lines.length > 100)
      throw new ProbeError("garbage", `${where} did not answer as a mail server does: ${oneLine(line)}`)
    lines.push(text)
    if (more !== "-") return lines
  }
}

function connecting(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    // Called for a failure too, as its types do not say.
    connection.connect((...given: unknown[]) => (given[0] ? reject(given[0]) : resolve()))
  })
}

function signIn(connection: SMTPConnection, user: string, pass: string): Promise<void> {
  return new Promise((resolve, reject) =>
    connection.login({ credentials: { user, pass } }, (error) => (error ? reject(error) : resolve())),
  )
}

function fromServer(error: unknown, where: string): ProbeError {
  const { code, response, cause } = error as { code?: unknown; response?: unknown; cause?: unknown }
  const said = oneLine(typeof response === "string" ? response : error instanceof Error ? error.message : "")
  // The library's codes hide what TLS or the socket said; that one stands in the cause.
  const below = cause instanceof Error ? asProbeError(cause, where) : null
  if (below && below.code !== "failed") return below
  if (code === "EAUTH")
    return new ProbeError("login-refused", `${where} did not let the check sign in: ${said}`, { cause: error })
  if (code === "ETLS")
    return new ProbeError("tls-failed", `The connection to ${where} could not be secured: ${said}`, { cause: error })
  if (code === "ESOCKET" || /closed|ended by the other/.test(said)) {
    const known = asProbeError(error, where)
    return known.code === "failed" ? closed(where) : known
  }
  if (code === "EPROTOCOL" || code === "ECONNECTION")
    return new ProbeError("garbage", `${where} did not greet as a mail server does: ${said}`, { cause: error })
  return asProbeError(error, where)
}
