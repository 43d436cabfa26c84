/** What a loop repeats its content over: the words of the contract, and what is done with them here. */
import type { Condition, LoopQuery } from "../../contract/loop-source.ts"

export type { Condition, LoopField, LoopQuery, RowsPage, SourceWords } from "../../contract/loop-source.ts"

export const OPERATORS = ["!=", "<=", ">=", "=", "<", ">", "~"] as const satisfies readonly Condition["operator"][]

export function keyOfQuery({ source, table, filter, orderBy, direction, offset, limit }: LoopQuery): string {
  const conditions = filter.map(({ field, operator, value }) => [field, operator, value])
  return JSON.stringify([source, table ?? null, conditions, orderBy, direction, offset, limit])
}
