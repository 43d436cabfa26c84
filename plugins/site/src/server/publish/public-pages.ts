import { implement } from "@countersign/core/server"
import { siteContract } from "../../contract.ts"
import { defaultSite } from "./default-site.ts"
import { planAt, readPointer } from "./publication-store.ts"
import { pageRows } from "./read-rows.ts"

export const publicPages = implement(siteContract.publicPages, async (ctx, { limit, offset }) => {
  const { publication } = await readPointer(ctx.tx)
  const { facts, documents } = publication === 0 ? defaultSite() : (await planAt(ctx.tx, publication))!
  const rows = pageRows({ facts, documents }, () => null)
  return {
    rows: rows.slice(offset, offset + limit).map(({ id, title, address }) => ({
      id: String(id),
      title: String(title),
      address: String(address),
    })),
    total: rows.length,
  }
})
