import { lookup } from "node:dns/promises"
import { isIPv6, type LookupFunction } from "node:net"
import { type AllowList, parseAllowList } from "../contract/network/allow-list.ts"
import { kindOf, parseAddress } from "../contract/network/public-address.ts"
import { Turned } from "./egress-errors.ts"
import { isReservedName, plainHost } from "./reserved-name.ts"

export interface GuardOptions {
  /** What an administrator allows beside the public internet. Nothing unless given. */
  allow?: AllowList
  /** Where it is written down, as a refusal names it: `the allow-list in Settings > Greetings`. COUNTERSIGN_ALLOW_PRIVATE unless given. */
  allowedIn?: string
  /** The addresses of a name. The system's resolver unless told otherwise. */
  resolve?: (host: string) => Promise<readonly string[]>
  /** For tests: whether this private address stands for one of the public internet. */
  standsForPublic?: (host: string, address: string) => boolean
}

/** A host that must not be called; its message tells those who may configure addresses what to do. */
export class NotAllowedError extends Turned {
  override name = "NotAllowedError"
  readonly code = "NOT_ALLOWED"
}

/** Decides what may be connected to. Everything this server calls at an address that somebody wrote down asks it. */
export interface Guard {
  /**
   * Where the host lies: looked up once, every address checked. Whoever connects takes one of these and asks no
   * resolver again. Throws a NotAllowedError.
   */
  addressesOf(hostname: string, port: number): Promise<readonly string[]>
  /** The same for Node's sockets, which ask only for names: throws at once for what needs no looking up. */
  lookup(hostname: string, port: number): LookupFunction
}

export function createGuard(options: GuardOptions = {}): Guard {
  const { allow = NOTHING, allowedIn, resolve = resolveBySystem, standsForPublic = () => false } = options

  /** Its address, if that is what it is; null for a name that may be looked up. */
  function demandHost(host: string, port: number): string | null {
    if (parseAddress(host)) {
      demandAddress(host, host, port)
      return host
    }
    if (isReservedName(host) && !allow.holdsName(host, port)) throw notAllowed(host, port, "a name", allowedIn)
    return null
  }

  function demandAddress(host: string, address: string, port: number): void {
    const bytes = parseAddress(address)
    if (!bytes) throw new Turned(`${host} resolves to "${address}", which is no address.`)
    const kind = kindOf(bytes)
    if (kind === "never")
      throw new NotAllowedError(
        `${host === address ? host : `${host} lies at ${address}, which`} is a link-local, metadata or reserved address. It is never called, and no setting allows it. Use another address.`,
      )
    if (kind === "public" || standsForPublic(host, address)) return
    if (!allow.holdsAddress(bytes, port) && !allow.holdsName(host, port))
      throw notAllowed(host, port, "an address", allowedIn)
  }

  /** All of a name's addresses have to pass: with one among them that does not, the name is not to be trusted. */
  function demandAll(host: string, addresses: readonly string[], port: number): readonly string[] {
    if (addresses.length === 0) throw new Turned(`${host} has no address.`)
    for (const address of addresses) demandAddress(host, address, port)
    return addresses
  }

  return {
    async addressesOf(hostname, port) {
      const host = plainHost(hostname)
      const literal = demandHost(host, port)
      return literal ? [literal] : demandAll(host, await resolve(host), port)
    },
    lookup(hostname, port) {
      const host = plainHost(hostname)
      demandHost(host, port)
      return (_, { all, family }, callback) => {
        const found = resolve(host).then((addresses) => demandAll(host, addresses, port))
        found.then(
          (addresses) => {
            const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
            const fitting = known.filter((one) => !family || one.family === family)
            const [first = known[0]!] = fitting
            if (all) callback(null, fitting.length > 0 ? fitting : known)
            else callback(null, first.address, first.family)
          },
          (error) => callback(error, "", 0),
        )
      }
    },
  }
}

const NOTHING = parseAllowList("none")

async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: "ipv4first" })
  return found.map(({ address }) => address)
}

function notAllowed(host: string, port: number, what: string, allowedIn: string | undefined): NotAllowedError {
  const place = `${host.includes(":") ? `[${host}]` : host}:${port}`
  const howTo = allowedIn
    ? `an administrator allows it. Add ${place} to ${allowedIn}.`
    : `whoever runs this server allows it. Add ${place} to COUNTERSIGN_ALLOW_PRIVATE and start the server again.`
  return new NotAllowedError(`${place} is ${what} inside a private network, and such are called only where ${howTo}`)
}
