import { lettersBetween } from "@countersign/core/contract"
import type { Ctx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { visibleSystems } from "../systems/visible-systems.ts"

const MOST = 3
// Comparing two names of 120 letters takes about 50 microseconds.
const MOST_COMPARED = 1_000

/** Names of systems that the caller may see and perhaps meant: those that differ in few letters, or have the other in them. */
export async function closestNames(ctx: Ctx, wanted: string): Promise<string[]> {
  const said = wanted.toLowerCase()
  const few = Math.max(2, Math.floor(said.length / 3))
  const { rows } = await ctx.tx.execute<{ name: string }>(sql`
    SELECT s.name FROM catalog.system s
    WHERE ${visibleSystems(ctx)} AND (abs(length(s.name) - ${said.length}::integer) <= ${few}::integer
      OR strpos(s.name_key, ${said}) > 0 OR strpos(${said}, s.name_key) > 0)
    ORDER BY abs(length(s.name) - ${said.length}::integer), s.name_key LIMIT ${MOST_COMPARED}`)
  return rows
    .map(({ name }) => ({ name, letters: lettersBetween(said, name.toLowerCase()) }))
    .filter(({ name, letters }) => letters <= few || hasOther(name.toLowerCase(), said))
    .sort((a, b) => a.letters - b.letters)
    .slice(0, MOST)
    .map(({ name }) => name)
}

function hasOther(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a)
}
