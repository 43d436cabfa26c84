import { type ColorToken, type DesignTokens, type FontToken, type Scale, steps } from "./design-tokens.ts"

/** The sheet that a page has before all others. `addressOf` says where a font's file is served; null leaves it out. */
export function tokenSheet(tokens: DesignTokens, addressOf: (media: string) => string | null): string {
  const fonts = sorted(tokens.fonts)
  const colors = sorted(tokens.colors)
  const faces = fonts.flatMap(([, font]) => facesOf(font, addressOf))
  const own = [
    ...colors.flatMap(([slug, color]) => colorLines(slug, color)),
    ...fonts.map(
      ([slug, { family, fallback }]) => `--font-${slug}: ${family ? `${quoted(family)}, ` : ""}${fallback};`,
    ),
    ...sorted(tokens.scales).flatMap(([name, scale]) => scaleLines(name, scale)),
  ]
  const dark = colors.flatMap(([slug, color]) => (color.dark ? [`--color-${slug}: ${color.dark};`] : []))
  const lines = dark.length > 0 ? ["color-scheme: light dark;", ...own] : own
  return [
    ...faces,
    ...(lines.length > 0 ? [`:root {\n  ${lines.join("\n  ")}\n}\n`] : []),
    ...(dark.length > 0
      ? [`@media (prefers-color-scheme: dark) {\n  :root {\n    ${dark.join("\n    ")}\n  }\n}\n`]
      : []),
  ].join("")
}

/** By name, so that the sheet is the same however the tokens came about. */
function sorted<T>(tokens: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(tokens).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Steps are mixed from the variable itself, so those of a dark value follow it. */
function colorLines(slug: string, { value, shades = 0, tints = 0, alphas = [] }: ColorToken): string[] {
  const own = `--color-${slug}`
  const mixed = (name: string, count: number, other: string) =>
    steps(count).map((step) => {
      const percent = rounded((100 * step) / (count + 1))
      return `${own}-${name}-${step}: color-mix(in oklab, var(${own}), ${other} ${percent}%);`
    })
  return [
    `${own}: ${value};`,
    ...mixed("shade", shades, "black"),
    ...mixed("tint", tints, "white"),
    ...alphas.map((percent) => `${own}-alpha-${percent}: color-mix(in oklab, var(${own}) ${percent}%, transparent);`),
  ]
}

function scaleLines(name: string, scale: Scale): string[] {
  return scale.steps.map((step, at) => `--${name}-${step}: ${fluid(scale, at - scale.base)};`)
}

/** A straight line between the two windows, and level beyond them. */
function fluid({ min, max }: Scale, power: number): string {
  const [from, to] = [min.size * min.ratio ** power, max.size * max.ratio ** power]
  if (rounded(from / 16) === rounded(to / 16)) return `${rounded(from / 16)}rem`
  const slope = (to - from) / (max.width - min.width)
  const start = (from - slope * min.width) / 16
  const [low, high] = from < to ? [from, to] : [to, from]
  const sign = slope < 0 ? "-" : "+"
  return `clamp(${rounded(low / 16)}rem, ${rounded(start)}rem ${sign} ${rounded(Math.abs(slope) * 100)}vw, ${rounded(high / 16)}rem)`
}

function rounded(value: number): number {
  return Number(value.toFixed(4))
}

function facesOf({ family, files = [] }: FontToken, addressOf: (media: string) => string | null): string[] {
  if (!family) return []
  return files.flatMap(({ media, weight, style, unicodeRange }) => {
    const address = addressOf(media)
    if (address === null) return []
    const range = unicodeRange ? ` unicode-range: ${unicodeRange};` : ""
    return [
      `@font-face { font-family: ${quoted(family)}; src: url(${quoted(address)}); font-weight: ${weight}; font-style: ${style}; font-display: swap;${range} }\n`,
    ]
  })
}

/** What may stand in a name was checked when it was set; an address is written by the server. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`
}
