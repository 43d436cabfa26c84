import { useQueries } from "@tanstack/react-query"
import type { lookalikesContract } from "../contract/platform/lookalikes.ts"
import { call } from "./call.ts"
import { callOptions } from "./use-call.ts"
import { verbsOf } from "./verbs-of.ts"

// The start page marks names too, and loads no contract.
const listLookalikes = verbsOf<typeof lookalikesContract>("platform")("listLookalikes")
// What the verb takes in one call.
const MOST = 1_000

/** Which of these things have a name that looks like another's of their kind, for a list to mark them. */
export function useLookalikes(type: string, things: readonly { id: string }[] | undefined): ReadonlySet<string> {
  return useLookalikesAmong(things?.map(({ id }) => ({ type, id })))
}

/** The same for a list of several kinds. Ids of two kinds are never equal. */
export function useLookalikesAmong(
  things: readonly { type: string; id: string }[] | undefined = [],
): ReadonlySet<string> {
  const types = [...new Set(things.map(({ type }) => type))]
  const answers = useQueries({
    queries: types.map((type) => {
      const ids = [...new Set(things.flatMap((thing) => (thing.type === type ? [thing.id] : [])))].slice(0, MOST)
      return callOptions(listLookalikes, { type, ids }, { alsoShows: [type] })
    }),
  })
  return new Set(answers.flatMap(({ data }) => data?.lookalikes.map(({ id }) => id) ?? []))
}

/** For choices that are words alone: the name, and the end of the id where another looks the same. */
export function useToldApart(
  type: string,
  things: readonly { id: string }[] | undefined,
): (id: string, name: string) => string {
  const lookalikes = useLookalikes(type, things)
  return (id, name) => (lookalikes.has(id) ? `${name} (…${id.slice(-8)})` : name)
}

/** Marks options that are loaded as somebody types. A list without marks is better than none. */
export async function markLookalikes<Marked extends { id: string }>(
  type: string,
  options: readonly Marked[],
  signal: AbortSignal,
): Promise<(Marked & { lookalike?: true })[]> {
  if (options.length === 0) return []
  const asked = { type, ids: options.map(({ id }) => id) }
  const { lookalikes } = await call(listLookalikes, asked, { signal }).catch(() => ({
    lookalikes: [],
  }))
  const marked = new Set(lookalikes.map(({ id }) => id))
  return options.map((option) => (marked.has(option.id) ? { ...option, lookalike: true } : option))
}
