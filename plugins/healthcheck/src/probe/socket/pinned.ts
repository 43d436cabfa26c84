import { connect } from "node:net"
import { ProbeError } from "../probe-error.ts"
import { type Allowance, CountedSocket } from "./counted.ts"

export interface PinnedLimits {
  allowance: Allowance
  signal: AbortSignal
  /** As it was configured, for sentences. */
  where: string
}

/** Connects to this very address. There is no name here that anybody could look up again. */
export function pinned(ip: string, port: number, { allowance, signal, where }: PinnedLimits): Promise<CountedSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<CountedSocket>()
  if (signal.aborted) {
    reject(signal.reason)
    return promise
  }
  const raw = connect({ host: ip, port, noDelay: true, autoSelectFamily: false })
  const stop = () => raw.destroy(asError(signal.reason))
  signal.addEventListener("abort", stop, { once: true })
  raw.once("close", () => {
    signal.removeEventListener("abort", stop)
    reject(new ProbeError("closed", `${where} closed the connection before it had answered.`))
  })
  raw.on("error", reject)
  raw.once("connect", () => resolve(new CountedSocket(raw, { allowance, where })))
  return promise
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
