/** What a visitor reads in place of `{site.name}`: what the site and the page say of themselves. Rows and parameters have no values here. */
import { partsOf, type Site, type SiteDocument, type Token } from "../../../document.ts"

export interface FillIn {
  /** What has no value on the canvas stays as it is written. */
  words(text: string): string
  /** Null where something in it has no value: a picture of that address would be asked for. */
  address(text: string): string | null
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
  function valueFor({ scope, field }: Token): string | undefined {
    const values = known[scope]
    return values && Object.hasOwn(values, field) ? values[field] : undefined
  }

  return {
    words(text) {
      if (!text.includes("{")) return text
      return partsOf(text)
        .map((part) => (typeof part === "string" ? part : (valueFor(part) ?? part.written)))
        .join("")
    },
    address(text) {
      if (!text.includes("{")) return text
      const parts = partsOf(text).map((part) => (typeof part === "string" ? part : valueFor(part)))
      return parts.includes(undefined) ? null : parts.join("")
    },
  }
}
