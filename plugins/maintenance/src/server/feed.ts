import { createHash, randomBytes } from "node:crypto"
import { baseUrl, type Ctx, implement, instant, NotFoundError, route } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { bySystem } from "../contract/access.ts"
import { maintenanceContract } from "../contract.ts"
import { writeCalendar } from "./calendar.ts"
import { windows } from "./window-store.ts"

const PATH = "/api/maintenance/calendar"

/** The address is all that a calendar can send, so its token is as good as a key: only its hash is stored. */
export const renewFeed = implement(maintenanceContract.renewFeed, async (ctx) => {
  const token = randomBytes(32).toString("base64url")
  await ctx.tx.execute(sql`
    INSERT INTO maintenance.feed (person_id, token_hash, created_at) VALUES (${ctx.principal.id}::uuid, ${hashOf(token)}, ${await ctx.now()})
    ON CONFLICT (person_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at`)
  ctx.audit({ thing: { type: "maintenance.feed", id: ctx.principal.id, name: "Calendar feed" }, wroteOn: [] })
  return { url: `${baseUrl(ctx)}${PATH}/${token}.ics` }
})

export const stopFeed = implement(maintenanceContract.stopFeed, async (ctx) => {
  const stopped = await dropFeed(ctx, ctx.principal.id)
  if (!stopped) throw new NotFoundError("You have no calendar feed, so there is nothing to stop.")
  ctx.audit({ thing: { type: "maintenance.feed", id: ctx.principal.id, name: "Calendar feed" }, after: null })
  return {}
})

export const getFeed = implement(maintenanceContract.getFeed, async (ctx) => {
  const { rows } = await ctx.tx.execute<{ createdAt: string }>(
    sql`SELECT ${instant(sql`created_at`)} AS "createdAt" FROM maintenance.feed WHERE person_id = ${ctx.principal.id}::uuid`,
  )
  return { createdAt: rows[0]?.createdAt ?? null }
})

/** With what the owner holds at this moment: a right that was taken away takes its windows out of the calendar. */
export const readFeed = implement(maintenanceContract.readFeed, async (ctx, { token }) => {
  const { rows } = await ctx.tx.execute<{ id: string }>(
    sql`SELECT person_id AS id FROM maintenance.feed WHERE token_hash = ${hashOf(token)}`,
  )
  const { runtime, correlationId, transport, http } = ctx
  const principal = rows[0] ? await runtime.identity.load({ kind: "user", id: rows[0].id, grantId: null }) : null
  if (!principal) throw new NotFoundError("There is no calendar at this address. Its owner may have renewed it.")
  return writeFeed({ principal, runtime, correlationId, transport, ...(http && { http }) }, {})
})

// A month back, so that what was called off lately is still told.
const DAYS_BACK = 30
const MOST_ENTRIES = 2_000

export const writeFeed = implement(maintenanceContract.writeFeed, async (ctx) => {
  const { rows } = await ctx.tx.execute<Row>(sql`
    SELECT o.window_id AS id, ${instant(sql`o.original_at`)} AS "originalAt", ${instant(sql`o.starts_at`)} AS "startsAt",
      ${instant(sql`o.ends_at`)} AS "endsAt", coalesce(o.sequence, "window".version) AS sequence,
      coalesce("window".title, 'Cancelled maintenance') AS title, coalesce("window".description, '') AS description,
      ${instant(sql`coalesce("window".updated_at, o.deleted_at)`)} AS "changedAt",
      o.state <> 'done' AND (o.state <> 'planned' OR "window".status = 'cancelled') AS cancelled, "window".id IS NULL AS gone
    FROM maintenance.occurrence o LEFT JOIN maintenance."window" ON "window".id = o.window_id
    WHERE o.ends_at > platform.now() - ${DAYS_BACK} * interval '1 day' AND CASE WHEN "window".id IS NULL
      THEN EXISTS (SELECT 1 FROM unnest(o.system_ids) AS s(id) WHERE ${ctx.reach(sql`s.id::text`, READING)})
      ELSE ${windows.readable(ctx)} END
    ORDER BY o.starts_at, o.window_id LIMIT ${MOST_ENTRIES}`)
  const base = baseUrl(ctx)
  return {
    calendar: writeCalendar(
      "Maintenance",
      rows.map(({ id, originalAt, gone, ...entry }) => ({
        ...entry,
        uid: `${id}-${originalAt.replaceAll(/[-:]|\.\d+/g, "")}@countersign`,
        url: gone ? null : `${base}/maintenance/${id}`,
      })),
    ),
  }
})

export const feedRoute = route(`GET ${PATH}/:file`, readFeed, {
  readInput: (_request, { file = "" }) => ({ token: file.replace(/\.ics$/, "") }),
  respond: ({ calendar }) =>
    new Response(calendar, {
      headers: { "content-type": "text/calendar; charset=utf-8", "cache-control": "private, no-store" },
    }),
})

export async function dropFeed(ctx: Ctx, personId: string): Promise<boolean> {
  const { rowCount } = await ctx.tx.execute(sql`DELETE FROM maintenance.feed WHERE person_id = ${personId}::uuid`)
  return rowCount === 1
}

interface Row extends Record<string, unknown> {
  id: string
  originalAt: string
  startsAt: string
  endsAt: string
  sequence: number
  title: string
  description: string
  changedAt: string
  cancelled: boolean
  gone: boolean
}

const READING = { resource: bySystem.parent, rules: [bySystem.rules.read], level: "viewer" } as const

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
