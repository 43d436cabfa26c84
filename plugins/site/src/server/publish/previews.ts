/** Links that show the draft to people without an account. */
import { createHash, randomBytes } from "node:crypto"
import { authorOf, type Ctx, implement, NotFoundError, route, type Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Served } from "../../contract/publish.ts"
import { SITE } from "../../contract/site-id.ts"
import { siteContract } from "../../contract.ts"
import { hashOf } from "../files/file-store.ts"
import { noteAuthor, sequenceOf } from "../site-store.ts"
import { hashInAddress, NOT_FOUND_PATH } from "./addresses.ts"
import { makeablesOf } from "./make-pages.ts"
import { makeAll, openMaking } from "./make-version.ts"
import { planNext } from "./plan-publication.ts"
import { openVersion, type SiteVersion } from "./site-version.ts"

const BELOW = "/_preview/"

export const createPreview = implement(siteContract.createPreview, async (ctx) => {
  const token = randomBytes(24).toString("base64url")
  const author = authorOf(ctx)
  await noteAuthor(ctx.tx, author)
  const sequence = await sequenceOf(ctx.tx)
  const { rows } = await ctx.tx.execute<{ id: string; expires_at: string | Date }>(sql`
    INSERT INTO site.preview (site_id, token_hash, sequence, author_id, expires_at)
    VALUES (${SITE}, ${hashToken(token)}, ${sequence}, ${author.id}, platform.now() + interval '14 days')
    RETURNING id, expires_at`)
  const { id, expires_at } = rows[0]!
  const expiresAt = new Date(expires_at).toISOString()
  ctx.audit({ thing: { id, name: "draft of the site" }, before: null, after: { sequence, expiresAt }, wroteOn: [] })
  const { siteUrl, localSiteUrl } = ctx.runtime
  return { id, link: `${siteUrl ?? localSiteUrl?.() ?? ""}${BELOW}${token}/`, expiresAt }
})

export const listPreviews = implement(siteContract.listPreviews, async (ctx) => {
  const { rows } = await ctx.tx.execute<{
    id: string
    by: string | null
    sequence: string
    created_at: string | Date
    expires_at: string | Date
  }>(sql`
    SELECT preview.id, author.name AS by, sequence, created_at, expires_at FROM site.preview
    LEFT JOIN site.author ON author.site_id = preview.site_id AND author.id = preview.author_id
    WHERE preview.site_id = ${SITE} AND revoked_at IS NULL AND expires_at > platform.now()
    ORDER BY created_at DESC LIMIT 200`)
  return {
    previews: rows.map(({ id, by, sequence, created_at, expires_at }) => ({
      id,
      by: by ?? "Somebody",
      sequence: Number(sequence),
      createdAt: new Date(created_at).toISOString(),
      expiresAt: new Date(expires_at).toISOString(),
    })),
  }
})

export const revokePreview = implement(siteContract.revokePreview, async (ctx, { id }) => {
  const { rows } = await ctx.tx.execute(sql`
    UPDATE site.preview SET revoked_at = platform.now()
    WHERE site_id = ${SITE} AND id = ${id} AND revoked_at IS NULL RETURNING id`)
  if (rows.length > 0)
    ctx.audit({
      thing: { id, name: "draft of the site" },
      before: { revoked: false },
      after: { revoked: true },
      wroteOn: [],
    })
  return { revoked: rows.length > 0 }
})

export const servePreview = implement(siteContract.servePreview, async (ctx, { token, path }): Promise<Served> => {
  const sequence = await sequenceOfToken(ctx.tx, token)
  if (sequence === null) throw new NotFoundError("This preview is not open any more.")
  const making = await openMaking(ctx, await draftAt(ctx, sequence))
  const hash = hashInAddress(path)
  const asset = hash && making.frame.assets.find((file) => hashOf(file) === hash)
  if (asset) return answerOf(200, asset.type, asset.bytes, null)
  const makeables = makeablesOf(making).filter(({ owner }) => owner.startsWith("page:") || owner === "not found")
  // One after the other until it is there: most drafts are looked at page by page, and none is looked at often.
  for (const one of makeables) {
    const [{ addresses } = { addresses: [] }] = await makeAll([one])
    const found = addresses.find((address) => address.path === path || address.path === NOT_FOUND_PATH)
    if (found?.file)
      return answerOf(found.status, found.file.type, withinPreview(found.file.bytes, `${BELOW}${token}`), found.policy)
  }
  throw new NotFoundError("There is nothing at this address.")
})

export const previewRoute = route("GET /_preview/:token/*", servePreview, {
  origin: "site",
  token: "token",
  limit: { requests: 120, perSeconds: 60 },
  turns: { atOnce: 2, waiting: 20 },
  readInput: ({ url }, { token = "" }) => ({
    token,
    path: decodePath(new URL(url).pathname.slice(`${BELOW}${token}`.length)),
  }),
  respond: ({ status, headers, body }) => new Response(body, { status, headers }),
})

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}

async function sequenceOfToken(tx: Tx, token: string): Promise<number | null> {
  const { rows } = await tx.execute<{ sequence: string }>(sql`
    SELECT sequence FROM site.preview
    WHERE site_id = ${SITE} AND token_hash = ${hashToken(token)} AND revoked_at IS NULL AND expires_at > platform.now()`)
  return rows[0] ? Number(rows[0].sequence) : null
}

/** The draft as it was at a sequence, as a version that nobody has published. */
export async function draftAt(ctx: Ctx, sequence: number): Promise<SiteVersion> {
  const { facts, stylesSequence, draft } = await planNext(ctx, { styles: true, sequence })
  const at = (await ctx.now()).toISOString()
  const documents = new Map(
    [...draft].map(([key, { title, sequence: last }]) => [
      key,
      { title, sequence: last, publishedAt: at, updatedAt: at },
    ]),
  )
  return openVersion(ctx, { facts, stylesSequence, documents })
}

function answerOf(status: number, type: string, bytes: Uint8Array, policy: string | null): Served {
  return {
    status,
    headers: {
      "content-type": type,
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
      ...(policy && { "content-security-policy": policy }),
    },
    body: new Uint8Array(bytes),
  }
}

/** Links between pages, styles and scripts stay within the preview. */
function withinPreview(bytes: Uint8Array, below: string): Uint8Array {
  const html = Buffer.from(bytes).toString()
  const inside = html
    .replace(/(<a\b[^<>]*?\shref=")\/(?!\/)/g, `$1${below}/`)
    .replace(/(<(?:link|script)\b[^<>]*?\s(?:href|src)=")\/_site\//g, `$1${below}/_site/`)
  return Buffer.from(inside)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
