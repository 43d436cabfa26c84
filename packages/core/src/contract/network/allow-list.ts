import { z } from "zod"
import { type AddressBytes, type Block, kindOf, parseAddress, parseBlock, unwrap, within } from "./public-address.ts"

/** Which places outside the public internet an administrator lets this server call. */
export interface AllowList {
  /** Whether it names this very host: such a name may lie at any private address. */
  holdsName(host: string, port: number): boolean
  holdsAddress(address: AddressBytes, port: number): boolean
}

/** Where Ollama listens unless told otherwise: people install it beside this server and expect it to be found. */
export const ALLOWED_BY_DEFAULT = "localhost:11434,127.0.0.1:11434,[::1]:11434"

/** An allow-list as a field of a plugin's settings. Nothing is allowed until somebody writes an entry. */
export const AllowListText = z
  .string()
  .trim()
  .max(10_000, "An allow-list has at most 10,000 characters.")
  .superRefine((text, ctx) => {
    try {
      parseAllowList(text)
    } catch (error) {
      ctx.addIssue(`${(error as Error).message}.`)
    }
  })

/**
 * `10.0.0.0/8, ollama:11434, *.corp.example, [fd12::1]:8443`, separated by commas or lines, or `none`. Throws a sentence
 * about the first entry that is none of these.
 */
export function parseAllowList(text: string): AllowList {
  const written = text.split(/[,\n]/).map((entry) => entry.trim().toLowerCase())
  const entries = text.trim().toLowerCase() === "none" ? [] : written.filter((entry) => entry !== "").map(parseEntry)
  const fits = (entry: Entry, port: number) => entry.port === null || entry.port === port
  return {
    holdsName: (host, port) =>
      entries.some(
        (entry) =>
          fits(entry, port) && (entry.suffix ? host.endsWith(entry.suffix) : entry.name === host) && host !== "",
      ),
    holdsAddress: (address, port) =>
      entries.some((entry) => fits(entry, port) && entry.block !== null && within(unwrap(address), entry.block)),
  }
}

/** What at least one of them allows. */
export function joinAllowLists(lists: readonly AllowList[]): AllowList {
  return {
    holdsName: (host, port) => lists.some((list) => list.holdsName(host, port)),
    holdsAddress: (address, port) => lists.some((list) => list.holdsAddress(address, port)),
  }
}

interface Entry {
  port: number | null
  block: Block | null
  name: string | null
  /** Of `*.corp.example`: with its first dot. */
  suffix: string | null
}

function parseEntry(entry: string): Entry {
  const whole = parseBlock(entry)
  const { place, port } = whole ? { place: entry, port: null } : splitPort(entry)
  const block = whole ?? parseBlock(place)
  if (block) {
    const bytes = unwrap(block.bytes)
    if (block.bits === block.bytes.length * 8 && kindOf(bytes) === "never")
      throw new Error(`"${entry}" cannot be allowed: link-local and metadata addresses are never called. Leave it out`)
    return { port, block: parseAddress(place) ? { bytes, bits: bytes.length * 8 } : block, name: null, suffix: null }
  }
  const name = /^(\*\.)?((?:[a-z0-9_-]+\.)*[a-z0-9_-]+)\.?$/.exec(place)
  if (!name || /^[\d.]+$/.test(place))
    throw new Error(
      `"${entry}" is no host, address or range. Write such as ollama:11434, 10.0.0.0/8, [fd12::1]:8443 or *.corp.example`,
    )
  return { port, block: null, name: name[1] ? null : name[2]!, suffix: name[1] ? `.${name[2]}` : null }
}

function splitPort(entry: string): { place: string; port: number | null } {
  const [, place = entry, port] = /^(.+?)(?::(\d{1,5}))?$/.exec(entry) ?? []
  return { place, port: port === undefined ? null : Number(port) }
}
