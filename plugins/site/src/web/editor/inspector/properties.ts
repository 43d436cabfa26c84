/** What the inspector offers of CSS, in groups; everything else is written by its name. */
import type { DesignTokens } from "../../../document.ts"
import { variablesOf } from "../../../document.ts"

export interface KnownProperty {
  readonly property: string
  readonly label: string
  /** What people choose from; anything else may be typed. */
  readonly values: readonly string[]
  readonly tokens: "colors" | "space" | "text" | "fonts" | null
}

export interface PropertyGroup {
  readonly name: string
  readonly properties: readonly KnownProperty[]
}

export const PROPERTY_GROUPS: readonly PropertyGroup[] = [
  {
    name: "Layout",
    properties: [
      known("display", "Display", ["block", "flex", "grid", "inline-block", "inline", "none"]),
      known("flex-direction", "Direction", ["row", "column", "row-reverse", "column-reverse"]),
      known("justify-content", "Along", ["start", "center", "end", "space-between", "space-around", "space-evenly"]),
      known("align-items", "Across", ["stretch", "start", "center", "end", "baseline"]),
      known("gap", "Gap", [], "space"),
      known("grid-template-columns", "Columns", ["1fr 1fr", "1fr 1fr 1fr", "repeat(auto-fit, minmax(16rem, 1fr))"]),
    ],
  },
  {
    name: "Size and space",
    properties: [
      known("width", "Width", ["auto", "100%", "fit-content"]),
      known("max-width", "Widest", ["none", "40rem", "72rem"]),
      known("margin", "Outside", ["0", "0 auto"], "space"),
      known("padding", "Inside", ["0"], "space"),
    ],
  },
  {
    name: "Type",
    properties: [
      known("font-family", "Font", [], "fonts"),
      known("font-size", "Size", [], "text"),
      known("font-weight", "Weight", ["400", "500", "600", "700"]),
      known("line-height", "Line height", ["1.2", "1.5"]),
      known("text-align", "Aligned", ["start", "center", "end", "justify"]),
    ],
  },
  {
    name: "Colour",
    properties: [
      known("color", "Words", ["currentcolor", "inherit"], "colors"),
      known("background", "Background", ["none"], "colors"),
      known("border", "Border", ["none", "1px solid"], "colors"),
      known("border-radius", "Corners", ["0", "0.25rem", "0.5rem", "999px"]),
    ],
  },
]

export const KNOWN: ReadonlySet<string> = new Set(
  PROPERTY_GROUPS.flatMap(({ properties }) => properties.map(({ property }) => property)),
)

function known(
  property: string,
  label: string,
  values: readonly string[],
  tokens: KnownProperty["tokens"] = null,
): KnownProperty {
  return { property, label, values, tokens }
}

/** What a field offers: tokens of the site first. */
export function choicesOf({ values, tokens: wanted }: KnownProperty, tokens: DesignTokens): readonly string[] {
  if (wanted === null) return values
  const family = wanted === "colors" || wanted === "fonts" ? wanted : "scales"
  const slugs = Object.keys(tokens[family]).filter((slug) => family !== "scales" || tokens.scales[slug]?.of === wanted)
  const variables = slugs.toSorted().flatMap((slug) => variablesOf(family, slug, tokens))
  return [...variables.map((name) => `var(${name})`), ...values]
}
