/** What strangers may ask for: one verb for each source, with nothing in it that is not for everybody. */

import type { Ctx } from "@countersign/core/server"
import { implement } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import {
  INCIDENTS,
  type LoopQuery,
  MAINTENANCE,
  queryRows,
  type RowsPage,
  type SourceWords,
  SYSTEMS,
} from "../../render.ts"
import { publicRows } from "./public-store.ts"

export const publicSystems = implement(siteContract.publicSystems, async (ctx, query) => answer(ctx, SYSTEMS, query))
export const publicIncidents = implement(siteContract.publicIncidents, async (ctx, query) =>
  answer(ctx, INCIDENTS, query),
)
export const publicMaintenance = implement(siteContract.publicMaintenance, async (ctx, query) =>
  answer(ctx, MAINTENANCE, query),
)

type Query = Omit<LoopQuery, "source" | "table">

async function answer<Row>(ctx: Ctx, words: SourceWords, query: Query): Promise<{ rows: Row[]; total: number }> {
  const page: RowsPage = queryRows(await publicRows(ctx.tx, words.id), words.fields, { source: words.id, ...query })
  // The contract checks them when they are answered.
  return { rows: page.rows as Row[], total: page.total }
}
