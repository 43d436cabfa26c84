import { implement } from "@countersign/core/server"
import { type IncidentRevision, incidentContract, REVISED_FIELDS } from "../contract.ts"
import { incidents } from "./incident-store.ts"
import { visibleTo } from "./present-incident.ts"
import { listRevisions as listRows } from "./revision-store.ts"
import type { RecordedChanges, RecordedValue } from "./tables.ts"

export const listRevisions = implement(incidentContract.listRevisions, async (ctx, { id, ...request }) => {
  const incident = await incidents.read(ctx, id)
  const page = await listRows(ctx.tx, id, visibleTo(ctx, incident), request)
  const ids = page.items.flatMap(
    ({ changes: { systems } }) => [systems?.before ?? [], systems?.after ?? []].flat() as string[],
  )
  const names = await incidents.reachedNames(ctx, ids)
  return { ...page, items: page.items.map((item) => ({ ...item, changes: inWords(item.changes, names) })) }
})

function inWords(changes: RecordedChanges, names: ReadonlyMap<string, string>): IncidentRevision["changes"] {
  return REVISED_FIELDS.flatMap((field) => {
    const change = changes[field]
    if (!change) return []
    return [{ field, before: valueInWords(change.before, names), after: valueInWords(change.after, names) }]
  })
}

function valueInWords(value: RecordedValue, names: ReadonlyMap<string, string>): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "string") return value
  const seen = value.flatMap((id) => names.get(id) ?? []).sort((a, b) => a.localeCompare(b))
  const hidden = value.length - seen.length
  return [...seen, ...(hidden > 0 ? [`${hidden} more you cannot see`] : [])].join(", ")
}
