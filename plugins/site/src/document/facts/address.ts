/** Addresses of pages: paths without their first slash, in small letters, so that two never differ by nothing a person sees. */
import { LIMITS } from "../tree/limits.ts"
import { pageAt, type SiteFacts } from "./facts.ts"

/** What begins with another sign is kept for files that no author writes: `_media/...`, `.well-known/...`. */
const SEGMENT = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}._~-]*$/u
const RESERVED = new Set(["robots.txt", "sitemap.xml", "feed.xml", "favicon.ico"])

/** Why a page cannot have an address; null where it can. */
export function addressProblem(address: string): string | null {
  if (address === "") return null
  if (address.length > LIMITS.address)
    return `An address has at most ${LIMITS.address} characters, and this one has ${address.length}. Choose a shorter one.`
  const segments = address.split("/")
  const fits = segments.every((segment) => SEGMENT.test(segment)) && address.normalize("NFC") === address
  if (!fits)
    return `"${address.slice(0, 60)}" cannot be an address. Use small letters, digits and hyphens, with single slashes between parts and none at its ends.`
  if (RESERVED.has(address)) return `The site itself answers at "${address}". Choose another address.`
  return null
}

/** An address made of a title; `page` where nothing of it can stand in one. */
export function addressFrom(title: string): string {
  const words = title
    .slice(0, LIMITS.title)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
  const cut = Array.from(words).slice(0, 80).join("").replace(/-$/, "")
  return cut === "" || addressProblem(cut) !== null ? "page" : cut
}

/** The wanted address, or the first of `wanted-2`, `wanted-3` and so on that no page has. */
export function freeAddress(facts: SiteFacts, wanted: string): string {
  const taken = new Set(Object.values(facts.pages).map(({ address }) => address))
  if (!taken.has(wanted)) return wanted
  const stem = wanted === "" ? "page" : wanted.slice(0, LIMITS.address - 8)
  for (let number = 2; ; number += 1) if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`
}

export function takenBy(facts: SiteFacts, address: string, page: string): string | null {
  const other = pageAt(facts, address)
  return other === page ? null : other
}
