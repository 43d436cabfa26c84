/** Templates around each other and the page in the innermost outlet, as one `html` with one `head` and one `body`. */

import { cleanElement } from "../../document/safety/clean-element.ts"
import { enter } from "../../document/tree/content-model.ts"
import type { Attribute, ElementNode, ElementShape, SiteDocument } from "../../document/tree/node.ts"
import { headOf, isReplaced } from "../head/head.ts"
import { fillElement } from "../tokens/fill-element.ts"
import type { Names } from "../tokens/values.ts"
import type { Work } from "../work.ts"
import { expandAll, type Frame } from "./expand.ts"
import { entryOf } from "./expand-loop.ts"

/** The key of the root. */
export function expandLayers(work: Work, layers: readonly SiteDocument[]): string {
  const names = namesOf(work)
  const frames = layers.map((document, nested): Frame => {
    work.readsDocument(document.ref)
    return { document, names, components: [], nested, outlet: null, slots: null, loop: null }
  })
  const html = merged(work, names, layers, "html")
  const quirks = layers.at(-1)!.mode === "quirks"
  const around = enter(null, html, quirks)
  const head = merged(work, names, layers, "head")
  const body = merged(work, names, layers, "body")
  const inHead = enter(around, head)
  const headKeys = headOf(work.input).map(({ tag, attributes, text }) => {
    const children = text === undefined ? [] : [work.add({ kind: "text", id: "head", text, parent: null })]
    return work.add({ ...blank(tag), attributes, children, parent: null })
  })
  for (const frame of frames) {
    const own = partOf(frame.document, "head")?.children ?? []
    const wanted = own.filter((id) => !isReplaced(frame.document.nodes.get(id)))
    for (const key of expandAll(work, frame, wanted, inHead)) headKeys.push(key)
  }
  const bodyKeys = expandLayer(work, frames, 0, enter(around, body))
  const parts = [
    work.add({ ...head, children: headKeys, parent: null }),
    work.add({ ...body, children: bodyKeys, parent: null }),
  ]
  return work.add({ ...html, children: parts, parent: null })
}

function expandLayer(
  work: Work,
  frames: readonly Frame[],
  at: number,
  around: Parameters<typeof expandAll>[3],
): string[] {
  const frame = frames[at]
  const root = frame?.document.nodes.get(frame.document.contentNodeId)
  if (!frame || root?.kind !== "element") return []
  const outlet = at + 1 < frames.length ? (inside: typeof around) => expandLayer(work, frames, at + 1, inside) : null
  return expandAll(work, { ...frame, outlet }, root.children, around)
}

/** A component by itself, for an editor or a preview. */
export function expandPart(work: Work, document: SiteDocument): string {
  const root = document.nodes.get(document.rootNodeId)
  const frame: Frame = {
    document,
    names: { ...namesOf(work), params: { called: "the component", values: {} } },
    components: [document.ref.id],
    nested: 0,
    outlet: null,
    slots: null,
    loop: null,
  }
  work.readsDocument(document.ref)
  const body = enter(enter(null, blank("html")), blank("body"))
  const children = root?.kind === "element" ? expandAll(work, frame, root.children, body) : []
  return work.add({ ...blank("template"), children, parent: null })
}

function namesOf({ input }: Work): Names {
  const { site, page, route, entry } = input
  const source = entry && input.sources.get(entry.source)
  return {
    site: { called: "the site", values: site },
    page: {
      called: "the page",
      values: page,
      types: { ...typesOf(page), publishedAt: "instant", updatedAt: "instant" },
    },
    route: { called: "the address", values: { path: route.path, pageNumber: route.pageNumber ?? 1 } },
    ...(source && { currentEntry: entryOf(source, entry.row) }),
  }
}

function typesOf(values: object): Record<string, "text"> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, "text"]))
}

/** The page's own attributes win over those of the templates around it; classes come together. */
function merged(
  work: Work,
  names: Names,
  layers: readonly SiteDocument[],
  tag: "html" | "head" | "body",
): ElementShape {
  const attributes = new Map<string, string>()
  const classes = new Set<string>()
  let style: string | null = null
  const { language } = work.input.page
  if (tag === "html" && typeof language === "string" && language !== "") attributes.set("lang", language)
  for (const layer of layers) {
    const part = partOf(layer, tag)
    if (!part) continue
    const shape = fillElement(work, names, part)
    const cleaned = work.input.switchedOff?.includes("sanitiser") ? { shape } : cleanElement(shape, work.input.policy)
    if ("drop" in cleaned) continue
    for (const [name, value] of cleaned.shape.attributes) attributes.set(name, value)
    for (const name of cleaned.shape.classes) classes.add(name)
    style = cleaned.shape.style ?? style
  }
  return { ...blank(tag), attributes: [...attributes] as readonly Attribute[], classes: [...classes], style }
}

function partOf(document: SiteDocument, tag: "html" | "head" | "body"): ElementNode | undefined {
  const root = document.nodes.get(document.rootNodeId)
  if (root?.kind !== "element") return undefined
  if (tag === "html") return root
  for (const id of root.children) {
    const child = document.nodes.get(id)
    if (child?.kind === "element" && child.tag === tag) return child
  }
  return undefined
}

function blank(tag: string): ElementShape {
  return { kind: "element", id: tag, tag, namespace: "html", attributes: [], classes: [], style: null }
}
