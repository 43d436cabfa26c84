import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import type { ColorToken, Site } from "../../../document.ts"
import type { Ran } from "../run/runner.ts"

export function setColorTokens(
  site: Site,
  { tokens }: ParsedInputOf<typeof siteContract.setColorTokens>,
): Ran<{ tokens: { slug: string; ref: string; action: string }[] }> {
  const known = site.facts.tokens.colors
  const colors: Record<string, ColorToken> = {}
  const told = tokens.map(({ slug: written, lightValue, category, darkValue, darkModeEnabled }) => {
    const slug = slugOf(written, "color")
    const { dark: before, ...rest } = Object.hasOwn(known, slug) ? known[slug]! : { value: "" }
    const dark = darkModeEnabled === false ? undefined : (darkValue ?? before)
    colors[slug] = {
      ...rest,
      value: lightValue,
      ...(dark !== undefined && { dark }),
      ...(category !== undefined && { category }),
    }
    return { slug, ref: `var(--color-${slug})`, action: Object.hasOwn(known, slug) ? "updated" : "created" }
  })
  return { commands: [{ type: "setTokens", set: { colors } }], data: { tokens: told } }
}

/** As models write it: with or without the beginning of its variable. */
export function slugOf(written: string, prefix: string): string {
  const name = written.trim().replace(/^--/, "")
  return name.startsWith(`${prefix}-`) ? name.slice(prefix.length + 1) : name
}
