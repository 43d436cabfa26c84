/**
 * One name for a model, however its seller spells it: `claude-opus-4-8-20260514` and `anthropic/claude-opus-4.8` are both
 * `claude-opus-4-8`. Variants that have a price of their own (`:thinking`, `-fast`) stay apart.
 */
export function pricingKey(modelId: string): string {
  const name = modelId.trim().toLowerCase()
  const [, model = name, variant = ""] = /^(.*?)(:[^/:]*)?$/s.exec(name.slice(name.lastIndexOf("/") + 1)) ?? []
  return (
    model
      .replaceAll(".", "-")
      // Snapshots by date: 20260514, 2026-05-14, and Vertex's @20260514.
      .replace(/[-@]20\d{2}-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?=$|-)/, "")
      .replace(/-latest$/, "") + variant
  )
}
