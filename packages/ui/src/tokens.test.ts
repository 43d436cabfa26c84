import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

type Theme = "light" | "dark"

const tokens = readTokens()
const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
  .join("\n")

const PAGE_GROUNDS = ["canvas", "surface", "sunken", "raised", "hover", "highlight", "selected"]
const STATES = ["healthy", "degraded", "unhealthy", "maintenance", "unknown"]

/** Which text stands on which grounds: WCAG AA wants 4.5:1, since nothing here is large. */
const TEXT: Record<string, string[]> = {
  ink: [...PAGE_GROUNDS, "pressed", ...softGrounds()],
  muted: [...PAGE_GROUNDS, "pressed", "unknown-soft"],
  faint: PAGE_GROUNDS,
  canvas: ["ink"],
  "accent-ink": [...PAGE_GROUNDS, "accent-soft", ...softGrounds()],
  "danger-ink": [...PAGE_GROUNDS, "danger-soft"],
  "seal-ink": [...PAGE_GROUNDS, "seal-soft"],
  "on-accent": ["accent", "accent-strong"],
  "on-seal": ["seal", "seal-strong"],
  "on-danger": ["danger", "danger-strong"],
  "added-ink": ["added"],
  "removed-ink": ["removed"],
  ...Object.fromEntries(STATES.map((state) => [`${state}-ink`, [...PAGE_GROUNDS, `${state}-soft`]])),
}

/** Shapes, borders of controls and focus rings: 3:1 against what lies around them. */
const SHAPES: Record<string, string[]> = {
  control: ["canvas", "surface", "sunken", "raised"],
  focus: [...PAGE_GROUNDS, "pressed"],
  accent: ["canvas", "surface", "raised"],
  ...Object.fromEntries(STATES.map((state) => [state, ["canvas", "surface", "raised", "selected", `${state}-soft`]])),
}

describe.each<Theme>(["light", "dark"])("the %s theme", (theme) => {
  it("keeps 4.5:1 between every text and the grounds it stands on", () => {
    expect(tooWeak(TEXT, theme, 4.5)).toEqual([])
  })

  it("keeps 3:1 for shapes, control borders and focus rings", () => {
    expect(tooWeak(SHAPES, theme, 3)).toEqual([])
  })
})

describe("the tokens", () => {
  it("include no text colour whose contrast is not computed here", () => {
    const used = [...sources.matchAll(/(?<![\w-])text-([a-z]+(?:-ink|-strong)?)(?![\w-])/g)].map(
      (match) => match[1] ?? "",
    )
    const colours = [...new Set(used)].filter((name) => tokens.has(name))

    // The bare state colours fill shapes: StatusShape draws with currentColor.
    const uncovered = colours.filter((name) => !(name in TEXT) && !(name in SHAPES))

    expect(colours.length).toBeGreaterThan(8)
    expect(uncovered).toEqual([])
  })

  it("are the only colours components write", () => {
    expect(sources.match(/#[0-9a-f]{3,8}\b(?=["'\s;)])|\brgba?\(|\boklch\(/gi) ?? []).toEqual([])
  })
})

function softGrounds(): string[] {
  return [
    "accent-soft",
    "danger-soft",
    "healthy-soft",
    "degraded-soft",
    "unhealthy-soft",
    "maintenance-soft",
    "unknown-soft",
  ]
}

function tooWeak(pairs: Record<string, string[]>, theme: Theme, least: number): string[] {
  return Object.entries(pairs).flatMap(([front, grounds]) =>
    grounds
      .map((ground) => ({ ground, ratio: contrast(colour(front, theme), colour(ground, theme)) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ ground, ratio }) => `${front} on ${ground}: ${ratio.toFixed(2)}`),
  )
}

function colour(name: string, theme: Theme): string {
  const found = tokens.get(name)
  if (!found) throw new Error(`tokens.css has no --color-${name}.`)
  return found[theme]
}

function readTokens(): Map<string, Record<Theme, string>> {
  const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8")
  const found = css.matchAll(/--color-([a-z-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)
  return new Map([...found].map(([, name = "", light = "", dark = ""]) => [name, { light, dark }]))
}

/** As WCAG 2.2 defines it. */
function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const value = Number.parseInt(hex.slice(place, place + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
