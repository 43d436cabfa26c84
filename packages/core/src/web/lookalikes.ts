import { lookalikesContract } from "../contract/platform/lookalikes.ts"
import { call } from "./call.ts"
import { useCall } from "./use-call.ts"

const NONE: ReadonlySet<string> = new Set()

/** Which of these things have a name that looks like another's of their kind, for a list to mark them. */
export function useLookalikes(type: string, things: readonly { id: string }[] | undefined): ReadonlySet<string> {
  const ids = things?.map(({ id }) => id) ?? []
  const { data } = useCall(
    lookalikesContract.listLookalikes,
    { type, ids },
    { enabled: ids.length > 0, alsoShows: [type] },
  )
  return data ? new Set(data.lookalikes.map(({ id }) => id)) : NONE
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
  const { lookalikes } = await call(lookalikesContract.listLookalikes, asked, { signal }).catch(() => ({
    lookalikes: [],
  }))
  const marked = new Set(lookalikes.map(({ id }) => id))
  return options.map((option) => (marked.has(option.id) ? { ...option, lookalike: true } : option))
}
