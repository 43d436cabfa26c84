/** What a visitor reads in place of `{site.name}`: what the site, the page, a row and the use of a component say of themselves. */
import { momentIn, partsOf, type Site, type SiteDocument, type Token } from "../../../document.ts"
import type { Entry } from "./loops.ts"

export interface FillIn {
  /** What has no value on the canvas stays as it is written. A moment is read in the site's language. */
  words(text: string, entry?: Entry | null): string
  /** The same in an attribute, where a moment stays as machines read it. */
  attribute(text: string, entry?: Entry | null): string
  /** Null where something in it has no value: a picture of that address would be asked for. */
  address(text: string, entry?: Entry | null): string | null
}

type Known = Readonly<Record<string, string | undefined>>

export interface FillInOptions {
  readonly siteUrl: string | null
  /** What the use of a component says. */
  readonly params?: Known
}

export function fillIn(
  { facts }: Pick<Site, "facts">,
  document: SiteDocument,
  { siteUrl, params }: FillInOptions,
): FillIn {
  const { name, language = "en", description = "" } = facts.settings
  const site: Known = { name: name ?? "Untitled", language, description, timeZone: "UTC", url: siteUrl ?? undefined }
  const page = document.ref.type === "page" ? facts.pages[document.ref.id] : undefined
  const known: Partial<Record<Token["scope"], Known>> = {
    site,
    ...(params && { params }),
    ...(page && {
      page: {
        title: page.seoTitle ?? document.title,
        description: page.description ?? "",
        language: page.language ?? language,
      },
      route: { path: `/${page.address ?? ""}` },
    }),
  }

  /** Undefined where nobody knows it here. */
  function valueFor({ scope, field }: Token, entry: Entry | null | undefined): string | undefined {
    if (scope === "currentEntry" && entry)
      return Object.hasOwn(entry.row, field) ? String(entry.row[field] ?? "") : undefined
    const values = known[scope]
    return values && Object.hasOwn(values, field) ? values[field] : undefined
  }

  return {
    words: (text, entry) =>
      written(text, (token) => {
        const value = valueFor(token, entry)
        const isMoment = token.scope === "currentEntry" && entry?.instants.includes(token.field)
        return value !== undefined && isMoment ? momentIn(language, "UTC", value) : value
      }),
    attribute: (text, entry) => written(text, (token) => valueFor(token, entry)),
    address(text, entry) {
      if (!text.includes("{")) return text
      const parts = partsOf(text).map((part) => (typeof part === "string" ? part : valueFor(part, entry)))
      return parts.includes(undefined) ? null : parts.join("")
    },
  }
}

function written(text: string, look: (token: Token) => string | undefined): string {
  if (!text.includes("{")) return text
  return partsOf(text)
    .map((part) => (typeof part === "string" ? part : (look(part) ?? part.written)))
    .join("")
}
