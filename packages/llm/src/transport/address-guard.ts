import type net from "node:net"
import type { Failure } from "../model-event.ts"

/** Handed in with a connection by whoever knows what this machine must not call. */
export interface AddressGuard {
  /**
   * How the host's name is looked up, so that what was checked is what a socket connects to. Throws at once, or fails
   * the lookup, with an error of the code NOT_ALLOWED whose message is a sentence for those who may change the address.
   */
  lookup(host: string, port: number): net.LookupFunction
  /** For packages that bring a client of their own. */
  fetch: typeof fetch
}

/** Undefined for every other error, whatever wraps it. Trying again would not help. */
export function notAllowed(error: unknown): Failure | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if ((cause as NodeJS.ErrnoException).code === "NOT_ALLOWED") return { kind: "rejected", sentence: cause.message }
  return undefined
}
