import { type Ctx, implement, thingNames, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { notificationContract } from "../../contract.ts"
import { teamNames } from "../subscriptions/present-subscription.ts"
import { deleteSubscriptions } from "../subscriptions/subscription-store.ts"

/** Long enough to find out next month why nobody came. */
const KEPT_DAYS = 30
/** Of causes that are asked after in one night. */
const MOST_ASKED = 1_000

const isOld = (column: "ended_at" | "closed_at" | "opened_at") =>
  sql`${sql.identifier(column)} < platform.now() - ${KEPT_DAYS} * interval '1 day'`

/** Once a day. Teams go without a word to others, so what they were told is ended here; until then nobody is left to be told. */
export const sweep = implement(notificationContract.sweep, async (ctx) => {
  await closeCausesOfGone(ctx)
  // What was told last of a cause that goes on stays: whoever got it is told when that is over, also after months.
  const deliveries = await ctx.tx.execute(sql`
    DELETE FROM notification.delivery d WHERE ${isOld("ended_at")} AND NOT (d.status = 'sent' AND d.cause_id IS NOT NULL
      AND EXISTS (SELECT FROM notification.cause c WHERE c.id = d.cause_id AND c.closed_at IS NULL)
      AND NOT EXISTS (SELECT FROM notification.delivery later WHERE later.cause_id = d.cause_id AND later.sequence > d.sequence
        AND later.status = 'sent' AND later.person_id IS NOT DISTINCT FROM d.person_id
        AND later.team_id IS NOT DISTINCT FROM d.team_id AND later.channel_id IS NOT DISTINCT FROM d.channel_id))`)
  // One that goes on and of which nobody knows is as good as none: whoever is told of it next hears of it for the first time.
  const causes = await ctx.tx.execute(sql`
    DELETE FROM notification.cause c WHERE ${isOld("opened_at")} AND (c.closed_at IS NULL OR ${isOld("closed_at")})
      AND NOT EXISTS (SELECT FROM notification.delivery d WHERE d.cause_id = c.id)`)
  const ended = await deleteSubscriptions(
    ctx.tx,
    sql`s.ended_at IS NOT NULL AND NOT EXISTS (SELECT FROM notification.delivery d JOIN notification.cause c ON c.id = d.cause_id
      WHERE s.id = ANY(d.subscription_ids) AND (c.closed_at IS NULL OR d.status = 'waiting'))`,
  )
  const gone = await forgetTeams(ctx)
  const deleted = deliveries.rowCount ?? 0
  if (deleted + (causes.rowCount ?? 0) + ended + gone > 0)
    ctx.audit({
      thing: { type: "notification.channel", id: "old", name: "What was sent" },
      note: `${deleted} messages from more than ${KEPT_DAYS} days ago were deleted, and what ${gone} deleted teams were told was ended.`,
    })
  return { deleted }
})

/** No event told that it was over: the thing went before such events were heard. */
async function closeCausesOfGone(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.tx.execute<{ id: string; type: string; aboutId: string }>(sql`
    SELECT c.id, c.about_id AS "aboutId", n.about_type AS type FROM notification.cause c
      CROSS JOIN LATERAL (SELECT about_type FROM notification.notice WHERE cause_id = c.id LIMIT 1) n
    WHERE c.closed_at IS NULL AND ${isOld("opened_at")} ORDER BY random() LIMIT ${MOST_ASKED}`)
  for (const [type, some] of Map.groupBy(rows, (row) => row.type)) {
    const there = await thingNames(
      ctx,
      type,
      some.map(({ aboutId }) => aboutId),
    )
    const ids = some.filter(({ aboutId }) => !there.has(aboutId)).map(({ id }) => id)
    if (ids.length > 0)
      await ctx.tx.execute(
        sql`UPDATE notification.cause SET closed_at = platform.now() WHERE id = ANY(${uuids(ids)}) AND closed_at IS NULL`,
      )
  }
}

async function forgetTeams(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.tx.execute<{ id: string }>(
    sql`SELECT DISTINCT team_id AS id FROM notification.subscription WHERE team_id IS NOT NULL`,
  )
  const there = await teamNames(
    ctx,
    rows.map(({ id }) => id),
  )
  const gone = rows.filter(({ id }) => !there.has(id))
  for (const { id } of gone) await deleteSubscriptions(ctx.tx, sql`s.team_id = ${id}::uuid`)
  return gone.length
}
