import type { Command, Fragment, Site } from "../../../document.ts"
import { refuse } from "../../../document.ts"
import { demandUnlocked, findElement, placeNumbered, type Where } from "../run/find-node.ts"
import type { Ran, RunContext } from "../run/runner.ts"
import { applyRules } from "../style/apply-rules.ts"
import { type ReadHtml, readHtml } from "./read-html.ts"

export interface Inserted {
  nodeIds?: string[]
  created?: { id: string; tag: string; classes: string[] }[]
  kept?: string[]
  removed?: string[]
  cssRulesCreated?: number
  cssRulesUpdated?: number
}

export function insertHtml(
  site: Site,
  input: { parentId: string; index?: number | undefined; html: string; document?: Where | undefined },
  { nextId }: RunContext,
): Ran<Inserted> {
  const { document, node } = findElement(site, input.parentId, input.document)
  demandUnlocked(document, node.id)
  const read = readHtml(site, input.html, nextId)
  if (read.fragment.roots.length === 0) return stylesOnly(site, read, nextId)
  const insert: Command = {
    type: "insert",
    document: document.ref,
    place: placeNumbered(document, node, input.index),
    fragment: read.fragment,
  }
  const added = applyRules(site, read.css, "add", nextId)
  return {
    commands: [...added.commands, insert],
    data: { nodeIds: elementRoots(read.fragment), created: createdIn(read.fragment) },
    warnings: [...read.warnings, ...added.warnings],
  }
}

/** Rules without elements are meant to be written. */
export function stylesOnly(site: Site, { css, warnings }: ReadHtml, nextId: () => string): Ran<Inserted> {
  if (css.trim() === "")
    refuse(`Nothing is left of the HTML to insert. ${warnings.join(" ") || "Pass at least one element."}`.trim())
  const applied = applyRules(site, css, "merge", nextId)
  return {
    commands: applied.commands,
    data: { cssRulesCreated: applied.created, cssRulesUpdated: applied.updated },
    warnings: [...warnings, ...applied.warnings],
  }
}

export function elementRoots({ roots, nodes }: Fragment): string[] {
  const elements = new Set(nodes.flatMap((node) => (node.kind === "element" ? [node.id] : [])))
  const found = roots.filter((id) => elements.has(id))
  return found.length > 0 ? found : [...roots]
}

const MOST_TOLD = 200

export function createdIn({ nodes }: Fragment, kept: ReadonlySet<string> = new Set()) {
  return nodes
    .flatMap((node) =>
      node.kind === "element" && !kept.has(node.id) ? [{ id: node.id, tag: node.tag, classes: [...node.classes] }] : [],
    )
    .slice(0, MOST_TOLD)
}
