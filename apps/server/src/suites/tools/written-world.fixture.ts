import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import { Canaries, exampleInput, type PluginWriting, textFieldsOf, withCanaries } from "@countersign/testing"
import { toJsonSchema } from "../../../../../packages/core/src/http/json-schema.ts"

/** Calls a verb as somebody. Throws what the verb refuses. */
export type CallVerb = (verb: string, input: object) => Promise<unknown>

export interface WrittenWorld {
  canaries: Canaries
  /** Ids of one of each kind of thing that were made, by the name inputs have for them. */
  ids: Readonly<Record<string, string>>
  /** Text fields that took the canary, as `catalog.createSystem name`. */
  taken: ReadonlySet<string>
  /** Those that no call of ours could fill. */
  refused: readonly string[]
}

/** One of each kind comes first: what is written later is written about it. */
type Written = { procedures: readonly AnyProcedure[] } & Pick<
  Required<PluginWriting>,
  "makers" | "owners" | "inputs" | "prepare"
>

/** Somebody writes a canary into every text field that any verb takes from them. */
export async function writeWorld(
  { procedures, makers: known, owners, inputs, prepare }: Written,
  call: CallVerb,
  /** Ids of what is there already: the writer themselves. */
  given: Readonly<Record<string, string>> = {},
): Promise<WrittenWorld> {
  const canaries = new Canaries()
  const ids: Record<string, string> = { ...given }
  const taken = new Set<string>()
  const fields = new Set<string>()
  const prepared: Record<string, object> = {}
  const byId = new Map(procedures.map((procedure) => [metaOf(procedure).id, procedure]))
  const makers = known.filter(([verb]) => byId.has(verb))
  for (const [verb, id] of makers) {
    const made = (await write(verb)) as { id?: string } | null
    if (!made?.id) throw new Error(`${verb} made nothing, so nobody can write on it.`)
    ids[id] = made.id
    ids[`${pluginOf(verb)} ${id}`] = made.id
  }
  Object.assign(prepared, await prepare(call))
  const others = procedures.map((procedure) => metaOf(procedure)).filter(isWritten)
  for (const { id } of others) if (!makers.some(([verb]) => verb === id)) await write(id)
  return { canaries, ids, taken, refused: [...fields].filter((field) => !taken.has(field)).sort() }

  /** All of them at once or, where the verb does not take that, each by itself. */
  async function write(verb: string): Promise<unknown> {
    const schema = toJsonSchema(inputSchemaOf(byId.get(verb)!), "input")
    const texts = textFieldsOf(schema)
    for (const text of texts) fields.add(`${verb} ${text}`)
    if (texts.length === 0) return null
    const made = await tryOut(verb, schema)
    if (made) {
      for (const text of texts) taken.add(`${verb} ${text}`)
      return made
    }
    let first: unknown = null
    for (const only of texts) {
      const one = await tryOut(verb, schema, only)
      if (one) taken.add(`${verb} ${only}`)
      first ??= one
    }
    return first
  }

  async function tryOut(verb: string, schema: Record<string, unknown>, only?: string): Promise<unknown> {
    const idFor = (key: string) => idOf(verb, key)
    const of = { canaries, of: verb, idFor, ...(only === undefined ? {} : { only }) }
    const base = { ...(exampleInput(schema) as object), ...inputs[verb], ...prepared[verb] }
    const input = withCanaries(schema, base, of) as Record<string, unknown>
    const versions = "version" in input ? [1, 2, 3, 4, 5, 6, 7, 8] : [0]
    for (const version of versions) {
      try {
        return (await call(verb, { ...input, ...("version" in input ? { version } : {}) })) ?? {}
      } catch (error) {
        if ((error as { code?: string }).code !== "conflict") return null
      }
    }
    return null
  }

  function idOf(verb: string, key: string): unknown {
    if (key === "id" || key === "ids") {
      const own = owners.find(([of]) => of.test(verb))?.[1]
      const id = own && ids[own]
      return id && (key === "ids" ? [id] : id)
    }
    if (key === "thing") return ids.systemId && { type: "catalog.system", id: ids.systemId }
    // Plugins may call different things alike: an update's id is that of the verb's own plugin.
    const made = (name: string) => ids[`${pluginOf(verb)} ${name}`] ?? ids[name]
    if (key.endsWith("Ids")) return made(key.slice(0, -1)) && [made(key.slice(0, -1))]
    return made(key)
  }
}

function pluginOf(verb: string): string {
  return verb.split(".")[0] ?? ""
}

/** Words are written by changes that somebody may make; what is destroyed bears none. */
function isWritten({ effect, access, egress }: ReturnType<typeof metaOf>): boolean {
  return effect === "mutate" && access !== "internal" && !egress
}
