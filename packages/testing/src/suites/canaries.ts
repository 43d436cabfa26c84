import { exampleInput } from "./example-input.ts"

type Schema = Record<string, unknown>

/** Words that can be told apart wherever they turn up: one for each text field that somebody wrote into. */
export class Canaries {
  readonly #fields: string[] = []

  /** Letters and digits alone, in small letters: it passes whatever a field takes, and survives what a field does to it. */
  next(field: string): string {
    return `zqcanary${this.#fields.push(field) - 1}x`
  }

  /** The fields whose canaries a text repeats, but for those in `but`. */
  in(text: string, but = ""): string[] {
    const found = [...new Set([...text.toLowerCase().matchAll(/zqcanary(\d+)x/g)])]
    return [...new Set(found.filter(([canary]) => !but.includes(canary)).map(([, at]) => this.#fields[Number(at)]!))]
  }
}

export interface Filling {
  canaries: Canaries
  /** Of what the words are: `catalog.createSystem`. */
  of: string
  /** An id for a field of this name, where one is known. */
  idFor(key: string): unknown
  /** Known ids join those that a list has, instead of taking their place. */
  adds?: true
  /** Only these text fields, as `metadata.value`; all of them when left out. */
  only?: string
}

/** The input with a canary in every text field that its schema has, those that may be left out included. */
export function withCanaries(schema: Schema, given: unknown, filling: Filling, path = "", key = ""): unknown {
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (branches) {
    const branch = branches.find(({ type }) => type !== "null")
    return branch ? withCanaries(branch, given, filling, path, key) : given
  }
  if (schema.const !== undefined || Array.isArray(schema.enum)) return given
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === "string") return textOf(schema, given, filling, path, key)
  if (type === "array") return listOf(schema, given, filling, path, key)
  if (type !== "object") return given
  const thing = key ? filling.idFor(key) : undefined
  if (thing !== undefined) return thing
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = new Set((schema.required ?? []) as string[])
  const known = (given ?? {}) as Record<string, unknown>
  const made = Object.entries(properties).map(([name, of]) => {
    const start = known[name] ?? (required.has(name) ? exampleInput(of) : undefined)
    return [name, withCanaries(of, start, filling, path ? `${path}.${name}` : name, name)] as const
  })
  const values = schema.additionalProperties as Schema | boolean | undefined
  const entry =
    values && typeof values === "object" && values.type === "string" && wants(filling, `${path}.value`)
      ? [[filling.canaries.next(`${filling.of} ${path}.key`), textOf(values, undefined, filling, `${path}.value`, "")]]
      : []
  const all = [...Object.entries(known), ...made, ...entry].filter(([, value]) => value !== undefined)
  // An object that may be left out, and has nothing to say, is.
  return given === undefined && all.length === 0 ? undefined : Object.fromEntries(all)
}

/** The text fields of a schema, as `withCanaries` names them. */
export function textFieldsOf(schema: Schema): string[] {
  const fields: string[] = []
  const noting = { canaries: new Canaries(), of: "", idFor: () => undefined }
  withCanaries(schema, undefined, {
    ...noting,
    canaries: Object.assign(new Canaries(), {
      next(field: string) {
        fields.push(field.trim())
        return "zqcanary0x"
      },
    }),
  })
  return fields
}

/** Calls with every text at once or, where some have a meaning, with the first that is taken by itself; else as given. */
export async function callWithCanaries<Made>(
  schema: Schema,
  given: unknown,
  filling: Pick<Filling, "canaries" | "of">,
  call: (filled: unknown) => Promise<Made>,
): Promise<Made> {
  for (const only of [{}, ...textFieldsOf(schema).map((field) => ({ only: field }))]) {
    const filled = withCanaries(schema, given, { ...filling, idFor: () => undefined, ...only })
    const made = await call(filled).then(
      (one) => ({ one }),
      () => null,
    )
    if (made) return made.one
  }
  return call(given)
}

function textOf(schema: Schema, given: unknown, filling: Filling, path: string, key: string): unknown {
  const { format, pattern } = schema
  if (format === "uuid" || format === "date-time") return filling.idFor(key) ?? given
  if (!wants(filling, path)) return given
  const canary = filling.canaries.next(`${filling.of} ${path}`)
  if (format === "uri") return `https://example.com/${canary}`
  if (format === "email") return `${canary}@example.com`
  const fits = (text: string) =>
    text.length <= Number(schema.maxLength ?? Infinity) &&
    (typeof pattern !== "string" || new RegExp(pattern, "u").test(text))
  const known = filling.idFor(key)
  if (known !== undefined) return known
  const told = typeof given === "string" && given !== "example" ? `${given} ${canary}` : canary
  return [told, canary, `https://example.com/${canary}`].find(fits) ?? given
}

function listOf(schema: Schema, given: unknown, filling: Filling, path: string, key: string): unknown {
  const known = filling.idFor(key)
  if (Array.isArray(known)) return [...((filling.adds && (given as unknown[] | undefined)) || []), ...known]
  const items = (schema.items ?? {}) as Schema
  if (Array.isArray(given) && given.length > 0) return given.map((one) => withCanaries(items, one, filling, path, key))
  const one = withCanaries(items, exampleInput(items), filling, path, key)
  const speaks = JSON.stringify(one ?? null).includes("zqcanary")
  return speaks ? [one] : given
}

function wants({ only }: Filling, path: string): boolean {
  return only === undefined || only === path
}
