import { Button, DiffTable, Notice } from "@countersign/ui"
import type { VerbForm } from "./use-verb-form.ts"

/** That somebody else changed the record meanwhile, and the choice between both. */
export function FormNotices<Values extends object>({
  form,
  labels,
}: {
  form: VerbForm<Values>
  /** Field names as people read them, for the comparison; fields without one are left out of it. */
  labels: Partial<Record<keyof Values, string>>
}) {
  if (!form.conflict) return null

  const current = form.conflict.current as Record<string, unknown>
  const rows = Object.entries(labels as Record<string, string>)
    .map(([name, label]) => ({
      label,
      before: textOf(current[name]),
      after: textOf((form.values as Record<string, unknown>)[name]),
    }))
    .filter((row) => row.before !== row.after)
  return (
    <Notice tone="warning" title="Somebody else changed this while you were typing">
      <p>What is stored now is on the left, what you typed on the right. Nothing is lost until you choose.</p>
      {rows.length > 0 && <DiffTable rows={rows} label="Stored and typed" className="mt-2" />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={form.takeTheirs}>
          Drop mine
        </Button>
        <Button size="sm" variant="primary" busy={form.busy} onClick={form.keepMine}>
          Save mine
        </Button>
      </div>
    </Notice>
  )
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map(textOf).join(", ")
  if (typeof value === "object") return "name" in value ? String(value.name) : JSON.stringify(value)
  return String(value)
}
