/** Nodes out of HTML: everything that is safe, in its order, and a report of the rest. */
import { html as names } from "parse5"
import { classesIn } from "../commands/record.ts"
import { cleanElement } from "../safety/clean-element.ts"
import { OWN_ONLY, type SafetyPolicy } from "../safety/policy.ts"
import { endsComment, enter, type Surroundings, whyNotIn } from "../tree/content-model.ts"
import { LIMITS } from "../tree/limits.ts"
import type { Attribute, DocumentMode, ElementShape, Fragment, Namespace, NodeId, NodeRecord } from "../tree/node.ts"
import { nameFrom } from "./name-from.ts"
import { type ParsedElement, type ParsedNode, parseFragment, parsePage } from "./parse-html.ts"

export interface ImportOptions {
  /** Gives each node an id of its own. */
  readonly nextId: () => NodeId
  /** Null takes everything that HTML can say, for a place that cleans it later. */
  readonly policy?: SafetyPolicy | null
  /** Told the `uid` that an element says, with the id it gets; the attribute is no part of the element then. */
  readonly onUid?: (uid: string, id: NodeId) => void
}

/** A stylesheet that the page brings or names, in the order of the page. */
export type FoundSheet = { readonly media: string } & ({ readonly css: string } | { readonly href: string })

interface Imported {
  readonly ok: true
  readonly fragment: Fragment
  readonly sheets: readonly FoundSheet[]
  /** What was changed or left out, and why; the same thing once, with its number. */
  readonly report: readonly string[]
}
export interface ImportedPage extends Imported {
  readonly mode: DocumentMode
  readonly contentNodeId: NodeId
  readonly title: string
}
type Failed = { readonly ok: false; readonly reason: string }

export function importPage(html: string, options: ImportOptions): ImportedPage | Failed {
  const parsed = parsePage(html)
  if (!parsed.ok) return parsed
  const { document } = parsed
  const mode = MODES[document.mode]
  const work = begin(options, mode === "quirks")
  const root = document.childNodes.find((node): node is ParsedElement => node.nodeName === "html")!
  const top = frameOf(work, root)
  const around = enter(null, top, work.quirks)
  const [head, body] = (["head", "body"] as const).map((tag) => {
    const found = root.childNodes.find((node): node is ParsedElement => node.nodeName === tag)
    const shape: ElementShape = found
      ? frameOf(work, found)
      : { ...top, id: options.nextId(), tag, attributes: [], classes: [], style: null }
    if (!found) work.report.add("The page has frames in place of a body. They were left out.")
    return { shape, children: found?.childNodes ?? [] }
  })
  work.nodes.push({ ...top, children: [head!.shape.id, body!.shape.id] })
  for (const { shape, children } of [head!, body!]) fill(work, shape, children, enter(around, shape, work.quirks))
  const title = titleIn(head!.children)
  return { ok: true, mode, contentNodeId: body!.shape.id, title, ...outcome(work, [top.id]) }
}

export function importFragment(html: string, options: ImportOptions): Imported | Failed {
  const parsed = parseFragment(html)
  if (!parsed.ok) return parsed
  const work = begin(options, false)
  const body: ElementShape = {
    kind: "element",
    id: "body",
    tag: "body",
    namespace: "html",
    attributes: [],
    classes: [],
    style: null,
  }
  const roots = convert(work, parsed.nodes, enter(null, body))
  return { ok: true, ...outcome(work, roots) }
}

/** `html`, `head` and `body` are there whatever they bring. */
function frameOf(work: Work, node: ParsedElement): ElementShape {
  const shape = shapeOf(work, node)
  const cleaned = work.policy ? cleanElement(shape, work.policy) : { shape, removed: [] }
  for (const part of cleaned.removed) work.report.add(leftOut(part))
  return "drop" in cleaned ? shape : cleaned.shape
}

function leftOut(part: string): string {
  return `${part} was left out: it could run or load something.`
}

const MODES = {
  [names.DOCUMENT_MODE.NO_QUIRKS]: "standards",
  [names.DOCUMENT_MODE.LIMITED_QUIRKS]: "limited-quirks",
  [names.DOCUMENT_MODE.QUIRKS]: "quirks",
} as const

interface Work {
  readonly nextId: () => NodeId
  readonly policy: SafetyPolicy | null
  readonly onUid: ImportOptions["onUid"]
  readonly quirks: boolean
  readonly nodes: NodeRecord[]
  readonly sheets: FoundSheet[]
  readonly report: { add(line: string): void; lines(): string[] }
}

function begin({ nextId, policy = OWN_ONLY, onUid }: ImportOptions, quirks: boolean): Work {
  const counts = new Map<string, number>()
  return {
    nextId,
    policy,
    onUid,
    quirks,
    nodes: [],
    sheets: [],
    report: {
      add: (line) => counts.set(line, (counts.get(line) ?? 0) + 1),
      lines: () => [...counts].map(([line, count]) => (count > 1 ? `${line} (${count} times)` : line)),
    },
  }
}

function outcome({ nodes, sheets, report }: Work, roots: NodeId[]) {
  return { fragment: { roots, nodes }, sheets, report: report.lines() }
}

/** Parents stand before their children: the list of its children is written when they are known. */
function fill(work: Work, shape: ElementShape, children: readonly ParsedNode[], inside: Surroundings): void {
  const at = work.nodes.length
  work.nodes.push({ ...shape, children: [] })
  work.nodes[at] = { ...shape, children: convert(work, children, inside) }
}

function convert(work: Work, children: readonly ParsedNode[], inside: Surroundings): NodeId[] {
  const ids: NodeId[] = []
  const waiting = children.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.nodeName === "#documentType") continue
    if (!("tagName" in node)) {
      const id = convertWords(work, node, inside)
      if (id) ids.push(id)
      continue
    }
    if (takeSheet(work, node)) continue
    const shape = shapeOf(work, node)
    const held = node.nodeName === "template" && "content" in node ? node.content.childNodes : node.childNodes
    const cleaned = work.policy ? cleanElement(shape, work.policy) : { shape, removed: [] }
    for (const part of cleaned.removed) work.report.add(leftOut(part))
    if ("drop" in cleaned) {
      if (cleaned.drop === "around") waiting.push(...held.toReversed())
      continue
    }
    const why = whyNotIn(inside, { ...cleaned.shape, children: [] })
    if (why) {
      work.report.add(`<${shape.tag}> was taken away from around its content: a browser would move it.`)
      waiting.push(...held.toReversed())
      continue
    }
    fill(work, cleaned.shape, held, enter(inside, cleaned.shape, work.quirks))
    ids.push(shape.id)
  }
  return ids
}

function convertWords(work: Work, node: Exclude<ParsedNode, ParsedElement>, inside: Surroundings): NodeId | null {
  const id = work.nextId()
  const record: NodeRecord =
    "value" in node
      ? { kind: "text", id, text: node.value.replaceAll("\0", "") }
      : { kind: "comment", id, text: "data" in node ? node.data.replaceAll("\0", "") : "" }
  if (record.text.length > LIMITS.text) {
    work.report.add(`A ${record.kind} of ${record.text.length} characters was left out: ${LIMITS.text} is the most.`)
    return null
  }
  if (record.kind === "comment" && endsComment(record.text)) {
    work.report.add("A comment was left out: it would not end where it should.")
    return null
  }
  if (whyNotIn(inside, record)) {
    if (record.text.trim() !== "") work.report.add("A text was left out: a browser would move it.")
    return null
  }
  work.nodes.push(record)
  return id
}

/** Styles live in sheets of the site; the elements that brought them go. */
function takeSheet(work: Work, node: ParsedElement): boolean {
  const value = (name: string) => node.attrs.find((attribute) => attribute.name === name)?.value
  const media = value("media")?.trim() ?? ""
  if (node.tagName === "style") {
    const css = node.childNodes.map((child) => ("value" in child ? child.value : "")).join("")
    const type = value("type")?.trim().toLowerCase()
    if (!type || type === "text/css") work.sheets.push({ media, css })
    return true
  }
  if (node.tagName !== "link") return false
  const rel = value("rel")?.toLowerCase().split(/\s+/) ?? []
  if (!rel.includes("stylesheet")) return false
  const href = value("href")
  if (href && !rel.includes("alternate") && value("disabled") === undefined) work.sheets.push({ media, href })
  return true
}

function shapeOf(work: Work, node: ParsedElement): ElementShape {
  const id = work.nextId()
  const attributes: Attribute[] = []
  let classes: readonly string[] = []
  let classText: string | undefined
  let style: string | null = null
  for (const { name: local, prefix, value: raw } of node.attrs) {
    const name = prefix ? `${prefix}:${local}` : local
    const value = raw.replaceAll("\0", "\ufffd")
    if (work.onUid && (name === "uid" || name === "data-uid")) {
      work.onUid(value, id)
      continue
    }
    if (value.length > LIMITS.text)
      work.report.add(`The attribute ${name.slice(0, 60)} was left out: ${LIMITS.text} characters are the most.`)
    else if (name === "class") {
      classes = classesIn(value).slice(0, LIMITS.classes)
      if (classes.join(" ") !== value || classes.length === 0) classText = value
    } else if (name === "style") style = value
    else if (!WRITABLE.test(name) || attributes.length >= LIMITS.attributes) {
      work.report.add(`The attribute ${name.slice(0, 60)} was left out: it is not one that can be written.`)
    } else attributes.push([name, value])
  }
  if (classText !== undefined && classesIn(classText).length !== classes.length) {
    work.report.add(`An element has more than ${LIMITS.classes} classes. The first of them were kept.`)
    classText = undefined
  }
  const namespace = NAMESPACES[node.namespaceURI] ?? "html"
  return {
    kind: "element",
    id,
    tag: node.tagName,
    namespace,
    attributes,
    classes,
    ...(classText !== undefined && { classText }),
    style,
  }
}

const WRITABLE = /^[^\s"'<>/=`\p{C}]{1,200}$/u
const NAMESPACES: Readonly<Record<string, Namespace>> = {
  [names.NS.HTML]: "html",
  [names.NS.SVG]: "svg",
  [names.NS.MATHML]: "math",
}

function titleIn(head: readonly ParsedNode[]): string {
  const title = head.find((node): node is ParsedElement => node.nodeName === "title")
  const text = title?.childNodes.map((child) => ("value" in child ? child.value : "")).join("") ?? ""
  return nameFrom(text, LIMITS.title)
}
