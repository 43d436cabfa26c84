/** Files of the library on the site's origin: those that a published version shows or links, and no others. */
import type { Ctx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { SITE } from "../../contract/site-id.ts"
import { movePointer, readPointer } from "../publish/publication-store.ts"
import type { SiteVersion } from "../publish/site-version.ts"
import { MEDIA_PATH } from "./media-names.ts"
import { filesOf, findMedia, type StoredMedia } from "./media-store.ts"
import { namesUsed } from "./where-used.ts"

export const MEDIA_OWNER = "media"

/** Answers how many addresses answer otherwise than before. */
export async function publishMedia(ctx: Ctx, version: SiteVersion): Promise<number> {
  const names = await namesUsed(ctx, version)
  const { pages, settings, tokens } = version.facts
  const ids = new Set([
    settings.image,
    ...Object.values(pages).map(({ image }) => image),
    ...Object.values(tokens.fonts).flatMap(({ files = [] }) => files.map(({ media }) => media)),
  ])
  const used = (await findMedia(ctx.tx)).filter(
    ({ id, fileName, sizes }) =>
      ids.has(id) || names.has(fileName) || sizes.some(({ address }) => names.has(address.slice(MEDIA_PATH.length))),
  )
  const rows = await filesOf(ctx.tx, used)
  const given = JSON.stringify(rows.map(({ fileName, hash }) => ({ path: `${MEDIA_PATH}${fileName}`, file: hash })))
  const { rows: changed } = await ctx.tx.execute(sql`
    WITH given AS (SELECT * FROM json_to_recordset(${given}::json) AS row (path text, file text)),
    gone AS (
      DELETE FROM site.address WHERE site_id = ${SITE} AND owner = ${MEDIA_OWNER} AND path NOT IN (SELECT path FROM given)
      RETURNING path
    ), put AS (
      INSERT INTO site.address AS address (site_id, path, status, file, owner, made_of)
      SELECT ${SITE}, path, 200, file, ${MEDIA_OWNER}, '' FROM given
      ON CONFLICT (site_id, path) DO UPDATE SET file = EXCLUDED.file, owner = EXCLUDED.owner
        WHERE address.file IS DISTINCT FROM EXCLUDED.file
      RETURNING path
    )
    SELECT path FROM gone UNION ALL SELECT path FROM put`)
  return changed.length
}

/** What visitors see changes with the file: its address is the same, and nobody publishes anew for it. */
export async function replacePublished(ctx: Ctx, before: StoredMedia, after: StoredMedia | null): Promise<void> {
  const paths = [before.address, ...before.sizes.map(({ address }) => address)]
  const { rows } = await ctx.tx.execute(sql`
    DELETE FROM site.address WHERE site_id = ${SITE} AND owner = ${MEDIA_OWNER}
      AND path = ANY (${sql.param(paths)}::text[]) RETURNING path`)
  if (rows.length === 0) return
  for (const { fileName, hash } of after ? await filesOf(ctx.tx, [after]) : [])
    await ctx.tx.execute(sql`
      INSERT INTO site.address (site_id, path, status, file, owner, made_of)
      VALUES (${SITE}, ${`${MEDIA_PATH}${fileName}`}, 200, ${hash}, ${MEDIA_OWNER}, '')`)
  const { publication } = await readPointer(ctx.tx)
  await movePointer(ctx.tx, publication)
}
