/** Components as tools see them: where they are used, and what they are given. */
import {
  type Attribute,
  type ElementNode,
  type NodeRecord,
  paramAttribute,
  refuse,
  type Site,
  type SiteDocument,
} from "../../../document.ts"
import { partsOf } from "../../../render.ts"

export function findComponent(site: Site, id: string): { document: SiteDocument; root: ElementNode } {
  const document = site.documents.get(`visualComponent:${id}`)
  const root = document?.nodes.get(document.rootNodeId)
  if (!document || root?.kind !== "element")
    refuse(`There is no component ${id.slice(0, 60)}. List the documents to find the right one.`)
  return { document, root }
}

/** How much of the site shows it. */
export function usesOf(site: Site, id: string): { documents: number; nodes: number } {
  const counts = [...site.documents.values()].map(
    ({ nodes }) => [...nodes.values()].filter((node) => node.kind === "element" && componentIn(node) === id).length,
  )
  return { documents: counts.filter((count) => count > 0).length, nodes: counts.reduce((sum, count) => sum + count, 0) }
}

/** The component that an element stands for; null where it is none. */
export function componentIn({ tag, attributes }: Pick<ElementNode, "tag" | "attributes">): string | null {
  if (tag !== "cs-component") return null
  return attributes.find(([name]) => name === "data-component")?.[1].trim() ?? null
}

/** A component that holds itself, at whatever depth, is drawn nowhere. */
export function demandNotWithin(site: Site, id: string, nodes: readonly NodeRecord[]): void {
  const seen = new Set<string>()
  const waiting = nodes.flatMap((node) => (node.kind === "element" ? (componentIn(node) ?? []) : []))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) refuse(`The component ${id} would hold itself. Take it out of what it holds.`)
    if (seen.has(next)) continue
    seen.add(next)
    for (const node of site.documents.get(`visualComponent:${next}`)?.nodes.values() ?? [])
      if (node.kind === "element") waiting.push(...(componentIn(node) === null ? [] : [componentIn(node)!]))
  }
}

const PARAM = "data-param-"

/** As attributes: `buttonLabel` is `data-param-button-label`. Null takes a parameter away. */
export function paramsSaid(params: Readonly<Record<string, string | null>>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const plain = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
      if (!/^[a-z][a-zA-Z0-9]{0,39}$/.test(plain))
        refuse(`"${name.slice(0, 60)}" cannot be the name of a parameter. Use letters and digits, such as buttonLabel.`)
      return [paramAttribute(plain), value]
    }),
  )
}

/** Those that the content names as `{params.title}` and nobody has declared. */
export function paramsMissing(nodes: readonly NodeRecord[], declared: readonly string[]): string[] {
  const known = new Set(declared)
  const texts = nodes.flatMap((node) =>
    node.kind === "element"
      ? [...node.attributes.map(([, value]) => value), ...Object.values(node.bindings ?? {}).map((path) => `{${path}}`)]
      : node.kind === "text"
        ? [node.text]
        : [],
  )
  const named = texts.flatMap((text) =>
    partsOf(text).flatMap((part) => (typeof part !== "string" && part.scope === "params" ? [part.field] : [])),
  )
  return [...new Set(named.flatMap((name) => Object.keys(paramsSaid({ [name]: "" }))))].filter(
    (name) => !known.has(name),
  )
}

export function asAttributes(params: Readonly<Record<string, string | null>>): Attribute[] {
  return Object.entries(params).flatMap(([name, value]): Attribute[] => (value === null ? [] : [[name, value]]))
}

export function missingWarning(missing: readonly string[]): string[] {
  const names = missing.map((name) => name.slice(PARAM.length))
  return names.length > 0 ? [`Parameters without a default were added for ${names.join(", ")}.`] : []
}
