import type { RegisteredTool } from "../access/points/tool.ts"
import { InvalidInputError } from "../errors.ts"

/** What an egress tool would reach, from its arguments alone: decided before any name is looked up. */
export interface Destination {
  /** With its port, where that is not the usual one. */
  host: string
  address: string
}

/**
 * Who pointed there: a person wrote this very address, or named its host; the administrator's list holds the host, or the
 * host with any path and query; nobody did.
 */
export type DestinationKind = "none" | "written" | "named" | "allowed" | "allowedAnyPath" | "unnamed"

type Reaching = Pick<RegisteredTool, "egress" | "reaches">
type Arguments = Readonly<Record<string, unknown>>

/** The addresses that a call would reach: those its arguments lead to, or the one that its argument is. */
export function addressesOf({ egress, reaches }: Reaching, input: Arguments): readonly string[] {
  if (reaches) return reaches(input as never)
  return egress ? [String(input[egress] ?? "")] : []
}

export function destinationsOf(tool: RegisteredTool, input: Arguments): Destination[] {
  return addressesOf(tool, input).map((address) => {
    try {
      return { host: new URL(address).host.toLowerCase(), address }
    } catch {
      throw new InvalidInputError(
        `"${tool.egress}" of ${tool.name} is not an address: pass one such as https://example.com/.`,
        [{ path: tool.egress ?? "", message: "Not an address." }],
      )
    }
  })
}

export interface Pointers {
  /** The administrator's entries: `example.com`, `*.example.com`, `example.com/*`. */
  allowed: readonly string[]
  /** Hosts that a person named. */
  named: readonly string[]
  /** Whether a person wrote an address as it stands. */
  wrote?(address: string): boolean
}

/** From what needs least agreement to what needs most. */
const KINDS: readonly DestinationKind[] = ["none", "written", "allowedAnyPath", "allowed", "named", "unnamed"]

/** Of several destinations the one that needs most agreement counts. */
export function kindOf(destinations: readonly Destination[], pointers: Pointers): DestinationKind {
  const kinds = destinations.map((one) => KINDS.indexOf(kindOfOne(one, pointers)))
  return KINDS[Math.max(0, ...kinds)]!
}

function kindOfOne({ host, address }: Destination, { allowed, named, wrote }: Pointers): DestinationKind {
  const byPerson = isNamed(host, named)
  if (byPerson && wrote?.(address)) return "written"
  const anyPath = allowed.filter((entry) => entry.endsWith(ANY_PATH)).map((entry) => entry.slice(0, -ANY_PATH.length))
  if (isNamed(host, anyPath)) return "allowedAnyPath"
  if (isNamed(host, allowed)) return "allowed"
  return byPerson ? "named" : "unnamed"
}

const ANY_PATH = "/*"

/** `*.example.com` stands for every name below example.com, a bare host for itself on its usual port. */
export function isNamed(destination: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const host = entry.toLowerCase()
    return host.startsWith("*.") ? destination.endsWith(host.slice(1)) : destination === host
  })
}
