import type { DiffRow } from "@countersign/ui"
import type { FieldChange, NodeChange } from "../contract.ts"

interface Compared {
  title: FieldChange | null
  changes: readonly NodeChange[]
}

/** The rows of a table, in words for people. */
export function differencesIn({ title, changes }: Compared): DiffRow[] {
  return [
    ...(title ? [{ id: "title", label: "Title", before: title.before, after: title.after }] : []),
    ...changes.flatMap(({ node, name, fields }) =>
      fields.flatMap((field) => {
        const words = FIELD_WORDS[field.field]
        if (!words) return []
        const label = field.field === "text" ? "Text" : `${tagIn(name)}: ${words}`
        return [{ id: `${node} ${field.field}`, label, before: told(field, "before"), after: told(field, "after") }]
      }),
    ),
  ]
}

/** What people call the parts of a node. Its children are told by themselves. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  text: "Text",
  tag: "element",
  attributes: "attributes",
  classes: "classes",
  style: "own style",
  label: "label",
  locked: "locked",
  hidden: "hidden",
}

function tagIn(name: string): string {
  const start = name.indexOf("<")
  const end = start < 0 ? -1 : name.indexOf(">", start)
  return end < 0 ? name : name.slice(start, end + 1)
}

/** Lists travel as JSON; a person reads their entries. */
function told(change: FieldChange, side: "before" | "after"): DiffRow["before"] {
  const text = change[side]
  if (text === null || (change.field !== "attributes" && change.field !== "classes")) return text
  try {
    const entries: unknown = JSON.parse(text)
    if (!Array.isArray(entries)) return text
    return entries.map((entry) => (Array.isArray(entry) ? `${entry[0]}="${entry[1]}"` : String(entry)))
  } catch {
    // It was too long and is cut off.
    return text
  }
}
