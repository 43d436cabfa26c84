import {
  type Attribute,
  type Command,
  type NodeRecord,
  type Site,
  type SiteDocument,
  subtreeOf,
} from "../../../document.ts"
import { OMITTED } from "../read/read-document.ts"
import { demandUnlocked, findElement, type Where } from "../run/find-node.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import { applyRules } from "../style/apply-rules.ts"
import { createdIn, elementRoots, type Inserted, stylesOnly } from "./insert-html.ts"
import { readHtml } from "./read-html.ts"

/** The node stays, what it holds is replaced. An element that says the id of one that was there is that one. */
export function replaceNodeHtml(
  site: Site,
  input: { nodeId: string; html: string; document?: Where | undefined },
  { nextId }: RunContext,
): Ran<Inserted> {
  const { document, node } = findElement(site, input.nodeId, input.document)
  demandUnlocked(document, node.id)
  const read = readHtml(site, input.html, nextId)
  if (read.fragment.roots.length === 0) return stylesOnly(site, read, nextId)
  const before = subtreeOf(document.nodes, node.id).filter(({ id }) => id !== node.id)
  for (const { id } of before) if (document.nodes.get(id)?.locked) demandUnlocked(document, id)
  const there = new Set(before.map(({ id }) => id))
  const old = new Map([...read.echoed].flatMap(([uid, id]) => (there.has(uid) ? [[id, uid] as const] : [])))
  const named = (id: string) => old.get(id) ?? id
  const nodes = read.fragment.nodes.map((record) => renamed(document, record, named))
  const fragment = { roots: read.fragment.roots.map(named), nodes }
  const kept = new Set(old.values())
  const commands: Command[] = node.children.map((child) => ({ type: "remove", document: document.ref, node: child }))
  const added = applyRules(site, read.css, "add", nextId)
  const place = { parent: node.id, after: null, before: null }
  return {
    commands: [...added.commands, ...commands, { type: "insert", document: document.ref, place, fragment }],
    data: {
      nodeIds: elementRoots(fragment),
      created: createdIn(fragment, kept),
      kept: [...kept],
      removed: before.flatMap(({ id, kind }) => (kind === "element" && !kept.has(id) ? [id] : [])).slice(0, 200),
    },
    warnings: [...read.warnings, ...added.warnings],
  }
}

/** What a model is not shown of a node stays with it: its label, what is bound, and letters that were left out. */
function renamed(document: SiteDocument, record: NodeRecord, named: (id: string) => string): NodeRecord {
  const id = named(record.id)
  if (record.kind !== "element") return { ...record, id }
  const before = id === record.id ? undefined : document.nodes.get(id)
  const children = record.children.map(named)
  if (before?.kind !== "element") return { ...record, id, children }
  const values = new Map(before.attributes)
  const attributes = record.attributes.map(
    ([name, value]): Attribute => [name, OMITTED.test(value) ? (values.get(name) ?? value) : value],
  )
  const { label, hidden, overrides, bindings } = before
  return {
    ...record,
    id,
    children,
    attributes,
    ...(label !== undefined && { label }),
    ...(hidden && { hidden }),
    ...(overrides && { overrides }),
    ...(bindings && { bindings }),
  }
}
