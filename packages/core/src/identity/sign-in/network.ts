/** One subscriber holds a whole IPv6 /64, so its addresses count as one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!address.includes(":")) return address
  return `${groupsOf(address).slice(0, 4).join(":")}::/64`
}

/** Its neighbourhood, which is cheap to rent as a whole: an IPv4 /24, an IPv6 /48. Shares are given out by it, nobody is refused for it. */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address)
  if (network.includes(":")) return `${network.split(":").slice(0, 3).join(":")}::/48`
  return network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24")
}

function groupsOf(address: string): string[] {
  const [head = "", tail = ""] = address.toLowerCase().split("%")[0]!.split("::")
  const start = head.split(":").filter(Boolean)
  const end = tail.split(":").filter(Boolean)
  const zeros = address.includes("::") ? Array(Math.max(0, 8 - start.length - end.length)).fill("0") : []
  return [...start, ...zeros, ...end].map((group) => group.replace(/^0+(?=.)/, ""))
}
