import { createHash, randomBytes } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { route } from "../../access/points/route.ts"
import type { calendarFeedProcedures } from "../../contract/kit/calendar-feed.ts"
import { metaOf } from "../../contract/procedure-meta.ts"
import { instant } from "../../db/sql-fragments.ts"
import { ForbiddenError, NotFoundError } from "../../errors.ts"
import { baseUrl } from "../../identity/base-url.ts"
import { raw } from "../inherits/reach-sql.ts"
import { type CalendarEntry, writeCalendar } from "./calendar.ts"

/**
 * The verbs behind `calendarFeedProcedures`, and the address that they serve. The plugin's schema has a table `feed` with
 * `person_id`, `token_hash` (unique) and `created_at`. A token is as good as a key: only its hash is stored.
 */
export function calendarFeed(
  procedures: ReturnType<typeof calendarFeedProcedures>,
  draft: {
    /** What a calendar program calls it. */
    name: string
    /** All that the caller may see. */
    entries(ctx: Ctx): Promise<readonly CalendarEntry[]>
  },
) {
  const [plugin = ""] = metaOf(procedures.getFeed).id.split(".")
  const path = `/api/${plugin}/calendar` as const
  const table = raw(`${plugin}.feed`)
  const thing = (id: string, name = "Calendar feed") => ({ type: `${plugin}.feed`, id, name })

  async function drop(ctx: Ctx, personId: string): Promise<boolean> {
    const { rowCount } = await ctx.tx.execute(sql`DELETE FROM ${table} WHERE person_id = ${personId}::uuid`)
    return rowCount === 1
  }

  const writeFeed = implement(procedures.writeFeed, async (ctx) => ({
    calendar: writeCalendar(draft.name, await draft.entries(ctx)),
  }))

  const verbs = {
    writeFeed,
    getFeed: implement(procedures.getFeed, async (ctx) => {
      const { rows } = await ctx.tx.execute<{ createdAt: string }>(
        sql`SELECT ${instant(sql`created_at`)} AS "createdAt" FROM ${table} WHERE person_id = ${ctx.principal.id}::uuid`,
      )
      return { createdAt: rows[0]?.createdAt ?? null }
    }),
    renewFeed: implement(procedures.renewFeed, async (ctx) => {
      const token = randomBytes(32).toString("base64url")
      await ctx.tx.execute(sql`
        INSERT INTO ${table} (person_id, token_hash, created_at) VALUES (${ctx.principal.id}::uuid, ${hashOf(token)}, ${await ctx.now()})
        ON CONFLICT (person_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at`)
      ctx.audit({ thing: thing(ctx.principal.id), wroteOn: [] })
      return { url: `${baseUrl(ctx)}${path}/${token}.ics` }
    }),
    stopFeed: implement(procedures.stopFeed, async (ctx) => {
      if (!(await drop(ctx, ctx.principal.id)))
        throw new NotFoundError("You have no calendar feed, so there is nothing to stop.")
      ctx.audit({ thing: thing(ctx.principal.id), after: null })
      return {}
    }),
    /** With what the owner holds at this moment: a right that was taken away takes its entries out of the calendar. */
    readFeed: implement(procedures.readFeed, async (ctx, { token }) => {
      const { rows } = await ctx.tx.execute<{ id: string }>(
        sql`SELECT person_id AS id FROM ${table} WHERE token_hash = ${hashOf(token)}`,
      )
      const { runtime, correlationId, transport, http } = ctx
      const principal = rows[0] ? await runtime.identity.load({ kind: "user", id: rows[0].id, grantId: null }) : null
      if (!principal) throw new NotFoundError("There is no calendar at this address. Its owner may have renewed it.")
      try {
        return await writeFeed({ principal, runtime, correlationId, transport, ...(http && { http }) }, {})
      } catch (error) {
        // A refusal would leave what was read earlier in the owner's calendar: only an empty one takes it out.
        if (error instanceof ForbiddenError) return { calendar: writeCalendar(draft.name, []) }
        throw error
      }
    }),
  }

  return {
    verbs,
    route: route(`GET ${path}/:file`, verbs.readFeed, {
      readInput: (_request, { file = "" }) => ({ token: file.replace(/\.ics$/, "") }),
      respond: ({ calendar }) =>
        new Response(calendar, {
          headers: { "content-type": "text/calendar; charset=utf-8", "cache-control": "private, no-store" },
        }),
      // Calendar programs show their owners what stands there, if anything.
      respondError: ({ message, status }) =>
        new Response(`${message}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } }),
    }),
    /** For a person who departed. */
    async forget(ctx: Ctx, personId: string, name: string): Promise<void> {
      if (await drop(ctx, personId)) ctx.audit({ thing: thing(personId, name), after: null })
    },
  }
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
