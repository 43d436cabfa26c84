import { isDeepStrictEqual } from "node:util"
import type { FieldChange, NodeChange } from "../contract.ts"
import { type NodeRecord, nameOf, recordOf, type SiteDocument, subtreeOf } from "../document.ts"

/** In which nodes two versions differ: those that came, those that changed and those that went, in the order of the page. */
export function compareDocuments(
  before: SiteDocument | null,
  after: SiteDocument | null,
): { title: FieldChange | null; changes: NodeChange[] } {
  const older = nodesOf(before)
  const newer = nodesOf(after)
  const changes: NodeChange[] = []
  for (const [id, node] of newer) {
    const fields = fieldsOf(older.get(id) ?? null, node)
    if (fields.length > 0)
      changes.push({ node: id, name: nameOf(node), change: older.has(id) ? "changed" : "added", fields })
  }
  for (const [id, node] of older)
    if (!newer.has(id)) changes.push({ node: id, name: nameOf(node), change: "removed", fields: fieldsOf(node, null) })
  const titles = { field: "title", before: before?.title ?? null, after: after?.title ?? null }
  return { title: titles.before === titles.after ? null : titles, changes }
}

function nodesOf(document: SiteDocument | null): Map<string, NodeRecord> {
  if (!document) return new Map()
  return new Map(subtreeOf(document.nodes, document.rootNodeId).map((node) => [node.id, recordOf(node)]))
}

function fieldsOf(before: NodeRecord | null, after: NodeRecord | null): FieldChange[] {
  const older = shownFields(before)
  const newer = shownFields(after)
  return [...new Set([...Object.keys(older), ...Object.keys(newer)])].flatMap((field) => {
    if (isDeepStrictEqual(older[field], newer[field])) return []
    return [{ field, before: told(older[field]), after: told(newer[field]) }]
  })
}

function shownFields(node: NodeRecord | null): Record<string, unknown> {
  if (!node) return {}
  const { id: _id, kind: _kind, ...fields } = node
  return { ...fields }
}

const MOST_SHOWN = 2_000

export function told(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}…` : text
}
