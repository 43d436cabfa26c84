import { exampleInput } from "./example-input.ts"

type Schema = Record<string, unknown>

/** A place of an input that takes text, however deep it stands: `contacts.*.label`, a key or a value of `metadata`. */
export interface TextLeaf {
  path: string
  /** People will know something by it. */
  isName: boolean
  /** The input with this text there, and the rest of it as it was. */
  put(input: object, text: string): Record<string, unknown>
}

export function textLeavesOf(schema: Schema): TextLeaf[] {
  return inside(schema, "").map(({ path, put }) => ({
    path,
    isName: /(^|\.)(name|title|label)$/.test(path),
    put: (input, text) => put(input, text) as Record<string, unknown>,
  }))
}

interface Place {
  path: string
  put(current: unknown, text: string): unknown
}

function inside(schema: Schema, path: string): Place[] {
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (branches) return branches.flatMap((branch) => inside(branch, path))
  if (schema.const !== undefined || Array.isArray(schema.enum)) return []
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "string":
      return textOf(schema, path)
    case "array": {
      const items = (schema.items ?? {}) as Schema
      return inside(items, `${path}.*`).map(({ path: at, put }) => ({
        path: at,
        put: (_, text) => [put(exampleInput(items), text)],
      }))
    }
    case "object":
      // A reference to a thing is looked up, and is no text.
      if (
        Object.keys(schema.properties ?? {})
          .sort()
          .join() === "id,type"
      )
        return []
      return [...fieldsOf(schema, path), ...entriesOf(schema, path)]
    default:
      return []
  }
}

function textOf({ format }: Schema, path: string): Place[] {
  if (format === "uuid" || format === "date-time") return []
  if (format === "uri") return [{ path, put: (_, text) => `https://example.com/${text}` }]
  if (format === "email") return [{ path, put: (_, text) => `${text}@example.com` }]
  return [{ path, put: (_, text) => text }]
}

function fieldsOf(schema: Schema, path: string): Place[] {
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([key, field]) =>
    inside(field, path ? `${path}.${key}` : key).map(({ path: at, put }) => ({
      path: at,
      put: (current, text) => {
        const known = (current ?? exampleInput(schema)) as Record<string, unknown>
        return { ...known, [key]: put(known[key], text) }
      },
    })),
  )
}

function entriesOf({ additionalProperties }: Schema, path: string): Place[] {
  if (!additionalProperties || typeof additionalProperties !== "object") return []
  const values = additionalProperties as Schema
  return [
    { path: `${path}.<key>`, put: (_, text) => ({ [text]: exampleInput(values) }) },
    ...inside(values, `${path}.<value>`).map(({ path: at, put }) => ({
      path: at,
      put: (_: unknown, text: string) => ({ example: put(exampleInput(values), text) }),
    })),
  ]
}
