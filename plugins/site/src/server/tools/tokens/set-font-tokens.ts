import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { addressFrom, type FontFile, type FontToken, refuse, type Site } from "../../../document.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import { slugOf } from "./set-color-tokens.ts"
import { readVariant } from "./variants.ts"

const FALLBACK = "system-ui, sans-serif"

type Input = ParsedInputOf<typeof siteContract.setFontTokens>
type Said = Input["tokens"][number]
type Bound = Pick<FontToken, "family" | "files">

/** Without a family, a name stands for its fallback alone. */
export function setFontTokens(
  site: Site,
  { tokens }: Input,
  context: RunContext,
): Ran<{ tokens: { name: string; variable: string; ref: string; installed?: boolean; action: string }[] }> {
  const known = site.facts.tokens.fonts
  const fonts: Record<string, FontToken> = {}
  const told = tokens.map((said) => {
    const { name, variable, fallback } = said
    const slug = slugOf(variable ?? addressFrom(name), "font")
    const before = Object.hasOwn(known, slug) ? known[slug] : undefined
    const bound = boundBy(site, said, before, context)
    fonts[slug] = { ...before, ...bound, name, fallback: fallback ?? before?.fallback ?? FALLBACK }
    return {
      name,
      variable: `--font-${slug}`,
      ref: `var(--font-${slug})`,
      ...(bound && { installed: true }),
      action: before ? "updated" : "created",
    }
  })
  return { commands: [{ type: "setTokens", set: { fonts } }], data: { tokens: told } }
}

/** Which files it has from now on; null where they stay as they are. Of the two, Google's wins. */
function boundBy(site: Site, said: Said, before: FontToken | undefined, context: RunContext): Bound | null {
  const { googleFamily, familyId } = said
  if (googleFamily !== undefined) {
    const files = context.fetched?.get(googleFamily)
    if (!files) refuse(`The font ${googleFamily.slice(0, 100)} was not fetched. Try again.`)
    return { family: googleFamily.trim(), files: merged([], files) }
  }
  if (familyId === undefined) return null
  const other = tokenOf(site, familyId)
  if (other?.family) return { family: other.family, ...(other.files && { files: other.files }) }
  const media = context.media?.get(familyId)
  if (!media)
    refuse(
      `There is no font ${familyId.slice(0, 60)}. Pass the id of a font from listMedia, or the name of a font from listTokens.`,
    )
  if (media.kind !== "font") refuse(`"${media.name}" is a ${media.kind} and no font.`)
  const variants = said.variants?.length ? said.variants.map(readVariant) : [readVariant("400")]
  const files = variants.map((variant): FontFile => ({ media: media.id, ...variant }))
  return { family: before?.family ?? familyFrom(said.name), files: merged(before?.files ?? [], files) }
}

/** One file for each weight, style and range; a new one takes the place of the one before. */
function merged(before: readonly FontFile[], files: readonly FontFile[]): FontFile[] {
  const keyOf = ({ weight, style, unicodeRange = "" }: FontFile) => [weight, style, unicodeRange].join("\n")
  return [...new Map([...before, ...files].map((file) => [keyOf(file), file])).values()]
}

/** By its slug, its variable or its family. */
function tokenOf({ facts }: Site, named: string): FontToken | undefined {
  const slug = named.replace(/^--font-/, "")
  const { fonts } = facts.tokens
  if (Object.hasOwn(fonts, slug)) return fonts[slug]
  return Object.values(fonts).find(({ family }) => family?.toLowerCase() === named.toLowerCase())
}

function familyFrom(name: string): string {
  const words = name
    .replace(/[^\p{L}\p{N} _.-]+/gu, " ")
    .trim()
    .slice(0, 100)
  return /^[\p{L}\p{N}]/u.test(words) ? words : "Font"
}
