import type pg from "pg"
import type { UserPrincipal } from "../../packages/core/src/identity/principal/principal.ts"

export interface Person {
  id: string
  name: string
  email: string
}

/** Administrators. Applying loads people past every cache, so they have to exist. */
export async function addPeople(pool: pg.Pool, count: number): Promise<Person[]> {
  const { rows } = await pool.query<Person>(
    `WITH made AS (INSERT INTO platform.person (name, email)
       SELECT 'Person ' || g, 'person-' || g || '@example.test' FROM generate_series(1, $1::int) g RETURNING id, name, email),
     held AS (INSERT INTO platform.role_holder SELECT 'user', id, 'administrator' FROM made)
     SELECT * FROM made`,
    [count],
  )
  return rows
}

export function toPrincipal(person: Person): UserPrincipal {
  return { kind: "user", ...person, sessionId: null, rules: new Set(["*"]), teamIds: [], grants: new Map() }
}
