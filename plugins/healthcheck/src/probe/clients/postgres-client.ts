import type { Duplex } from "node:stream"
import pg from "pg"
import { familyOf } from "../configuration/fields.ts"
import { firstOf } from "../configuration/sql-fields.ts"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError, oneLine, ProbeError } from "../probe-error.ts"
import { CountedSocket, UNCOUNTED } from "../socket/counted.ts"
import { SocketReader } from "../socket/read.ts"
import { secure } from "../socket/secure.ts"
import type { DatabaseAsked } from "./database.ts"
import { postgresFrames } from "./postgres-frames.ts"

export async function queryPostgres(asked: DatabaseAsked, limits: ProbeLimits) {
  const where = placeOf(asked.host, asked.port)
  const began = performance.now()
  const { socket: raw } = await limits.dial(asked.host, asked.port, familyOf(asked.family))
  const socket = asked.tls === "off" ? checked(raw, where) : await upgrade(raw, asked, limits, where)
  const client = new pg.Client({
    stream: () => socket as never,
    host: asked.host,
    user: asked.user,
    database: asked.database,
    // Asked for only when the server wants one; without this the client looks into files and the environment.
    password: () => asked.password ?? "",
    ssl: false,
    application_name: "countersign-healthcheck",
    keepAlive: false,
  })
  client.on("error", () => {})
  // The client tells only that it ended; the socket told why.
  let broke: Error | null = null
  socket.on("error", (error) => {
    broke ??= error
  })
  try {
    await client.connect()
    const connectMs = performance.now() - began
    const version = String((client as unknown as { serverVersion?: string }).serverVersion ?? "")
    await client.query("BEGIN READ ONLY")
    const asking = performance.now()
    const { rows } = await client.query(asked.query)
    const durationMs = performance.now() - asking
    const { rows: shown } = version === "" ? await client.query("SHOW server_version") : { rows: [] }
    return {
      query: { rows: rows.length, ...firstOf(rows[0]), durationMs },
      server: { version: version || String(shown[0]?.server_version ?? ""), connectMs },
    }
  } catch (error) {
    throw fromServer(broke ?? error, where)
  } finally {
    socket.destroy()
  }
}

/** 64 KB of zero bytes keep the client's parser, and with it this process, busy for seconds: frames are checked before. */
function checked(raw: Duplex, where: string): Duplex {
  return new CountedSocket(raw, { allowance: UNCOUNTED, where, inspect: postgresFrames(where) })
}

async function upgrade(raw: Duplex, { host, tls }: DatabaseAsked, limits: ProbeLimits, where: string): Promise<Duplex> {
  const reader = new SocketReader(raw, where)
  raw.write(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]))
  let answer: string
  try {
    answer = (await reader.bytes(1)).toString("latin1")
    reader.release()
  } catch (error) {
    throw asProbeError(error, where)
  }
  if (answer === "N")
    throw new ProbeError("tls-failed", `${where} does not encrypt. Switch encryption on there, or off here.`)
  if (answer !== "S") throw new ProbeError("garbage", `${where} answered something that is not PostgreSQL.`)
  const acceptUntrusted = tls === "any-certificate"
  return (await secure(raw, { host, where, ca: limits.ca, acceptUntrusted, inspect: postgresFrames(where) })).socket
}

function fromServer(error: unknown, where: string): ProbeError {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  if (typeof code !== "string" || severity === undefined) {
    const known = asProbeError(error, where)
    if (known.code !== "failed") return known
    return new ProbeError("closed", `${where} closed the connection before it had answered.`, { cause: error })
  }
  const said = oneLine((error as Error).message)
  // Classes of SQLSTATE: 28 is authorization, 3D000 a database that is not there.
  if (code.startsWith("28") || code === "3D000")
    return new ProbeError("login-refused", `${where} did not let the check sign in: ${said}`, { cause: error })
  return new ProbeError("query-failed", `The query failed on ${where}: ${said}`, { cause: error })
}
