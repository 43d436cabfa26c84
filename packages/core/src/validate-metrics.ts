import type { Plugin } from "./define-plugin.ts"
import { DeveloperError } from "./errors.ts"

/** By what `promtool check metrics` says of names, so that a mistake stops the start and not a collector. */
export function validateMetrics({ id, metrics = [] }: Pick<Plugin, "id" | "metrics">): void {
  for (const [name, { type, help }] of metrics.flatMap(({ families }) => Object.entries(families))) {
    const problem = problemOf(id, name, type, help)
    if (problem) throw new DeveloperError(`The metric "${name}" of the plugin "${id}" ${problem}.`)
  }
}

function problemOf(plugin: string, name: string, type: "gauge" | "counter", help: string): string | null {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) return "has a name that is not lower case with underscores"
  if (/^(countersign|process|nodejs)_/.test(name) && !name.startsWith(`countersign_${plugin}_`))
    return `has another's name; its own begin with "countersign_${plugin}_"`
  if (type === "counter" && !name.endsWith("_total")) return 'counts, so its name ends in "_total"'
  if (type !== "counter" && name.endsWith("_total")) return 'does not count, so its name does not end in "_total"'
  if (/_(count|sum|bucket)$/.test(name)) return "ends like a part of a histogram"
  if (help.trim() === "" || /[\\\n]/.test(help)) return "needs one line of help without backslashes"
  return null
}
