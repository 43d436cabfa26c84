import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { addressFrom, type FontToken, type Site } from "../../../document.ts"
import type { Ran } from "../run/runner.ts"
import { slugOf } from "./set-color-tokens.ts"

const FALLBACK = "system-ui, sans-serif"

export function setFontTokens(
  site: Site,
  { tokens }: ParsedInputOf<typeof siteContract.setFontTokens>,
): Ran<{ tokens: { name: string; variable: string; ref: string; action: string }[] }> {
  const known = site.facts.tokens.fonts
  const fonts: Record<string, FontToken> = {}
  const told = tokens.map(({ name, variable, fallback, family }) => {
    const slug = slugOf(variable ?? addressFrom(name), "font")
    const before = Object.hasOwn(known, slug) ? known[slug] : undefined
    fonts[slug] = {
      ...before,
      name,
      fallback: fallback ?? before?.fallback ?? FALLBACK,
      ...(family !== undefined && { family }),
    }
    return { name, variable: `--font-${slug}`, ref: `var(--font-${slug})`, action: before ? "updated" : "created" }
  })
  return { commands: [{ type: "setTokens", set: { fonts } }], data: { tokens: told } }
}
