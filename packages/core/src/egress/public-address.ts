/** An IP address as 4 or 16 bytes. */
export type AddressBytes = readonly number[]

/**
 * Null for anything that is not one plain address. Takes what resolvers and the URL parser hand out, not what people
 * type: octal, hex and short forms are the URL parser's to normalise, and where they arrive here they are no address.
 */
export function parseAddress(text: string): AddressBytes | null {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text
  return bare.includes(":") ? parseV6(bare) : parseV4(bare)
}

/**
 * Whether an address is one of the public internet's. Judged by its bytes: what an address looks like has many
 * spellings, and lists of "private" ranges miss those that merely carry a private one inside.
 */
export function isPublicAddress(bytes: AddressBytes): boolean {
  if (bytes.length === 4) return !V4_SPECIAL.some((block) => within(bytes, block))
  const inner = carriedV4(bytes)
  if (inner) return isPublicAddress(inner)
  if (isIsatap(bytes)) return false
  return within(bytes, V6_GLOBAL) && !V6_SPECIAL.some((block) => within(bytes, block))
}

interface Block {
  bytes: AddressBytes
  bits: number
}

const V4_SPECIAL = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Link-local, where clouds answer with credentials.
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  // Multicast, reserved and broadcast.
  "224.0.0.0/3",
  // Azure's own services for a machine, under an address that is public by its number.
  "168.63.129.16/32",
].map(block)

/** All that was ever assigned for use in the open; everything outside is local, reserved or a translation. */
const V6_GLOBAL = block("2000::/3")

const V6_SPECIAL = [
  // Protocol assignments: Teredo, benchmarking, ORCHID.
  "2001::/23",
  "2001:db8::/32",
  // 6to4, which no network routes any more but a local relay may.
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
].map(block)

const MAPPED = block("::ffff:0:0/96")
const TRANSLATED = block("::ffff:0:0:0/96")
const NAT64 = block("64:ff9b::/96")

/** The IPv4 address that a packet to this one ends at. */
function carriedV4(bytes: AddressBytes): AddressBytes | null {
  return [MAPPED, TRANSLATED, NAT64].some((prefix) => within(bytes, prefix)) ? bytes.slice(12) : null
}

/** `...:0:5efe:a.b.c.d` under any prefix: a tunnel to the IPv4 address at its end. */
function isIsatap(bytes: AddressBytes): boolean {
  return (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
}

function within(bytes: AddressBytes, { bytes: prefix, bits }: Block): boolean {
  if (bytes.length !== prefix.length) return false
  for (let bit = 0; bit < bits; bit += 8) {
    const mask = bits - bit >= 8 ? 0xff : (0xff << (8 - (bits - bit))) & 0xff
    if ((bytes[bit / 8]! & mask) !== (prefix[bit / 8]! & mask)) return false
  }
  return true
}

function block(text: string): Block {
  const [address = "", bits = ""] = text.split("/")
  return { bytes: parseAddress(address)!, bits: Number(bits) }
}

function parseV4(text: string): AddressBytes | null {
  const parts = text.split(".")
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return null
  const bytes = parts.map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes : null
}

function parseV6(text: string): AddressBytes | null {
  // A zone only ever names an interface of this machine; the address before it tells what kind it is.
  const [address = "", ...zones] = text.split("%")
  if (zones.length > 1) return null
  const halves = address.split("::")
  if (halves.length > 2) return null
  const [head, tail] = halves.map(wordsOf)
  if (!head || tail === null) return null
  if (tail === undefined) return head.length === 16 ? head : null
  const missing = 16 - head.length - tail.length
  return missing >= 2 ? [...head, ...Array<number>(missing).fill(0), ...tail] : null
}

/** The bytes of one side of `::`; its last part may be written as IPv4. */
function wordsOf(text: string): number[] | null {
  if (text === "") return []
  const bytes: number[] = []
  const parts = text.split(":")
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1 && part.includes(".")) {
      const v4 = parseV4(part)
      if (!v4) return null
      bytes.push(...v4)
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return null
      const word = Number.parseInt(part, 16)
      bytes.push(word >> 8, word & 0xff)
    }
  }
  return bytes
}
