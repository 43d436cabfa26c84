import { type PreviewThing, ToolValidationError, type Tx, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"

interface GivenContact {
  kind: string
  value: string
}

const PERSON_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The people whom contacts point at by id. One that nobody has is refused, unless the system had that contact already. */
export async function contactPeople(
  tx: Tx,
  given: readonly GivenContact[],
  before: readonly GivenContact[] = [],
): Promise<PreviewThing[]> {
  const old = new Set(personIds(before))
  const ids = [...new Set([...old, ...personIds(given)])]
  if (ids.length === 0) return []
  const result = await tx.execute<{ id: string; name: string }>(
    sql`SELECT id, name FROM platform.person WHERE id = ANY(${uuids(ids)}) AND erased_at IS NULL`,
  )
  const names = new Map(result.rows.map(({ id, name }) => [id, name]))
  return ids.map((id) => {
    const name = names.get(id)
    if (name === undefined && !old.has(id))
      throw new ToolValidationError([
        { path: "contacts", message: `No person has the id ${id}. Write the person's name or number instead.` },
      ])
    return { type: "platform.person", id, name: name ?? "Somebody who left" }
  })
}

function personIds(contacts: readonly GivenContact[]): string[] {
  return contacts.filter(({ kind, value }) => kind === "person" && PERSON_ID.test(value)).map(({ value }) => value)
}
