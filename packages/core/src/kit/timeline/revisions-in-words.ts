import type { Ctx } from "../../access/ctx.ts"
import { thingNames } from "../../access/thing-names.ts"
import type { InheritedAccess } from "../../contract/kit/inherited-access.ts"
import type { RecordedValue, Revision } from "./entries.ts"

/** Revisions as people read them: in the order of `fields`, things by name as far as the caller sees them today. */
export async function revisionsInWords(
  ctx: Ctx,
  revisions: readonly Revision[],
  things: { access: InheritedAccess; reachedNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> },
  { fields, refersTo = {} }: { fields: readonly string[]; refersTo?: Readonly<Record<string, string>> },
) {
  const names = new Map<string, ReadonlyMap<string, string>>()
  for (const [field, type] of Object.entries(refersTo)) {
    const ids = revisions.flatMap(({ changes: { [field]: change } }) => [
      ...listOf(change?.before),
      ...listOf(change?.after),
    ])
    // Whoever sees a parent elsewhere need not reach what is written about it here.
    names.set(field, await (type === things.access.parent ? things.reachedNames(ctx, ids) : thingNames(ctx, type, ids)))
  }
  return revisions.map((revision) => ({
    ...revision,
    changes: fields.flatMap((field) => {
      const change = revision.changes[field]
      const known = names.get(field) ?? new Map()
      return change ? [{ field, before: inWords(change.before, known), after: inWords(change.after, known) }] : []
    }),
  }))
}

function listOf(value: RecordedValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : []
}

function inWords(value: RecordedValue, names: ReadonlyMap<string, string>): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (!Array.isArray(value)) return String(value ?? "")
  const seen = value.flatMap((id) => names.get(id) ?? []).sort((a, b) => a.localeCompare(b))
  const hidden = value.length - seen.length
  return [...seen, ...(hidden > 0 ? [`${hidden} more you cannot see`] : [])].join(", ")
}
