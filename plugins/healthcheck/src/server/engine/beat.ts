import { createHash } from "node:crypto"
import { implement, NotFoundError, route, type Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { healthcheckContract } from "../../contract.ts"

/**
 * A call is kept, and judged when its target runs: at its time, or at once where it says something else than the run
 * before, or comes while one runs that has perhaps not seen it. Whoever holds no address learns only that there is none.
 */
export const beat = implement(healthcheckContract.beat, async (ctx, { token, status, message, value }) => {
  const targetId = await findTarget(ctx.tx, token)
  if (targetId === null) throw new NotFoundError("There is nothing at this address.")
  await ctx.tx.execute(sql`
    WITH kept AS (
      INSERT INTO healthcheck.beat (target_id, at, status, message, value)
      VALUES (${targetId}, platform.now(), ${status}, ${message}, ${value})),
    forgotten AS (
      DELETE FROM healthcheck.beat WHERE target_id = ${targetId} AND at < platform.now() - ${KEPT_DAYS} * interval '1 day')
    UPDATE healthcheck.schedule s SET next_at = date_trunc('milliseconds', platform.now()) FROM healthcheck.state st
    WHERE s.target_id = ${targetId} AND st.target_id = s.target_id AND s.next_at > platform.now()
      AND (s.lease IS NOT NULL OR ${status === "down"} OR st.last_outcome <> 'ok')`)
  return { known: true }
})

/** Calls of earlier days decide nothing any more. */
const KEPT_DAYS = 7

/** By its hash: how long the search takes tells nothing of a token. */
async function findTarget(tx: Tx, token: string): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`SELECT target_id AS id FROM healthcheck.heartbeat WHERE token_hash = ${hashOfToken(token)}`,
  )
  return rows[0]?.id ?? null
}

export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}

const PATH = "/api/push/:token"
/** Thousands of jobs may call from behind one address, all of them at the full minute. */
const LIMIT = { requests: 6_000, perSeconds: 60 }
/** Few at a time: a burst leaves the connections to everybody else, and is taken within seconds. */
const TURNS = { atOnce: 4, waiting: 2_000 }
const BOUNDS = { origin: "both", token: "token", limit: LIMIT, turns: TURNS } as const

/** As Uptime Kuma's senders expect it. */
const respond = () => Response.json({ ok: true })

export const pushRoutes = [
  route(`GET ${PATH}`, beat, {
    ...BOUNDS,
    respond,
    readInput: (request, { token = "" }) => readCall(token, Object.fromEntries(new URL(request.url).searchParams)),
  }),
  route(`POST ${PATH}`, beat, {
    ...BOUNDS,
    respond,
    upload: {
      maxBytes: 10_000,
      types: ["application/json", "application/x-www-form-urlencoded", "text/plain", ""],
      deadlineMs: 10_000,
    },
    async readInput(request, { token = "" }, upload) {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      return readCall(token, { ...query, ...bodyOf(upload.type, await upload.text()) })
    },
  }),
]

/** A body that is something else than fields is no reason to lose a call: the call itself says that the job runs. */
function bodyOf(type: string, text: string): Record<string, unknown> {
  if (type === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(text))
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : {}
  } catch {
    return {}
  }
}

/** What a sender may say, in its own words or in Uptime Kuma's. Anything but "down" is up. */
export function readCall(token: string, given: Record<string, unknown>) {
  const message = given.msg ?? given.message
  const number = given.value ?? given.ping
  const value = typeof number === "string" && number.trim() !== "" ? Number(number) : number
  return {
    token,
    status: given.status === "down" ? ("down" as const) : ("up" as const),
    message: typeof message === "string" ? storable(message.slice(0, 500)) : "",
    value: typeof value === "number" && Math.abs(value) <= 1e300 ? value : null,
  }
}

/** A zero byte, or half of a character at the cut, is no reason to lose a call either. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed()
}
