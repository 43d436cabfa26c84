/** Which properties set others, and which come from the element around. */
const sides = (name: string, end = "") => ["top", "right", "bottom", "left"].map((side) => `${name}-${side}${end}`)
const words = (text: string) => text.split(/\s+/)

const SHORTHANDS: Readonly<Record<string, readonly string[]>> = {
  margin: sides("margin"),
  padding: sides("padding"),
  inset: ["top", "right", "bottom", "left"],
  border: [...sides("border"), "border-width", "border-style", "border-color", "border-image"],
  "border-width": sides("border", "-width"),
  "border-style": sides("border", "-style"),
  "border-color": sides("border", "-color"),
  ...Object.fromEntries(sides("border").map((side) => [side, [`${side}-width`, `${side}-style`, `${side}-color`]])),
  "border-radius": words(
    "border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius",
  ),
  background: words(
    "background-color background-image background-position background-size background-repeat background-origin background-clip background-attachment",
  ),
  font: words("font-style font-variant font-weight font-stretch font-size line-height font-family"),
  flex: words("flex-grow flex-shrink flex-basis"),
  "flex-flow": words("flex-direction flex-wrap"),
  gap: words("row-gap column-gap"),
  "grid-area": words("grid-row-start grid-column-start grid-row-end grid-column-end"),
  "grid-row": words("grid-row-start grid-row-end"),
  "grid-column": words("grid-column-start grid-column-end"),
  "grid-template": words("grid-template-rows grid-template-columns grid-template-areas"),
  grid: words("grid-template grid-auto-rows grid-auto-columns grid-auto-flow"),
  "place-content": words("align-content justify-content"),
  "place-items": words("align-items justify-items"),
  "place-self": words("align-self justify-self"),
  overflow: words("overflow-x overflow-y"),
  "list-style": words("list-style-type list-style-position list-style-image"),
  outline: words("outline-color outline-style outline-width"),
  "text-decoration": words(
    "text-decoration-line text-decoration-style text-decoration-color text-decoration-thickness",
  ),
  columns: words("column-width column-count"),
  transition: words("transition-property transition-duration transition-timing-function transition-delay"),
  animation: words(
    "animation-name animation-duration animation-timing-function animation-delay animation-iteration-count animation-direction animation-fill-mode animation-play-state",
  ),
}

const SET_BY = new Map<string, Set<string>>()
for (const [shorthand, longhands] of Object.entries(SHORTHANDS)) for (const one of longhands) noteSetter(one, shorthand)

function noteSetter(property: string, shorthand: string): void {
  const setters = SET_BY.get(property) ?? new Set<string>()
  SET_BY.set(property, setters.add(shorthand))
  for (const inner of SHORTHANDS[property] ?? []) noteSetter(inner, shorthand)
}

/** Whether a declaration of `property` says what `wanted` is. */
export function sets(property: string, wanted: string): boolean {
  if (property === wanted) return true
  if (property === "all") return !wanted.startsWith("--") && wanted !== "direction" && wanted !== "unicode-bidi"
  return SET_BY.get(wanted)?.has(property) ?? false
}

const INHERITED = new Set(
  words(
    `accent-color border-collapse border-spacing caption-side caret-color color color-scheme cursor direction empty-cells fill font font-family
    font-feature-settings font-kerning font-optical-sizing font-size font-size-adjust font-stretch font-style font-variant font-variation-settings font-weight
    hyphens image-rendering letter-spacing line-height list-style list-style-image list-style-position list-style-type orphans overflow-wrap pointer-events
    quotes stroke tab-size text-align text-align-last text-indent text-shadow text-transform text-underline-offset text-wrap visibility white-space widows
    word-break word-spacing writing-mode`,
  ),
)

export function isInherited(property: string): boolean {
  return property.startsWith("--") || INHERITED.has(property)
}
