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
 * `never` is reached by nobody, whatever an administrator allows: link-local addresses, under which clouds hand out
 * credentials, their like under other numbers, and forms that only a trick needs.
 */
export type AddressKind = "public" | "private" | "never"

/**
 * Judged by its bytes: what an address looks like has many spellings, and lists of "private" ranges miss those that
 * merely carry a private one inside.
 */
export function kindOf(bytes: AddressBytes): AddressKind {
  const inner = unwrap(bytes)
  if (inner.length === 4) return kindIn(inner, V4_NEVER, V4_SPECIAL)
  if (within(inner, V6_LOOPBACK)) return "private"
  if (isIsatap(inner)) return "never"
  return within(inner, V6_GLOBAL) ? kindIn(inner, V6_NEVER, V6_SPECIAL) : kindIn(inner, V6_NEVER, [ALL])
}

export function isPublicAddress(bytes: AddressBytes): boolean {
  return kindOf(bytes) === "public"
}

/** The IPv4 address that a packet to this one ends at, where there is one. */
export function unwrap(bytes: AddressBytes): AddressBytes {
  return [MAPPED, TRANSLATED, NAT64].some((prefix) => within(bytes, prefix)) ? bytes.slice(12) : bytes
}

/** All addresses that begin with the same bits. */
export interface Block {
  bytes: AddressBytes
  bits: number
}

/** `10.0.0.0/8`, or one address. Null for anything else. */
export function parseBlock(text: string): Block | null {
  const [address = "", bits, ...rest] = text.split("/")
  const bytes = parseAddress(address)
  if (!bytes || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
  const length = bits === undefined ? bytes.length * 8 : Number(bits)
  return length <= bytes.length * 8 ? { bytes, bits: length } : null
}

export function within(bytes: AddressBytes, { bytes: prefix, bits }: Block): boolean {
  if (bytes.length !== prefix.length) return false
  for (let bit = 0; bit < bits; bit += 8) {
    const mask = bits - bit >= 8 ? 0xff : (0xff << (8 - (bits - bit))) & 0xff
    if ((bytes[bit / 8]! & mask) !== (prefix[bit / 8]! & mask)) return false
  }
  return true
}

function kindIn(bytes: AddressBytes, never: readonly Block[], special: readonly Block[]): AddressKind {
  if (never.some((one) => within(bytes, one))) return "never"
  return special.some((one) => within(bytes, one)) ? "private" : "public"
}

const block = (text: string): Block => parseBlock(text)!

const V4_NEVER = [
  // "This machine", which some systems take for loopback.
  "0.0.0.0/8",
  // Link-local, where clouds answer with credentials.
  "169.254.0.0/16",
  // The same of Alibaba, Oracle and Azure.
  "100.100.100.200/32",
  "192.0.0.192/32",
  "168.63.129.16/32",
  // Multicast, reserved and broadcast.
  "224.0.0.0/3",
].map(block)

const V4_SPECIAL = [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
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
].map(block)

/** All that was ever assigned for use in the open; everything outside is local, reserved or a translation. */
const V6_GLOBAL = block("2000::/3")

const V6_LOOPBACK = block("::1/128")
const ALL = block("::/0")

const V6_NEVER = [
  "fe80::/10",
  "ff00::/8",
  // Where Amazon and Google answer with credentials.
  "fd00:ec2::/32",
  "fd20:ce::/32",
  // Carry an IPv4 address to a gateway of this network's: nobody needs them, and what they reach is not told by them.
  "::/96",
  "64:ff9b:1::/48",
  "2001::/32",
  "2002::/16",
].map(block)

const V6_SPECIAL = [
  // Protocol assignments: benchmarking, ORCHID.
  "2001::/23",
  "2001:db8::/32",
  "2620:4f:8000::/48",
  "3fff::/20",
].map(block)

const MAPPED = block("::ffff:0:0/96")
const TRANSLATED = block("::ffff:0:0:0/96")
const NAT64 = block("64:ff9b::/96")

/** `...:0:5efe:a.b.c.d` under any prefix: a tunnel to the IPv4 address at its end. */
function isIsatap(bytes: AddressBytes): boolean {
  return (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
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
