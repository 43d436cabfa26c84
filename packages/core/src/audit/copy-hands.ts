import type { LazyTransaction } from "../db/transaction.ts"
import { OUTSIDE } from "./hand.ts"

interface Thing {
  readonly type: string
  readonly id: string
}

// What nobody is known to have written on counts as words from outside, and so does its copy.
const COPY = `INSERT INTO platform.hand (type, id, principal, managed)
  SELECT t.type, t.id, coalesce(h.principal, $5), coalesce(bool_and(h.managed), false)
  FROM unnest($1::text[], $2::text[]) AS t (type, id) CROSS JOIN unnest($3::text[], $4::text[]) AS f (type, id)
  LEFT JOIN platform.hand h ON h.type = f.type AND h.id = f.id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (type, id, principal) DO UPDATE SET managed = false WHERE hand.managed AND NOT EXCLUDED.managed`

/** All who wrote on some things have written on their copies. */
export async function copyHands(
  transaction: LazyTransaction,
  onto: readonly Thing[],
  from: readonly Thing[],
): Promise<void> {
  const columns = [onto, from].flatMap((things) => [things.map(({ type }) => type), things.map(({ id }) => id)])
  await transaction.query({ name: "copy-hands", text: COPY }, [...columns, OUTSIDE])
}
