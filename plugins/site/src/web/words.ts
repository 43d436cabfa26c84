import type { DocumentSummary } from "../contract.ts"
import { addressFrom } from "../document/facts/address.ts"

export type DocumentType = DocumentSummary["document"]["type"]

/** What people call a kind of document. */
export const NOUNS: Readonly<Record<DocumentType, string>> = {
  page: "page",
  template: "template",
  visualComponent: "component",
}

export const LIST = { label: "Pages", href: "/site" }

export function pathOf({ id }: Pick<DocumentSummary, "id">, tab?: string): string {
  return `/site/documents/${id}${tab ? `?tab=${tab}` : ""}`
}

export function editPathOf({ id }: Pick<DocumentSummary, "id">): string {
  return `/site/edit/${id}`
}

/** The type and the id in an address such as `page:home`; null where it is none. */
export function refIn(key: string): DocumentSummary["document"] | null {
  const [, type, id] = /^(page|template|visualComponent):(.{1,60})$/.exec(key) ?? []
  return type && id ? { type: type as DocumentType, id } : null
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Twelve letters by chance, as the server makes them for copies. */
export function newDocumentId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Where a page is, or will be. */
export function addressWords(address: string | null): string {
  return address === null ? "no address yet" : `/${address}`
}

/** An address out of a title, as the library makes it; none before there is a title. */
export function addressOf(title: string): string {
  return title.trim() === "" ? "" : addressFrom(title)
}
