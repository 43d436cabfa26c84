import type { PlatformEvent } from "../contract/event.ts"
import { alternativesOf, type JsonSchema, jsonSchemaOf, valuesOf } from "./json-schema.ts"

/** What stands in a plugin's `generated/events.json`: one entry for each event, by id. */
export type EventSchemas = Readonly<
  Record<string, { summary: string; about: string; access: string; payload: JsonSchema }>
>

export function schemasOf(events: readonly PlatformEvent[]): EventSchemas {
  const entries = events.map(({ id, summary, about, access, payload }) => {
    const schema = jsonSchemaOf(payload, "output")
    return [id, { summary, about: `${about.type} at ${about.path}`, access: access.id, payload: schema }] as const
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * What those who know the events of `before` would miss in `after`, as sentences. Others read what they know of a payload,
 * so it may gain fields and values; it never loses any, and none becomes something else or may be missing.
 */
export function lossesOf(before: EventSchemas, after: EventSchemas): string[] {
  return Object.entries(before).flatMap(([id, { about, payload }]) => {
    const now = after[id]
    if (!now) return [`The event ${id} is gone, but others may wait for it.`]
    if (now.about !== about) return [`The event ${id} was about ${about} and is now about ${now.about}.`]
    return losses(payload, now.payload, id)
  })
}

const WORDS = ["description", "title", "examples"]
const STRUCTURE = ["properties", "required", "additionalProperties", "items", "anyOf", "oneOf", "type", "enum", "const"]

function losses(before: JsonSchema, after: JsonSchema, place: string): string[] {
  const [options, now] = [alternativesOf(before), alternativesOf(after)]
  if (options.length !== 1 || now.length !== 1) {
    const same = options.length === now.length && options.every((one, at) => losses(one, now[at]!, place).length === 0)
    return same ? [] : [`${place} has become something else.`]
  }
  const values = valuesOf(before)
  if (values) {
    const left = valuesOf(after)
    const lost = values.filter((value) => !left?.includes(value))
    return lost.map((value) => `${place} can no longer be ${JSON.stringify(value)}.`)
  }
  if (valuesOf(after) || before.type !== after.type || differ(before, after))
    return [`${place} has become something else.`]
  return [
    ...lossesOfFields(before, after, place),
    ...(before.items ? losses(before.items, after.items ?? {}, `${place}[]`) : []),
  ]
}

function lossesOfFields(before: JsonSchema, after: JsonSchema, place: string): string[] {
  const { properties: fields = {}, required = [] } = before
  return Object.entries(fields).flatMap(([name, field]) => {
    const now = after.properties?.[name]
    if (!now) return [`${place}.${name} is gone, but others may read it.`]
    if (required.includes(name) && !after.required?.includes(name)) return [`${place}.${name} can be missing now.`]
    return losses(field, now, `${place}.${name}`)
  })
}

function differ(before: JsonSchema, after: JsonSchema): boolean {
  const rest = (schema: JsonSchema) =>
    JSON.stringify(
      Object.entries(schema)
        .filter(([keyword]) => ![...WORDS, ...STRUCTURE].includes(keyword))
        .sort(([a], [b]) => a.localeCompare(b)),
    )
  return rest(before) !== rest(after)
}
