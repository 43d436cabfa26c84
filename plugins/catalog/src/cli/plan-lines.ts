import type { ImportPlan, ImportRow } from "../contract.ts"

const ACTIONS: Record<ImportRow["action"], string> = {
  create: "new",
  update: "change",
  unchanged: "unchanged",
  error: "PROBLEM",
}

/** The plan as the page shows it, one line for each thing and one below it for each difference or problem. */
export function planLines({ rows, summary }: ImportPlan): string[] {
  const { create, update, unchanged, error } = summary
  const told = rows.filter(({ action }) => action !== "unchanged")
  const all = error > 0 ? error : create + update
  return [
    ...told.flatMap(linesOf),
    ...(told.length < all ? [`... and ${all - told.length} more`] : []),
    `${create} new, ${update} to change, ${unchanged} unchanged, ${error} with problems.`,
  ]
}

function linesOf({ action, kind, name, line, changes, problems }: ImportRow): string[] {
  const named = kind === "file" ? "the file" : `${kind} "${name}"`
  return [
    `${ACTIONS[action].padEnd(8)} ${named} (line ${line})`,
    ...changes.map(
      ({ field, before, after }) => `           ${field}: ${before || "nothing"} -> ${after || "nothing"}`,
    ),
    ...problems.map((problem) => `           ${problem}`),
  ]
}
