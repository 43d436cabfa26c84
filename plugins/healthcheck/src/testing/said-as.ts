import { toJsonSchema } from "@countersign/core/server"
import { OPERATOR_WORDS } from "../contract/assertion-words.ts"
import { strategies } from "../probe/strategies.ts"
import { describeCollector } from "../server/checks/describe-strategies.ts"
import { spelled } from "../web/config-shape.ts"

/** What the card of a check says in place of the codes that are stored: the words of the form. */
const words: Record<string, string[]> = {
  true: ["yes"],
  false: ["no"],
  assertions: ["What must hold"],
  id: ["What must hold"],
  field: ["What must hold"],
  operator: ["What must hold"],
  path: ["What must hold"],
  severity: ["Otherwise"],
  systemId: ["System"],
  environmentIds: ["Where"],
  statusRule: ["Counts"],
  source: ["Script as it will be"],
  consecutive: ["in a row"],
  window: ["Of the latest"],
  unhealthyAfter: ["Unhealthy after"],
  degradedAfter: ["degraded after"],
  healthyAfter: ["healthy after"],
  runs: ["Of the latest"],
  // The usual rule, which is no part of a payload and stands on the card entry by entry.
  "kind: consecutive": ["in a row"],
  "unhealthyAfter: 2": ["Unhealthy after 2"],
  "degradedAfter: 2": ["degraded after 2"],
  "healthyAfter: 1": ["healthy after 1"],
  unhealthyFrom: ["unhealthy from"],
  degradedFrom: ["degraded from"],
}
const say = (code: string, word: string) => {
  words[code] = [...(words[code] ?? []), word]
}
for (const [operator, word] of Object.entries(OPERATOR_WORDS)) say(operator, word)
for (const { id, title, config, collectors } of strategies) {
  say(id, title)
  sayFields(toJsonSchema(config, "input"))
  for (const collector of collectors.map(describeCollector)) {
    say(collector.id, collector.title)
    for (const { name, title: called } of collector.fields) say(name, called)
  }
}

function sayFields(schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return
  const { properties = {}, enum: codes = [] } = schema as { properties?: Record<string, object>; enum?: string[] }
  for (const code of codes) say(String(code), spelled(String(code)))
  for (const [name, field] of Object.entries(properties)) {
    const { title, const: code } = field as { title?: string; const?: string }
    if (title) say(name, title)
    if (code) say(code, spelled(code))
  }
  for (const part of Object.values(schema)) sayFields(part)
}

export const saidAs = { "healthcheck.propose": words, "healthcheck.update": words }
