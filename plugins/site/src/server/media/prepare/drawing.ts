/** An SVG file without what could run, load or draw without end: read as HTML reads it, judged like every element, written as XML. */
import {
  cleanCss,
  type ElementRecord,
  importFragment,
  type NodeId,
  type NodeRecord,
  OWN_ONLY,
} from "../../../document.ts"
import { shownName } from "./what-it-is.ts"

/** What `use` makes of it: each copy may copy again, so that ten lines can draw a thousand million shapes. */
const MOST_DRAWN = 50_000

export interface Drawing {
  readonly bytes: Buffer
  readonly width?: number
  readonly height?: number
  readonly notes: readonly string[]
}

export function cleanDrawing(bytes: Buffer, name: string): Drawing | { readonly refused: string } {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return { refused: `${shownName(name)} is not written in UTF-8. Save it as a plain SVG in UTF-8.` }
  }
  let count = 0
  const read = importFragment(withoutPrologue(text), { nextId: () => String(count++) })
  if (!read.ok) return { refused: `${shownName(name)} is too large for a drawing. ${read.reason}` }
  const nodes = new Map(read.fragment.nodes.map((node) => [node.id, node]))
  const root = read.fragment.roots.map((id) => nodes.get(id)).find(isSvg)
  if (!root) return { refused: `${shownName(name)} holds no drawing. Save it as a plain SVG.` }
  if (drawnBy(root, nodes) > MOST_DRAWN)
    return { refused: `${shownName(name)} repeats its parts more than ${MOST_DRAWN} times. Simplify the drawing.` }
  const styles: string[] = []
  const notes = [...read.report]
  for (const sheet of read.sheets) {
    if (!("css" in sheet)) continue
    const { css, removed } = cleanCss(sheet.css, OWN_ONLY)
    styles.push(css)
    for (const part of removed) notes.push(`${part} was left out: it could run or load something.`)
  }
  const written: string[] = []
  write(root, nodes, styles, written)
  return { bytes: Buffer.from(written.join("")), ...extentOf(root), notes }
}

function isSvg(node: NodeRecord | undefined): node is ElementRecord {
  return node?.kind === "element" && node.namespace === "svg" && node.tag === "svg"
}

/** A doctype with entities in it: HTML would end it at its first bracket and show the rest as text. */
function withoutPrologue(text: string): string {
  const at = text.search(/<(?:svg:)?svg[\s>/]/i)
  return at < 0 ? text : text.slice(at)
}

type Nodes = ReadonlyMap<NodeId, NodeRecord>

/** How many elements are drawn, each `use` counted with all that it shows. */
function drawnBy(root: ElementRecord, nodes: Nodes): number {
  const named = new Map<string, ElementRecord>()
  for (const node of nodes.values())
    if (node.kind === "element") {
      const id = attributeOf(node, "id")
      if (id !== undefined) named.set(id, node)
    }
  const known = new Map<ElementRecord, number>()
  const count = (node: ElementRecord, depth: number): number => {
    const before = known.get(node)
    if (before !== undefined) return before
    // A part that shows itself is drawn by no browser, and one this deep by none either.
    if (depth > 1_000) return MOST_DRAWN + 1
    known.set(node, 1)
    let sum = 1
    const target = node.tag === "use" ? (attributeOf(node, "href") ?? attributeOf(node, "xlink:href")) : undefined
    const shown = target?.trim().startsWith("#") ? named.get(target.trim().slice(1)) : undefined
    if (shown) sum += count(shown, depth + 1)
    for (const id of node.children) {
      const child = nodes.get(id)
      if (child?.kind === "element") sum += count(child, depth + 1)
    }
    sum = Math.min(sum, MOST_DRAWN + 1)
    known.set(node, sum)
    return sum
  }
  return count(root, 0)
}

function attributeOf({ attributes }: ElementRecord, name: string): string | undefined {
  return attributes.find(([one]) => one === name)?.[1]
}

const SVG = "http://www.w3.org/2000/svg"
const XLINK = "http://www.w3.org/1999/xlink"

function write(node: ElementRecord, nodes: Nodes, styles: readonly string[], written: string[]): void {
  const isRoot = styles !== NO_STYLES
  written.push("<", node.tag)
  if (isRoot) written.push(` xmlns="${SVG}" xmlns:xlink="${XLINK}"`)
  for (const [name, value] of node.attributes) if (isWritable(name)) written.push(` ${name}="${escaped(value)}"`)
  const classes = node.classText ?? node.classes.join(" ")
  if (classes !== "") written.push(` class="${escaped(classes)}"`)
  if (node.style !== null) written.push(` style="${escaped(node.style)}"`)
  written.push(">")
  if (isRoot) for (const css of styles) written.push("<style>", escaped(css), "</style>")
  for (const id of node.children) {
    const child = nodes.get(id)
    if (child?.kind === "text") written.push(escaped(child.text))
    // What is not a shape, such as a page in a `foreignObject`, has no place in a picture.
    else if (child?.kind === "element" && child.namespace === "svg" && child.tag !== "foreignObject")
      write(child, nodes, NO_STYLES, written)
  }
  written.push("</", node.tag, ">")
}
const NO_STYLES: readonly string[] = []

/** Names that XML can read without knowing whose they are; the two namespaces are declared by the root. */
function isWritable(name: string): boolean {
  if (/^(?:xlink:[a-z]+|xml:(?:lang|space))$/.test(name)) return true
  return name !== "xmlns" && /^[A-Za-z_][\w.-]*$/.test(name)
}

/** Also without the signs that XML cannot say at all. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
}
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

function extentOf(root: ElementRecord): { width?: number; height?: number } {
  const size = (name: string) => /^\s*(\d{1,5}(?:\.\d{1,6})?)(?:px)?\s*$/.exec(attributeOf(root, name) ?? "")?.[1]
  const box = (attributeOf(root, "viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const width = Number(size("width") ?? box[2])
  const height = Number(size("height") ?? box[3])
  return width > 0 && height > 0 && width < 100_000 && height < 100_000
    ? { width: Math.round(width), height: Math.round(height) }
    : {}
}
