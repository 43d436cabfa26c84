import { isUuid } from "../contract/access.ts"
import type { TaintSource } from "../contract/proposal.ts"
import type { Database } from "../db/database.ts"

/** Why nobody may let it pass unseen, in sentences that name whose words were read, and where they stand. */
export function wordsThatWait(sources: readonly TaintSource[], names: ReadonlyMap<string, string>): string[] {
  const outside = sources.filter((source) => source.class !== "colleague")
  const colleagues = sources.filter((source) => source.class === "colleague")
  const people = [...new Set(colleagues.flatMap((source) => source.people ?? []))]
  return [
    ...(outside.length > 0
      ? [`It was asked after reading text from outside${where(outside)}, which may have steered it.`]
      : []),
    ...(colleagues.length > 0
      ? [
          `It was asked after reading what ${list(people.map((id) => names.get(id) ?? "a colleague"))} wrote${where(colleagues)}.`,
        ]
      : []),
  ]
}

/** As they are called today: cards keep ids, so that a name can be taken back. */
export async function namesOfPeople(
  { pool }: Pick<Database, "pool">,
  sources: readonly TaintSource[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(sources.flatMap(({ people = [] }) => people))]
  const idsOf = (prefix: string) => ids.map((id) => id.replace(prefix, "")).filter((id) => isUuid(id))
  if (ids.length === 0) return new Map()
  const { rows } = await pool.query<{ id: string; name: string }>(
    `SELECT id::text, name FROM platform.person WHERE id = ANY ($1::uuid[])
     UNION ALL SELECT 'application:' || id, name FROM platform.application WHERE id = ANY ($2::uuid[])`,
    [idsOf(""), idsOf("application:")],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const MOST_PLACES = 3

function where(sources: readonly TaintSource[]): string {
  const places = [...new Set(sources.flatMap(({ what }) => (what ? [what] : [])))]
  return places.length > 0 ? ` (${places.slice(0, MOST_PLACES).join("; ")})` : ""
}

function list(names: readonly string[]): string {
  const unique = [...new Set(names)]
  if (unique.length === 0) return "a colleague"
  return unique.length === 1 ? unique[0]! : `${unique.slice(0, -1).join(", ")} and ${unique.at(-1)}`
}
