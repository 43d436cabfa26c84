/** Names for the colours, fonts and sizes of a site. A sheet of custom properties comes of them; they are edited here alone. */
export interface ColorToken {
  /** Any CSS colour. */
  readonly value: string
  /** Where somebody's system is dark; without it the colour stays the same there. */
  readonly dark?: string
  readonly category?: string
  /** How many steps towards black, and towards white. */
  readonly shades?: number
  readonly tints?: number
  /** Percent of opacity: one variable each. */
  readonly alphas?: readonly number[]
}

export interface FontToken {
  readonly name: string
  /** What the files are called in CSS; without one, the fallback is used as it is. */
  readonly family?: string
  readonly fallback: string
  readonly files?: readonly FontFile[]
}
export interface FontFile {
  /** The id of a font among the media of the site. */
  readonly media: string
  /** `400`, or `100 900` of a variable font. */
  readonly weight: string
  readonly style: "normal" | "italic"
  readonly unicodeRange?: string
}

/** Sizes that grow with the window: from one row of numbers where it is narrow to another where it is wide. */
export interface Scale {
  readonly of: "text" | "space"
  /** Names, the smallest first. */
  readonly steps: readonly string[]
  /** Which step has the size itself; the others are it times the ratio, again and again. */
  readonly base: number
  readonly min: ScaleEnd
  readonly max: ScaleEnd
}
export interface ScaleEnd {
  /** In pixels. */
  readonly size: number
  readonly ratio: number
  /** Of the window. */
  readonly width: number
}

export interface DesignTokens {
  /** By slug: `brand` is `--color-brand`. */
  readonly colors: Readonly<Record<string, ColorToken>>
  /** By slug: `heading` is `--font-heading`. */
  readonly fonts: Readonly<Record<string, FontToken>>
  /** By what their variables begin with: `text` gives `--text-m`. */
  readonly scales: Readonly<Record<string, Scale>>
}
export type TokenFamily = keyof DesignTokens
export const TOKEN_FAMILIES: readonly TokenFamily[] = ["colors", "fonts", "scales"]
export type TokensPatch = {
  readonly [Family in TokenFamily]?: Readonly<Record<string, DesignTokens[Family][string] | null>>
}

export const NO_TOKENS: DesignTokens = { colors: {}, fonts: {}, scales: {} }

export const DEFAULT_SCALES: Readonly<Record<Scale["of"], Scale>> = {
  text: {
    of: "text",
    steps: ["xs", "s", "m", "l", "xl", "2xl", "3xl"],
    base: 2,
    min: { size: 16, ratio: 1.2, width: 360 },
    max: { size: 18, ratio: 1.25, width: 1280 },
  },
  space: {
    of: "space",
    steps: ["2xs", "xs", "s", "m", "l", "xl", "2xl"],
    base: 3,
    min: { size: 16, ratio: 1.5, width: 360 },
    max: { size: 20, ratio: 1.6, width: 1280 },
  },
}

/** The custom properties that a token gives, its own first. */
export function variablesOf(family: TokenFamily, slug: string, tokens: DesignTokens): string[] {
  if (family === "fonts") return [`--font-${slug}`]
  if (family === "scales") return (tokens.scales[slug]?.steps ?? []).map((step) => `--${slug}-${step}`)
  const { shades = 0, tints = 0, alphas = [] } = tokens.colors[slug] ?? {}
  const own = `--color-${slug}`
  return [
    own,
    ...steps(shades).map((step) => `${own}-shade-${step}`),
    ...steps(tints).map((step) => `${own}-tint-${step}`),
    ...alphas.map((percent) => `${own}-alpha-${percent}`),
  ]
}

export function steps(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1)
}
