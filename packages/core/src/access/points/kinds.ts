import type { Kind, KindContribution, KindEntry } from "../../contract/kind.ts"
import { DeveloperError, InvalidInputError } from "../../errors.ts"

/** An entry, and the plugin that brought it. */
export type Brought<Entry extends KindEntry> = Entry & { readonly plugin: string }

/** What plugins added to each other's kinds. */
export interface Kinds {
  /** In the order of the plugins. */
  all<Entry extends KindEntry>(kind: Kind<Entry>): readonly Brought<Entry>[]
  /** Throws a sentence that names those there are. */
  demand<Entry extends KindEntry>(kind: Kind<Entry>, id: string): Brought<Entry>
}

interface Contributing {
  readonly id: string
  readonly declares?: readonly Kind[]
  readonly kinds?: readonly KindContribution[]
}

export function createKinds(plugins: readonly Contributing[]): Kinds {
  const declared = new Map<string, string>()
  for (const { id: plugin, declares = [] } of plugins) {
    for (const { id } of declares) {
      if (!id.startsWith(`${plugin}.`))
        throw new DeveloperError(`Plugin "${plugin}" declares the kind "${id}"; its kinds begin with "${plugin}.".`)
      if (declared.has(id)) throw new DeveloperError(`The kind "${id}" is declared twice by plugin "${plugin}".`)
      declared.set(id, plugin)
    }
  }
  const entries = new Map<string, Map<string, Brought<KindEntry>>>()
  for (const { id: plugin, kinds = [] } of plugins) {
    for (const { kind, entry } of kinds) {
      if (!declared.has(kind))
        throw new DeveloperError(
          `Plugin "${plugin}" adds "${entry.id}" to the kind "${kind}", which no installed plugin declares.`,
        )
      const those = entries.get(kind) ?? new Map<string, Brought<KindEntry>>()
      const other = those.get(entry.id)
      if (other)
        throw new DeveloperError(
          `Plugin "${plugin}" adds "${entry.id}" to the kind "${kind}", where plugin "${other.plugin}" has one of that id.`,
        )
      entries.set(kind, those.set(entry.id, { ...entry, plugin }))
    }
  }
  // `of` alone makes contributions, and takes nothing but what its kind asks for.
  const find = <Entry extends KindEntry>({ id }: Kind<Entry>) =>
    (entries.get(id) ?? new Map()) as ReadonlyMap<string, Brought<Entry>>
  return {
    all: (kind) => [...find(kind).values()],
    demand(kind, id) {
      const found = find(kind).get(id)
      if (found) return found
      const known = [...find(kind).keys()]
      throw new InvalidInputError(
        known.length === 0
          ? `There are no ${kind.title} yet: the plugins that bring some are not installed.`
          : `"${id}" is not among the ${kind.title}. There are ${known.join(", ")}.`,
      )
    },
  }
}
