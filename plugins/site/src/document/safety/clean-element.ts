import { cleanCss } from "../css/clean-css.ts"
import type { Attribute, ElementShape } from "../tree/node.ts"
import * as allowed from "./elements.ts"
import type { SafetyPolicy } from "./policy.ts"
import { addressesIn, DATA_IMAGE, mayLeadTo, mayLoad } from "./urls.ts"

/** An element as it may be shown, and what was taken from it, each as a part of a sentence. */
export interface Cleaned {
  readonly shape: ElementShape
  readonly removed: readonly string[]
}
/** It goes with all it holds, or what it holds takes its place. */
export type Unwanted = { readonly drop: "whole" | "around"; readonly removed: readonly string[] }

export function cleanElement(shape: ElementShape, policy: SafetyPolicy): Cleaned | Unwanted {
  const drop = whyDropped(shape)
  if (drop) return { drop, removed: [`<${shape.tag}>`] }
  const removed: string[] = []
  const attributes = cleanAttributes(shape, shape.attributes, policy, removed)
  let { style, overrides } = shape
  if (style !== null) {
    const cleaned = cleanCss(style, policy)
    removed.push(...cleaned.removed)
    if (cleaned.css !== style) style = cleaned.css
  }
  if (overrides) {
    overrides = Object.fromEntries(
      Object.entries(overrides).map(([at, list]) => [at, cleanAttributes(shape, list, policy, removed)]),
    )
  }
  if (removed.length === 0) return { shape, removed }
  return { shape: { ...shape, attributes, style, ...(overrides && { overrides }) }, removed }
}

function whyDropped({ tag, namespace, attributes }: ElementShape): Unwanted["drop"] | null {
  const lower = tag.toLowerCase()
  if (allowed.DROPPED_WHOLE.has(lower)) return "whole"
  const value = (name: string) =>
    attributes
      .find(([one]) => one === name)?.[1]
      .trim()
      .toLowerCase()
  if (namespace === "svg") {
    // An animation may set an address, or a handler, after everything was looked at.
    const animated = value("attributeName")
    if (animated !== undefined && /(?:^|:)href$|^on|^src|^style$/.test(animated)) return "whole"
    return allowed.SVG_ELEMENTS.has(tag) ? null : "around"
  }
  if (namespace === "math") return allowed.MATH_ELEMENTS.has(tag) ? null : "around"
  if (tag === "meta") {
    const kind = value("http-equiv")
    return kind === undefined || HARMLESS_META.has(kind) ? null : "whole"
  }
  if (tag === "link") return LINKS.test(value("rel") ?? "") ? null : "whole"
  return allowed.HTML_ELEMENTS.has(tag) || allowed.CUSTOM_ELEMENT.test(tag) ? null : "around"
}

const HARMLESS_META = new Set(["content-type", "x-ua-compatible", "content-language", "imagetoolbar", "cleartype"])
/** Styles are kept elsewhere, and what only fetches ahead has no use here. */
const LINKS =
  /^(?:(?:shortcut |fluid-)?icon|apple-touch-icon(?:-precomposed)?|apple-touch-startup-image|mask-icon|image_src|canonical|alternate|author|license|next|prev|help|search|me|publisher|shortlink|bookmark|top|up|first|last|index|contents|copyright)$/
const ICONS = /icon|image/

function cleanAttributes(
  shape: ElementShape,
  attributes: readonly Attribute[],
  policy: SafetyPolicy,
  removed: string[],
): readonly Attribute[] {
  const kept: Attribute[] = []
  for (const attribute of attributes) {
    const clean = cleanAttribute(shape, attribute, policy)
    const taken =
      clean !== null && clean !== attribute && attributes.some(([name]) => name === clean[0] && name !== attribute[0])
    if (clean && !taken) kept.push(clean)
    if (clean !== attribute) removed.push(told(shape, attribute))
  }
  return kept
}

function cleanAttribute(shape: ElementShape, attribute: Attribute, policy: SafetyPolicy): Attribute | null {
  const [name, value] = attribute
  const { tag, namespace } = shape
  const keeps = (holds: boolean) => (holds ? attribute : null)
  switch (meaningOf(shape, name)) {
    case "words":
      if (namespace === "html" && tag === "meta") return cleanMeta(shape, attribute)
      return DRAWN.has(name) ? cleanDrawn(attribute, policy) : attribute
    case "leads":
      if (mayLeadTo(value)) return attribute
      // A link stays one, in its colour and for the keyboard, and leads nowhere.
      return tag === "a" || tag === "area" ? [name, "#"] : null
    case "local":
      return keeps(value.trim().startsWith("#"))
    case "loads image":
      return keeps(mayLoad(value, policy.resourceHosts, DATA_IMAGE))
    case "loads media":
      return keeps(mayLoad(value, policy.resourceHosts, null))
    case "loads set":
      return cleanSet(attribute, policy)
    case "loads frame":
      // It stays as an empty frame that says where it came from.
      return mayLoad(value, policy.frameHosts, null) && !isOwn(value) ? attribute : [`data-cs-${name}`, value]
    default:
      // What a header would say, and the two attributes by which SVG animates, where they mean no more than words.
      if (namespace === "html" && tag === "meta" && name === "http-equiv") return attribute
      return null
  }
}

function meaningOf(shape: ElementShape, name: string): ReturnType<typeof allowed.meaningOf> {
  const meaning = allowed.meaningOf(shape.namespace, shape.tag, name)
  if (shape.namespace === "html" && shape.tag === "link" && name === "href") {
    const rel = shape.attributes.find(([one]) => one === "rel")?.[1] ?? ""
    return ICONS.test(rel.toLowerCase()) ? "loads image" : "leads"
  }
  return meaning
}

/**
 * A page is written in UTF-8, whatever it was before. Another name would have a browser that hears none from the server read
 * other signs than those that were judged.
 */
function cleanMeta({ attributes }: ElementShape, attribute: Attribute): Attribute {
  const [name, value] = attribute
  if (name === "charset") return isUtf8(value) ? attribute : [name, "utf-8"]
  const declares = attributes.some(
    ([one, kind]) => one === "http-equiv" && kind.trim().toLowerCase() === "content-type",
  )
  if (name !== "content" || !declares) return attribute
  const charset = /charset\s*=\s*["']?([^\s"';]*)/i.exec(value)
  return charset && !isUtf8(charset[1]!) ? [name, "text/html; charset=utf-8"] : attribute
}

function isUtf8(charset: string): boolean {
  return /^utf-?8$/i.test(charset.trim())
}

/** A page of the site inside itself could be anything; frames are for what was allowed. */
function isOwn(address: string): boolean {
  return mayLoad(address, [], null)
}

function cleanSet(attribute: Attribute, policy: SafetyPolicy): Attribute | null {
  const value = attribute[1]
  const fits = addressesIn(value).every(({ start, end }) =>
    mayLoad(value.slice(start, end), policy.resourceHosts, DATA_IMAGE),
  )
  return fits ? attribute : null
}

/** Attributes of SVG that are CSS in all but name: `fill="url(...)"` loads what it names, and so does its animation. */
const DRAWN = new Set(
  "fill stroke filter clip-path mask marker-start marker-mid marker-end cursor clip color-profile values from to by".split(
    " ",
  ),
)

function cleanDrawn(attribute: Attribute, policy: SafetyPolicy): Attribute | null {
  return cleanCss(attribute[1], policy).removed.length === 0 ? attribute : null
}

function told({ tag }: ElementShape, [name, value]: Attribute): string {
  const shown = value.length > 80 ? `${value.slice(0, 79).toWellFormed()}…` : value
  return `${name}="${shown}" of <${tag}>`
}
