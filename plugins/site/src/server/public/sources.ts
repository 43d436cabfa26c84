/** The sources of loops that come with the site. */
import type { AnyProcedure, InputOf } from "@countersign/core/contract"
import type { Ctx } from "@countersign/core/server"
import { z } from "zod"
import { type LoopSourceEntry, loopSourceKind } from "../../contract/loop-source.ts"
import { siteContract } from "../../contract.ts"
import {
  INCIDENTS,
  type LoopQuery,
  MAINTENANCE,
  PAGES,
  type RowsPage,
  type SourceWords,
  SYSTEMS,
} from "../../render.ts"

const noConfig = z.strictObject({})

export const siteSources = [
  loopSourceKind.of(
    sourceOf(SYSTEMS, "Systems", "Systems that have a public name, with their status.", siteContract.publicSystems),
  ),
  loopSourceKind.of(
    sourceOf(
      INCIDENTS,
      "Incidents",
      "Incidents of those systems that were told in public.",
      siteContract.publicIncidents,
    ),
  ),
  loopSourceKind.of(
    sourceOf(
      MAINTENANCE,
      "Maintenance",
      "Planned and running maintenance of those systems that was told in public.",
      siteContract.publicMaintenance,
    ),
  ),
  loopSourceKind.of({
    id: PAGES.id,
    title: "Pages",
    description: "The pages of the site, as they are published.",
    config: noConfig,
    words: PAGES,
    // While a site is made its own pages are known already; see publish/read-rows.ts.
    read: (ctx: Ctx, query: LoopQuery) => pagesOf(ctx, query),
  }),
]

function sourceOf(words: SourceWords, title: string, description: string, verb: AnyProcedure): LoopSourceEntry<Ctx> {
  return {
    id: words.id,
    title,
    description,
    config: noConfig,
    words,
    async read(ctx, { filter, orderBy, direction, offset, limit }) {
      const query = { filter: [...filter], orderBy, direction, offset, limit }
      return (await ctx.call(verb, query as InputOf<typeof verb>)) as RowsPage
    },
  }
}

async function pagesOf(ctx: Ctx, { offset, limit }: LoopQuery): Promise<RowsPage> {
  return ctx.call(siteContract.publicPages, { offset, limit })
}
