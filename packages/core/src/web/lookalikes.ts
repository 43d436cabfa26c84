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

/** The same for options that are loaded as somebody types. A list without marks is better than none. */
export async function findLookalikes(
  type: string,
  things: readonly { id: string }[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (things.length === 0) return NONE
  const asked = { type, ids: things.map(({ id }) => id) }
  const { lookalikes } = await call(lookalikesContract.listLookalikes, asked, { signal }).catch(() => ({
    lookalikes: [],
  }))
  return new Set(lookalikes.map(({ id }) => id))
}
