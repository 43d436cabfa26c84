import { isIPv4, isIPv6 } from "node:net"
import type { Duplex } from "node:stream"
import type { ScriptRunner } from "../contract/script-runner.ts"
import type { DialOptions, Limits, Line } from "../contract/strategy.ts"
import { asProbeError, ProbeError } from "./probe-error.ts"
import type { Allowance } from "./socket/counted.ts"
import { pinned } from "./socket/pinned.ts"
import { maskOf, NO_SECRETS, type Secrets } from "./templates/secrets.ts"

export type ProbeLimits = Limits<Duplex>
export type OpenLine = Line<Duplex>

/** Says where a host lies and whether it may be called; core's egress guard is one. */
export interface ProbeGuard {
  addressesOf(host: string, port: number): Promise<readonly string[]>
}

export interface LimitOptions {
  guard: ProbeGuard
  timeoutMs: number
  maxBytes?: number
  secrets?: Secrets
  ca?: string | undefined
  runner?: ScriptRunner | undefined
  pingCommand?: string
  now?: () => Date
}

/** No strategy needs more: the longest answer kept is 256 KiB, and a server sends it within twice that. */
const MAX_BYTES = 1024 * 1024
/** A name with more is a trick or a mistake. */
const MOST_TRIED = 4

/** Runs a probe under its limits: whatever it does, it is over at the deadline, and nothing it opened stays open. */
export async function withLimits<T>(options: LimitOptions, probe: (limits: ProbeLimits) => Promise<T>): Promise<T> {
  const { timeoutMs } = options
  const deadline = performance.now() + timeoutMs
  const ended = new AbortController()
  const closing: (() => void)[] = []
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new ProbeError("timeout", `There was no complete answer within ${inSeconds(timeoutMs)}.`)
    reject(error)
    ended.abort(error)
  }, timeoutMs)
  try {
    const limits = limitsOf(options, { deadline, signal: ended.signal, atEnd: (close) => closing.push(close) })
    return await Promise.race([probe(limits), late])
  } finally {
    clearTimeout(timer)
    // Also where it ended well: what still runs here runs for nobody.
    if (!ended.signal.aborted) ended.abort(new ProbeError("closed", "The probe is over."))
    for (const close of closing) close()
  }
}

interface Course {
  deadline: number
  signal: AbortSignal
  atEnd: (close: () => void) => void
}

function limitsOf(options: LimitOptions, { deadline, signal, atEnd }: Course): ProbeLimits {
  const { guard, secrets = NO_SECRETS, maxBytes = MAX_BYTES, ca, runner, pingCommand = "ping" } = options
  const allowance: Allowance = { total: maxBytes, left: maxBytes }
  // What was checked is what is connected to, however often: a second answer could be another.
  const known = new Map<string, Promise<readonly string[]>>()

  async function addressesOf(host: string, port: number, { family, carries }: DialOptions): Promise<readonly string[]> {
    secrets.demand(host, carries)
    const where = placeOf(host, port)
    const looked = known.get(where) ?? guard.addressesOf(host, port)
    known.set(where, looked)
    const found = await unlessOver(looked, signal).catch((error) => {
      throw asProbeError(error, where)
    })
    const fitting = family ? found.filter((ip) => (family === 4 ? isIPv4(ip) : isIPv6(ip))) : found
    if (fitting.length === 0) throw new ProbeError("name-not-found", `${where} has no IPv${family} address.`)
    return fitting.slice(0, MOST_TRIED)
  }

  return {
    signal,
    timeLeftMs: () => Math.max(0, deadline - performance.now()),
    now: options.now ?? (() => new Date()),
    maxBytes,
    ca,
    runner,
    pingCommand,
    secretsIn: secrets.usedIn,
    secretValues: secrets.values,
    hide: maskOf(secrets.values),
    atEnd,
    async addressOf(host, port, dialOptions = {}) {
      const [address] = await addressesOf(host, port, dialOptions)
      return address!
    },
    async dial(host, port, dialOptions = {}): Promise<OpenLine> {
      const where = placeOf(host, port)
      const began = performance.now()
      const addresses = await addressesOf(host, port, dialOptions)
      const named = performance.now()
      const { socket, address } = await firstOpen(addresses, port, { allowance, signal, where })
      atEnd(() => socket.destroy())
      return { socket, address, nameMs: named - began, connectMs: performance.now() - named }
    },
  }
}

async function firstOpen(addresses: readonly string[], port: number, limits: Parameters<typeof pinned>[2]) {
  let last: unknown
  for (const address of addresses) {
    try {
      return { socket: await pinned(address, port, limits), address }
    } catch (error) {
      last = error
      if (limits.signal.aborted) break
    }
  }
  throw asProbeError(last, limits.where)
}

/** Looking up a name cannot be called off, only no longer be waited for. */
async function unlessOver<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener("abort", stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener("abort", stop)
  }
}

export function placeOf(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`
}

function inSeconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / 1_000).toFixed(1))} seconds`
}
