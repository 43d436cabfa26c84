import { createHash } from "node:crypto"
import { Client } from "ssh2"
import type { Values } from "../../contract/strategy.ts"
import { familyOf } from "../configuration/fields.ts"
import { type ProbeLimits, placeOf } from "../limits.ts"
import { asProbeError, oneLine, ProbeError } from "../probe-error.ts"

interface Asked {
  host: string
  port: number
  hostKey?: string | undefined
  user?: string | undefined
  password?: string | undefined
  privateKey?: string | undefined
  passphrase?: string | undefined
  command?: string | undefined
  family: "any" | "ipv4" | "ipv6"
}

interface HostKey {
  fingerprint: string
  type: string
  connectMs: number
}

export async function askSsh(asked: Asked, limits: ProbeLimits): Promise<Values> {
  const where = placeOf(asked.host, asked.port)
  const began = performance.now()
  const { socket } = await limits.dial(asked.host, asked.port, familyOf(asked.family))
  const client = new Client()
  const shown = Promise.withResolvers<HostKey>()
  const signedIn = Promise.withResolvers<void>()
  const fail = (error: unknown) => {
    shown.reject(error)
    signedIn.reject(error)
  }
  for (const promise of [shown.promise, signedIn.promise]) promise.catch(() => {})
  client.on("error", fail)
  client.on("ready", signedIn.resolve)
  client.on("close", () => fail(new ProbeError("closed", `${where} closed the connection before it had answered.`)))
  socket.on("error", fail)
  limits.atEnd(() => client.destroy())
  try {
    client.connect({
      sock: socket,
      username: asked.user ?? "nobody",
      ...(asked.password === undefined ? {} : { password: asked.password }),
      ...(asked.privateKey === undefined ? {} : { privateKey: asked.privateKey }),
      ...(asked.passphrase === undefined ? {} : { passphrase: asked.passphrase }),
      // The deadline of the probe rules.
      readyTimeout: 0,
      keepaliveInterval: 0,
      hostVerifier: (key: Buffer) => {
        const hostKey = { ...readKey(key), connectMs: performance.now() - began }
        if (asked.hostKey !== undefined && asked.hostKey.replace(/=$/, "") !== hostKey.fingerprint) {
          fail(changed(where, hostKey.fingerprint))
          return false
        }
        shown.resolve(hostKey)
        // Without a command there is nothing to sign in for.
        return asked.command !== undefined
      },
    })
    const hostKey = await shown.promise
    if (asked.command === undefined) return { hostKey: { ...hostKey } }
    await signedIn.promise
    return { hostKey: { ...hostKey }, command: await run(client, asked.command, where) }
  } catch (error) {
    throw fromServer(error, where)
  } finally {
    client.destroy()
    socket.destroy()
  }
}

/** The type stands first in the key, behind its length. */
function readKey(key: Buffer): { fingerprint: string; type: string } {
  const length = key.length >= 4 ? Math.min(key.readUInt32BE(), 64) : 0
  return {
    fingerprint: `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=$/, "")}`,
    type: key.subarray(4, 4 + length).toString("latin1"),
  }
}

const LONGEST_OUTPUT = 64 * 1024

function run(client: Client, command: string, where: string) {
  const began = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<{
    exitCode: number | null
    output: string
    errors: string
    durationMs: number
  }>()
  client.on("error", reject)
  client.on("close", () => reject(new ProbeError("closed", `${where} closed the connection before the command ended.`)))
  client.exec(command, (error, stream) => {
    if (error) return reject(error)
    const kept = { output: new Kept(), errors: new Kept() }
    stream.on("data", (chunk: Buffer) => kept.output.add(chunk))
    stream.stderr.on("data", (chunk: Buffer) => kept.errors.add(chunk))
    stream.on("error", reject)
    stream.on("close", (code: number | null) =>
      resolve({
        exitCode: code ?? null,
        output: kept.output.text(),
        errors: kept.errors.text(),
        durationMs: performance.now() - began,
      }),
    )
  })
  return promise
}

/** The beginning of an output. */
class Kept {
  #chunks: Buffer[] = []
  #size = 0
  add(chunk: Buffer): void {
    if (this.#size < LONGEST_OUTPUT) this.#chunks.push(chunk)
    this.#size += chunk.length
  }
  text(): string {
    return Buffer.concat(this.#chunks).subarray(0, LONGEST_OUTPUT).toString("utf8")
  }
}

function changed(where: string, fingerprint: string): ProbeError {
  return new ProbeError(
    "host-key-changed",
    `${where} shows the host key ${fingerprint}, not the one in the configuration. If it was changed on purpose, put the new one there.`,
  )
}

function fromServer(error: unknown, where: string): ProbeError {
  const { level } = error as { level?: unknown }
  const said = error instanceof Error ? oneLine(error.message) : ""
  if (level === "client-authentication")
    return new ProbeError("login-refused", `${where} did not let the check sign in: ${said}`, { cause: error })
  if (level === "protocol" || level === "handshake")
    return new ProbeError("garbage", `${where} does not speak SSH as it should: ${said}`, { cause: error })
  if (error instanceof Error && /privateKey|passphrase|private key/i.test(error.message) && level === undefined)
    return new ProbeError("configuration", "The private key cannot be read. Check its form and its passphrase.", {
      cause: error,
    })
  const known = asProbeError(error, where)
  if (known.code !== "failed") return known
  return new ProbeError("garbage", `${where} does not speak SSH: ${said}`, { cause: error })
}
