import { isIP } from "node:net"
import { rootCertificates, TLSSocket } from "node:tls"
import { type Connection, createConnection, type RowDataPacket } from "mysql2"
import { familyOf } from "../configuration/fields.ts"
import { firstOf } from "../configuration/sql-fields.ts"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError, oneLine, ProbeError } from "../probe-error.ts"
import type { DatabaseAsked } from "./database.ts"

export async function queryMysql(asked: DatabaseAsked, limits: ProbeLimits) {
  const where = placeOf(asked.host, asked.port)
  const began = performance.now()
  const { socket } = await limits.dial(asked.host, asked.port, familyOf(asked.family))
  const connection = createConnection({
    stream: socket,
    host: asked.host,
    user: asked.user,
    password: asked.password ?? "",
    database: asked.database,
    // The deadline of the probe rules.
    connectTimeout: 0,
    dateStrings: true,
    supportBigNumbers: true,
    ...(asked.tls === "off" ? {} : { ssl: securityOf(asked, limits) }),
    // Never the clear-text plugin, which a server could ask for.
    authPlugins: { mysql_clear_password: refuseClearText(asked.tls !== "off") },
  })
  const { promise: broke, reject } = Promise.withResolvers<never>()
  keepOrder(connection, () => {
    reject(new ProbeError("garbage", `${where} answered something that is not MySQL: its packets are out of order.`))
    socket.destroy()
  })
  broke.catch(() => {})
  connection.on("error", reject)
  socket.on("error", reject)
  socket.on("close", () => reject(new ProbeError("closed", `${where} closed the connection before it had answered.`)))
  try {
    const version = await Promise.race([connected(connection), broke])
    const connectMs = performance.now() - began
    await Promise.race([rowsOf(connection, "START TRANSACTION READ ONLY"), broke])
    const asking = performance.now()
    const rows = await Promise.race([rowsOf(connection, asked.query), broke])
    const durationMs = performance.now() - asking
    return { query: { rows: rows.length, ...firstOf(rows[0]), durationMs }, server: { version, connectMs } }
  } catch (error) {
    throw fromServer((asked.tls === "on" && verdictOf(connection)) || error, where)
  } finally {
    connection.destroy()
    socket.destroy()
  }
}

/** The client goes on with packets out of order, and writes a warning to the console for each. */
function keepOrder(connection: Connection, onBroken: () => void): void {
  const inner = connection as unknown as { sequenceId: number; handlePacket(packet?: { sequenceId: number }): void }
  const handle = inner.handlePacket.bind(connection)
  inner.handlePacket = (packet) => {
    if (packet && packet.sequenceId !== inner.sequenceId) onBroken()
    else handle(packet)
  }
}

function securityOf({ host, tls }: DatabaseAsked, { ca }: ProbeLimits) {
  return {
    rejectUnauthorized: tls === "on",
    verifyIdentity: tls === "on" && isIP(host) === 0,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  }
}

function connected(connection: Connection): Promise<string> {
  return new Promise((resolve, reject) => {
    connection.on("connect", (handshake: { serverVersion?: unknown }) => resolve(String(handshake.serverVersion ?? "")))
    connection.on("error", reject)
  })
}

function rowsOf(connection: Connection, sql: string): Promise<RowDataPacket[]> {
  return new Promise((resolve, reject) => {
    connection.query<RowDataPacket[]>(sql, (error, rows) =>
      error ? reject(error) : resolve(Array.isArray(rows) ? rows : []),
    )
  })
}

function refuseClearText(encrypted: boolean) {
  return ({ connection }: { connection: { config?: { password?: string } } }) =>
    () => {
      if (!encrypted)
        throw new ProbeError("login-refused", "The server asks for the password in clear text. Switch encryption on.")
      return Buffer.from(`${connection.config?.password ?? ""}\0`)
    }
}

/** What TLS said about the certificate. The socket below closes first, and the client tells only of that. */
function verdictOf(connection: Connection): Error | null {
  const { stream } = connection as unknown as { stream: unknown }
  if (!(stream instanceof TLSSocket) || !stream.authorizationError) return null
  const code = String(stream.authorizationError)
  return Object.assign(new Error(code), { code })
}

function fromServer(error: unknown, where: string): ProbeError {
  const { code, errno } = error as { code?: unknown; errno?: unknown }
  const said = error instanceof Error ? oneLine(error.message) : ""
  if (
    typeof code === "string" &&
    ["ER_ACCESS_DENIED_ERROR", "ER_DBACCESS_DENIED_ERROR", "ER_BAD_DB_ERROR", "ER_HOST_NOT_PRIVILEGED"].includes(code)
  )
    return new ProbeError("login-refused", `${where} did not let the check sign in: ${said}`, { cause: error })
  if (typeof code === "string" && code.startsWith("ER_") && typeof errno === "number")
    return new ProbeError("query-failed", `The query failed on ${where}: ${said}`, { cause: error })
  const verdict = asProbeError(error, where)
  if (verdict.code.startsWith("tls-")) return verdict
  if (code === "HANDSHAKE_SSL_ERROR")
    return new ProbeError("tls-failed", `The connection to ${where} could not be secured: ${said}`, { cause: error })
  if (code === "PROTOCOL_CONNECTION_LOST")
    return new ProbeError("closed", `${where} closed the connection before it had answered.`, { cause: error })
  if (code === "HANDSHAKE_NO_SSL_SUPPORT")
    return new ProbeError("tls-failed", `${where} does not encrypt. Switch encryption on there, or off here.`, {
      cause: error,
    })
  if (verdict.code !== "failed") return verdict
  return new ProbeError("garbage", `${where} answered something that is not MySQL: ${said}`, { cause: error })
}
