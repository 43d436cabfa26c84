/** Whether tokens can be written into a sheet, each as one value and nothing besides. */
import { Kind, readTokens, unescapeCss } from "../css/tokens.ts"
import {
  type ColorToken,
  type DesignTokens,
  type FontToken,
  type Scale,
  type ScaleEnd,
  TOKEN_FAMILIES,
  type TokensPatch,
  variablesOf,
} from "../facts/design-tokens.ts"
import { LIMITS } from "../tree/limits.ts"
import { checkText } from "./record.ts"
import { refuse } from "./refusal.ts"

const SLUG = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const STEP = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export function checkTokens(set: TokensPatch, after: DesignTokens): void {
  for (const family of TOKEN_FAMILIES)
    if (Object.keys(after[family]).length > LIMITS.tokens)
      refuse(`A site has at most ${LIMITS.tokens} tokens of a kind. Remove some that nothing uses.`)
  for (const [slug, color] of Object.entries(set.colors ?? {})) {
    checkSlug(slug)
    if (color !== null) checkColorToken(slug, color)
  }
  for (const [slug, font] of Object.entries(set.fonts ?? {})) {
    checkSlug(slug)
    if (font !== null) checkFont(slug, font)
  }
  for (const [name, scale] of Object.entries(set.scales ?? {})) {
    if (!/^[a-z][a-z0-9]{0,29}$/.test(name) || name === "color" || name === "font")
      refuse(`"${name.slice(0, 60)}" cannot be the beginning of a scale's variables. Use one word in small letters.`)
    if (scale !== null) checkScale(name, scale)
  }
  const owners = new Map<string, string>()
  for (const slug of Object.keys(after.colors)) {
    for (const variable of variablesOf("colors", slug, after)) {
      const other = owners.get(variable)
      if (other) refuse(`Both ${other} and ${slug} would make ${variable}. Choose another name for one of them.`)
      owners.set(variable, slug)
    }
  }
}

function checkSlug(slug: string): void {
  if (slug.length > 60 || !SLUG.test(slug))
    refuse(`"${slug.slice(0, 60)}" cannot be the name of a token. Use small letters, digits and single hyphens.`)
}

function checkColorToken(
  slug: string,
  { value, dark, category, shades = 0, tints = 0, alphas = [] }: ColorToken,
): void {
  for (const color of [value, ...(dark === undefined ? [] : [dark])]) {
    const problem = colorProblem(color)
    if (problem) refuse(`The colour ${slug} cannot be "${color.slice(0, 60)}": ${problem}`)
  }
  if (category !== undefined && (category.trim() === "" || category.length > LIMITS.label))
    refuse(`A category has 1 to ${LIMITS.label} characters.`)
  for (const count of [shades, tints])
    if (!Number.isInteger(count) || count < 0 || count > 9) refuse(`The colour ${slug} has 0 to 9 steps each way.`)
  if (alphas.some((percent) => !Number.isInteger(percent) || percent < 1 || percent > 99))
    refuse(`The opacities of ${slug} are whole percents from 1 to 99.`)
  if (alphas.length > 20 || new Set(alphas).size !== alphas.length)
    refuse(`The colour ${slug} has at most 20 opacities, each once.`)
}

const COLOR_FUNCTIONS = new Set(
  "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color var calc min max clamp".split(
    " ",
  ),
)

/** What every CSS colour is made of, and nothing else. Whether a browser knows it, the browser says. */
export function colorProblem(value: string): string | null {
  if (value.length > 200) return "it is longer than any colour."
  if (!/^[\x20-\x7e]+$/.test(value)) return "it holds a sign that no colour has."
  const tokens = readTokens(value)
  if (tokens.open.length > 0) return "it leaves a bracket open."
  let words = 0
  for (let at = 0; at < tokens.count; at += 1) {
    const kind = tokens.kind(at)
    const text = tokens.text(at)
    const name = unescapeCss(text).toLowerCase()
    if (kind === Kind.function && COLOR_FUNCTIONS.has(name.slice(0, -1))) words += 1
    else if (kind === Kind.ident && /^[a-z-][a-z0-9-]*$/.test(name)) words += 1
    else if (/^#[0-9a-f]{3,8}$/i.test(text)) words += 1
    else if (!/^[\s,/()*+-]+$|^[+-]?[\d.]+(?:e[+-]?\d+)?(?:%|[a-z]+)?$/i.test(text))
      return "a colour is a name, #1f4b99, or a function such as oklch()."
  }
  return words > 0 ? null : "a colour is a name, #1f4b99, or a function such as oklch()."
}

function checkFont(slug: string, { name, family, fallback, files = [] }: FontToken): void {
  checkText(name, `The name of the font ${slug}`)
  if (name.trim() === "" || name.length > LIMITS.label)
    refuse(`The name of a font has 1 to ${LIMITS.label} characters.`)
  if (family !== undefined && !/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u.test(family))
    refuse(`"${family.slice(0, 60)}" cannot be a font family. Use letters, digits and spaces.`)
  if (
    fallback.length > 300 ||
    !/^(?:"[\p{L}\p{N} _.-]+"|[\p{L}\p{N}_ -]+)(?:,\s?(?:"[\p{L}\p{N} _.-]+"|[\p{L}\p{N}_ -]+))*$/u.test(fallback)
  )
    refuse(`The fallback of ${slug} is a list of families with commas between them, such as system-ui, sans-serif.`)
  if (files.length > 100) refuse(`The font ${slug} has at most 100 files.`)
  for (const { media, weight, style, unicodeRange } of files) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/.test(media)) refuse(`A file of the font ${slug} is named by its id.`)
    if (!/^(?:[1-9]\d{0,2}|1000)(?: (?:[1-9]\d{0,2}|1000))?$/.test(weight))
      refuse(`A weight of ${slug} is a number from 1 to 1000, or two of them, such as 100 900.`)
    if (style !== "normal" && style !== "italic") refuse(`A file of ${slug} is normal or italic.`)
    if (unicodeRange !== undefined && (unicodeRange.length > 5_000 || !/^[Uu0-9A-Fa-f+?, -]+$/.test(unicodeRange)))
      refuse(`A range of ${slug} is written as in CSS: U+0000-00FF, U+0131.`)
  }
}

function checkScale(name: string, { of, steps, base, min, max }: Scale): void {
  if (of !== "text" && of !== "space") refuse(`The scale ${name} is one of text or of space.`)
  if (steps.length === 0 || steps.length > 30 || new Set(steps).size !== steps.length)
    refuse(`The scale ${name} has 1 to 30 steps, each with a name of its own.`)
  for (const step of steps)
    if (step.length > 30 || !STEP.test(step))
      refuse(`"${step.slice(0, 60)}" cannot be the name of a step. Use small letters, digits and single hyphens.`)
  if (!Number.isInteger(base) || base < 0 || base >= steps.length)
    refuse(`The base of ${name} is the number of one of its steps, from 0 to ${steps.length - 1}.`)
  for (const end of [min, max]) checkEnd(name, end)
  if (max.width <= min.width) refuse(`The wide window of ${name} has to be wider than the narrow one.`)
}

function checkEnd(name: string, { size, ratio, width }: ScaleEnd): void {
  if (!(size > 0 && size <= 1_000)) refuse(`A size of ${name} is from 0 to 1,000 pixels.`)
  if (!(ratio >= 1 && ratio <= 4)) refuse(`A ratio of ${name} is from 1 to 4.`)
  if (!(width >= 100 && width <= 10_000)) refuse(`A window of ${name} is 100 to 10,000 pixels wide.`)
}
