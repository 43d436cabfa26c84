import { BlockList, isIP, isIPv6 } from "node:net"
import { StartError } from "@countersign/core/host"

/** Where a request really comes from, for rate limits and the audit log. */
export type PeerAddress = (socketAddress: string, forwardedFor: string | undefined) => string

/**
 * A reverse proxy hides the client behind its own address and names it in `x-forwarded-for`. Only what a trusted proxy
 * added is believed: from the right, the first address that is not itself a trusted proxy.
 */
export function createPeerAddress(trusted: readonly string[], warn: (sentence: string) => void): PeerAddress {
  const proxies = toBlockList(trusted)
  const isProxy = (address: string) => proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4")
  let warned = false
  return (socketAddress, forwardedFor) => {
    let address = plain(socketAddress)
    if (forwardedFor === undefined) return address
    const hops = forwardedFor.split(",").map((hop) => plain(hop.trim()))
    for (let hop = hops.pop(); hop !== undefined && isIP(address) && isProxy(address); hop = hops.pop()) {
      if (!isIP(hop)) {
        if (hop !== "" && !warned) warn(UNREADABLE)
        warned ||= hop !== ""
        break
      }
      address = hop
    }
    return address
  }
}

const UNREADABLE =
  "A trusted proxy names its clients in x-forwarded-for in a way that is no address, so all of them count as one where attempts are limited. Let the proxy write addresses."

function toBlockList(trusted: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of trusted) {
    const [address = "", bits] = entry.trim().split("/")
    const kind = isIPv6(address) ? "ipv6" : "ipv4"
    const most = kind === "ipv6" ? 128 : 32
    if (
      !isIP(address) ||
      (bits !== undefined && !(Number.isInteger(Number(bits)) && Number(bits) >= 0 && Number(bits) <= most))
    )
      throw new StartError(
        `TRUSTED_PROXIES takes addresses and ranges separated by commas, such as 127.0.0.1,10.0.0.0/8; "${entry}" is neither.`,
      )
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  return list
}

/** Some proxies write the client's port as well, and then put IPv6 addresses in brackets. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/i

/** Node shows IPv4 peers of a dual-stack socket as ::ffff:a.b.c.d. */
function plain(written: string): string {
  const [, six, four] = WITH_PORT.exec(written) ?? []
  const address = six ?? four ?? written
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}
