import type { z } from "zod"
import type { Facts } from "../../contract/strategy.ts"
import { childAt, fieldMeta } from "../configuration/schema-walk.ts"
import { ProbeError } from "../probe-error.ts"
import { hasPlaceholder, placeholdersIn, replacePlaceholders } from "./placeholders.ts"
import { type Secret, type Secrets, usedSecrets } from "./secrets.ts"

export interface Rendered {
  config: Record<string, unknown>
  secrets: Secrets
}

export interface RenderInput {
  facts: Facts
  secrets: Readonly<Record<string, Secret>>
}

/**
 * Puts secrets and facts where a configuration names them: secrets first, then templates, never both in one field.
 * Throws a configuration error that names the field.
 */
export function renderConfig(schema: z.ZodObject, config: Record<string, unknown>, input: RenderInput): Rendered {
  const used = new Map<string, readonly string[]>()
  const render = (value: unknown, at: z.ZodType | null, path: readonly (string | number)[]): unknown => {
    if (typeof value === "string") return renderText(value, at, path)
    if (Array.isArray(value))
      return value.map((part, index) => render(part, childAt(at, index, value), [...path, index]))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, render(part, childAt(at, key, value), [...path, key])]),
    )
  }
  const renderText = (text: string, at: z.ZodType | null, path: readonly (string | number)[]): string => {
    const found = placeholdersIn(text)
    const takes = fieldMeta(at).takes ?? []
    if (found.length === 0 || takes.length === 0) return text
    const field = path.join(".")
    const named = found.filter(({ kind }) => kind === "secret").map(({ name }) => name)
    if (named.length > 0) {
      for (const name of named)
        if (!Object.hasOwn(input.secrets, name))
          throw configurationError(field, `names the secret ${name}, which does not exist. Create it, or name another.`)
      used.set(field, named)
      return replacePlaceholders(text, ({ name }) => input.secrets[name]?.value ?? "")
    }
    const rendered = replacePlaceholders(text, ({ name }) => {
      if (name.startsWith("values.") && takes.includes("values")) return null
      const fact = factAt(input.facts, name)
      if (fact === "" && text.trim() !== `{{ ${name} }}` && text.replace(/\s/g, "") !== `{{${name}}}`)
        throw configurationError(field, `names {{ ${name} }}, which has no value here. Give it one, or write it out.`)
      return fact
    })
    if (rendered.trim() === "")
      throw configurationError(
        field,
        `is empty here: ${text.slice(0, 100)} has no value. Give it one, or write it out.`,
      )
    if (hasPlaceholder(rendered) && !takes.includes("values"))
      throw configurationError(field, "still holds a template after it was filled in. Take it out of the value.")
    return rendered
  }
  const rendered = render(config, schema, []) as Record<string, unknown>
  return { config: rendered, secrets: usedSecrets(used, input.secrets) }
}

/** Values that steps of a journey took out of their answers. */
export function renderValues(text: string, values: Readonly<Record<string, string>>, field: string): string {
  return replacePlaceholders(text, ({ kind, name }) => {
    if (kind === "secret" || !name.startsWith("values.")) return null
    const value = values[name.slice("values.".length)]
    if (value === undefined)
      throw configurationError(field, `names {{ ${name} }}, which no step before has taken out of an answer.`)
    return value
  })
}

function factAt(facts: Facts, name: string): string {
  let at: unknown = facts
  for (const key of name.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return ""
    at = (at as Record<string, unknown>)[key]
  }
  return typeof at === "string" || typeof at === "number" || typeof at === "boolean" ? String(at) : ""
}

function configurationError(field: string, problem: string): ProbeError {
  return new ProbeError("configuration", `The field ${field} ${problem}`)
}
