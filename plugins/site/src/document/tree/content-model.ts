/**
 * Whether a page that is written down comes back as the same tree. A parser moves, closes and drops what it does not
 * expect: a `div` ends the `p` it stands in, text in a `table` lands before it, an `a` ends the `a` around it. What would
 * be moved is refused here, so that a document is what its page says.
 */
import * as html from "./elements.ts"
import { type ElementShape, type NodeId, type NodeRecord, nameOf, type SiteNode } from "./node.ts"

/** What is open around a place, as far as a parser asks for it. */
export interface Surroundings {
  readonly element: ElementShape
  readonly quirks: boolean
  readonly depth: number
  readonly inParagraph: boolean
  readonly inButton: boolean
  readonly inNobr: boolean
  readonly inRuby: boolean
  readonly inLink: boolean
  readonly inForm: boolean
  /** A parser counts forms only outside of templates. A component's own root is none: its content goes into pages. */
  readonly inTemplate: boolean
  /** Which of `li`, `dd` and `dt` the next one of its kind would end. */
  readonly item: "li" | "dd" | null
  readonly inNoscript: boolean
  readonly inHead: boolean
  readonly inSelect: boolean
}

/** Why the child may not stand there, as the end of a sentence; null where it may. */
export function whyNotIn(around: Surroundings, child: NodeRecord): string | null {
  const parent = around.element
  if (parent.namespace === "html" && html.VOID.has(parent.tag)) return `${named(parent)} cannot hold anything`
  if (child.kind === "text") return whyNoText(around, child.text)
  if (parent.namespace === "html" && holdsTextOnly(parent)) return holdsTextWords(parent)
  if (child.kind === "comment") return null
  return whyNoElement(around, child)
}

/** What is open inside of the element. */
export function enter(
  around: Surroundings | null,
  element: ElementShape,
  quirks = around?.quirks ?? false,
): Surroundings {
  const { tag } = element
  const inHtml = element.namespace === "html"
  const inHead = inHtml && tag === "head"
  const inSelect = inHtml && tag === "select"
  if (!around) return { ...NOTHING, element, quirks, depth: 1, inHead, inSelect }
  const endsScope = inHtml ? html.SCOPE_ENDS.has(tag) : startsHtml(element)
  const open = endsScope ? NOTHING : around
  const inTemplate = (inHtml && tag === "template") || around.inTemplate
  return {
    element,
    quirks,
    depth: around.depth + 1,
    inParagraph: (inHtml && tag === "p") || (open.inParagraph && !(inHtml && tag === "button")),
    inButton: (inHtml && tag === "button") || open.inButton,
    inNobr: (inHtml && tag === "nobr") || open.inNobr,
    inRuby: (inHtml && tag === "ruby") || open.inRuby,
    inLink: (inHtml && tag === "a") || (!(inHtml && html.FORMATTING_ENDS.has(tag)) && around.inLink),
    inForm: !inTemplate && ((inHtml && tag === "form") || around.inForm),
    inTemplate,
    item: itemInside(around, element),
    inNoscript: (inHtml && tag === "noscript") || around.inNoscript,
    inHead: inHead || (around.inHead && tag === "noscript"),
    inSelect: inSelect || (around.inSelect && !(inHtml && tag === "template")),
  }
}

const NOTHING = {
  inParagraph: false,
  inButton: false,
  inNobr: false,
  inRuby: false,
  inLink: false,
  inForm: false,
  inTemplate: false,
  item: null,
  inNoscript: false,
} as const

/** What surrounds the children of a node, by the way from the root down to it. */
export function surroundingsOf(
  nodes: { get(id: NodeId): SiteNode | undefined },
  id: NodeId,
  quirks: boolean,
): Surroundings | null {
  const way: ElementShape[] = []
  for (let at: NodeId | null = id; at !== null; ) {
    const node: SiteNode | undefined = nodes.get(at)
    if (node?.kind !== "element") return null
    way.push(node)
    at = node.parent
  }
  let around: Surroundings | null = null
  for (let at = way.length - 1; at >= 0; at -= 1) around = enter(around, way[at]!, quirks)
  return around
}

/** Elements whose content a parser reads as text: what stands in them is never an element. */
export function holdsTextOnly({ tag }: ElementShape): boolean {
  return html.RAW_TEXT.has(tag) || html.ESCAPABLE_TEXT.has(tag)
}

/** Whether HTML begins again inside this element of another kind. */
export function startsHtml(element: ElementShape): boolean {
  if (element.namespace === "svg") return html.HTML_IN_SVG.has(element.tag)
  return element.namespace === "math" && html.HTML_IN_MATH.has(element.tag)
}

const SPACE = /^[\t\n\f ]*$/

function whyNoText({ element: parent, inHead }: Surroundings, text: string): string | null {
  if (parent.namespace !== "html") return null
  if ((html.WITHOUT_TEXT.has(parent.tag) || (inHead && parent.tag === "noscript")) && !SPACE.test(text)) {
    return `text cannot stand directly in ${named(parent)}`
  }
  if (html.RAW_TEXT.has(parent.tag) && endsRawText(parent.tag, text)) return `its text would end ${named(parent)}`
  return null
}

/**
 * Text of a `style` or an `iframe` cannot be escaped: nothing in it may look like its end, or like a comment that hides the
 * end. Nor like the end of a `noscript` around it, which a browser that runs scripts reads as text up to there.
 */
export function endsRawText(tag: string, text: string): boolean {
  const lower = text.toLowerCase()
  return lower.includes(`</${tag}`) || lower.includes("<!--") || lower.includes("</noscript")
}

/**
 * A comment ends at the first of these, whatever its author meant. The end of `noscript` is one of them: with scripts a
 * browser reads what stands there as text, comments included.
 */
export function endsComment(text: string): boolean {
  return /^-?>|--!?>|<!--|<\/noscript/i.test(text) || text.endsWith("-") || text.endsWith("--!")
}

function whyNoElement(around: Surroundings, child: ElementShape): string | null {
  const parent = around.element
  const mayBeHtml = parent.namespace === "html" || startsHtml(parent)
  if (child.namespace !== "html") return whyNoForeign(around, child, mayBeHtml)
  if (!mayBeHtml) return `${named(parent)} holds drawing, and ${named(child)} is a part of a page`
  return whyNoHtml(around, child)
}

function whyNoForeign(around: Surroundings, child: ElementShape, mayBeHtml: boolean): string | null {
  const parent = around.element
  if (html.BREAKS_OUT.has(child.tag.toLowerCase())) return `a browser would end the drawing at ${named(child)}`
  const begins = child.tag === (child.namespace === "svg" ? "svg" : "math")
  if (mayBeHtml) {
    if (!begins) return `${named(child)} has to stand in a drawing of its own kind`
    const picky = parent.namespace === "html" ? pickyOf(around) : undefined
    return picky ? refusedBy(parent, child, picky) : null
  }
  return parent.namespace === child.namespace ? null : `${named(child)} is of another kind than ${named(parent)}`
}

function whyNoHtml(around: Surroundings, child: ElementShape): string | null {
  const { element: parent } = around
  const { tag } = child
  const inHtml = parent.namespace === "html"
  const picky = inHtml ? pickyOf(around) : undefined
  if (picky) return picky.has(tag) ? null : refusedBy(parent, child, picky)
  if (html.NOWHERE.has(tag)) return `${named(child)} cannot stand there`
  if (html.TABLE_PARTS.has(tag)) return `${named(child)} belongs into a table`
  if (tag === "noscript" && around.inNoscript) return `${named(child)} cannot stand in another of its kind`
  if (around.inParagraph && endsParagraph(tag, around.quirks))
    return `${named(child)} would end the paragraph around it`
  if (inHtml && html.HEADINGS.has(tag) && html.HEADINGS.has(parent.tag))
    return "a heading cannot stand directly in a heading"
  if (tag === "a" && around.inLink) return "a link cannot stand in a link"
  if (tag === "button" && around.inButton) return "a button cannot stand in a button"
  if (tag === "nobr" && around.inNobr) return `${named(child)} would end the one around it`
  if (tag === "form" && around.inForm) return "a form cannot stand in a form"
  if (around.item && around.item === itemOf(tag)) return `${named(child)} would end the item around it`
  if (inHtml && (tag === "option" || tag === "optgroup") && parent.tag === "option") {
    return `${named(child)} would end the choice around it`
  }
  if (around.inRuby && inHtml && html.RUBY_PARTS.has(tag) && html.IMPLIED_ENDS.has(parent.tag)) {
    const fits = parent.tag === "rtc" && (tag === "rt" || tag === "rp")
    return fits ? null : `${named(child)} would end ${named(parent)}`
  }
  return null
}

function endsParagraph(tag: string, quirks: boolean): boolean {
  return html.ENDS_PARAGRAPH.has(tag) || tag === "xmp" || (tag === "table" && !quirks)
}

function itemOf(tag: string): Surroundings["item"] {
  return tag === "li" ? "li" : tag === "dd" || tag === "dt" ? "dd" : null
}

/** A parser looks for an open item upwards until something special that is no `address`, `div` or `p`. */
function itemInside(around: Surroundings, { namespace, tag }: ElementShape): Surroundings["item"] {
  if (namespace !== "html") return null
  const own = itemOf(tag)
  if (own) return own
  return html.SPECIAL.has(tag) ? null : around.item
}

function pickyOf({ element: { tag }, inHead, inSelect }: Surroundings): ReadonlySet<string> | undefined {
  if (inHead && tag === "noscript") return html.IN_HEAD_NOSCRIPT
  return inSelect ? html.IN_SELECT[tag] : html.PICKY[tag]
}

function refusedBy(parent: ElementShape, child: ElementShape, admitted: ReadonlySet<string>): string {
  const tags = [...admitted].map((tag) => `<${tag}>`)
  return `${named(parent)} holds ${tags.join(", ")} and not <${child.tag}>`
}

function holdsTextWords(parent: ElementShape): string {
  return `${named(parent)} holds text only`
}

function named(element: ElementShape): string {
  return nameOf(element as NodeRecord)
}
