import type { z } from "zod"
import type { StatusRule } from "../../contract/status-rule.ts"
import { childAt, fieldMeta } from "../../probe/configuration/schema-walk.ts"

/** Words under a label, as a history or a card has them. */
export interface Said {
  label: string
  text: string
}

/** Every value of a configuration under the titles of its fields: `Headers 1, Name`. */
export function configInWords(schema: z.ZodType | null, config: Readonly<Record<string, unknown>>): Said[] {
  const said: Said[] = []
  const walk = (value: unknown, at: z.ZodType | null, labels: readonly string[]): void => {
    if (typeof value !== "object" || value === null) {
      said.push({ label: labels.join(", "), text: plain(value) })
      return
    }
    if (Array.isArray(value)) {
      for (const [index, part] of value.entries())
        walk(part, childAt(at, index, value), [...labels.slice(0, -1), `${labels.at(-1) ?? "Entry"} ${index + 1}`])
      return
    }
    for (const [key, part] of Object.entries(value)) {
      const inner = childAt(at, key, value)
      walk(part, inner, [...labels, fieldMeta(inner).title ?? nameOf(key)])
    }
  }
  const { version: _, ...fields } = config
  walk(fields, schema, [])
  return said
}

export function ruleInWords(rule: StatusRule): string {
  if (rule.kind === "consecutive")
    return `unhealthy after ${rule.unhealthyAfter} failed in a row, degraded after ${rule.degradedAfter}, healthy after ${rule.healthyAfter} good`
  return `of the latest ${rule.runs} runs: unhealthy from ${rule.unhealthyFrom} failed, degraded from ${rule.degradedFrom} not good`
}

function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  return value === null || value === undefined ? "" : String(value)
}

/** `acceptUntrusted` as people say it. */
function nameOf(key: string): string {
  const spaced = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
