import { randomUUID } from "node:crypto"
import { testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { SPEND_PURPOSES, type SpendCap } from "../contract/chat/connection.ts"
import { type Database, openDatabase } from "../db/database.ts"
import {
  abandonSpend,
  forgetPersonInSpend,
  reserveSpend,
  type SpendEntry,
  SpendExceededError,
  settleSpend,
} from "./spend.ts"
import { entryOf } from "./spend-entry.fixture.ts"

const { database } = await testPlatform({ plugins: [] })
/** Four servers: each has connections of its own. */
const pods = Array.from({ length: 4 }, () => openDatabase(database.config, { poolSize: 6, onError: () => {} }))
afterAll(() => Promise.all(pods.map((pod) => pod.close())))

const usageOf = (inputTokens: number, outputTokens = 0) => ({
  inputTokens,
  outputTokens,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
})
const tokenCap = (tokenBudget: number, per: SpendCap["per"] = "connection"): SpendCap => ({
  tokenBudget,
  windowMinutes: 60,
  per,
})
const rowOf = async (id: string) =>
  (await database.pool.query("SELECT * FROM platform.spend WHERE id = $1", [id])).rows[0]
async function spent(connection: string, principal?: string): Promise<{ tokens: number; usd: number }> {
  const { rows } = await database.pool.query(
    `SELECT coalesce(sum(counted_tokens), 0)::float AS tokens, coalesce(sum(counted_usd), 0)::float AS usd
     FROM platform.spend WHERE connection_id = $1 AND ($2::text IS NULL OR principal_id = $2)`,
    [connection, principal ?? null],
  )
  return rows[0]
}

/** Calls again and again until it is refused; what each uses follows from its number alone, up to what it reserved. */
async function playTurn(pod: Database, turn: number, entry: SpendEntry, cap: SpendCap, usdPerToken: number | null) {
  for (let step = 0; ; step++) {
    let id: string
    try {
      id = await reserveSpend(pod, entry, cap)
    } catch (error) {
      expect(error).toBeInstanceOf(SpendExceededError)
      return
    }
    const used = 1 + ((turn * 7_919 + step * 104_729) % entry.reserved_tokens)
    await settleSpend(pod, id, usageOf(Math.floor(used / 2), Math.ceil(used / 2)), usdPerToken && used * usdPerToken)
  }
}
const turns = (play: (pod: Database, turn: number) => Promise<void>) =>
  Promise.all(Array.from({ length: 200 }, (_, turn) => play(pods[turn % pods.length]!, turn)))

describe("spend under 200 concurrent turns on four servers", () => {
  it("lets exactly as many calls begin at once as there is room for", async () => {
    const connection = randomUUID()
    const entry = entryOf(connection, { reserved_tokens: 100 })
    const begun = await Promise.allSettled(
      Array.from({ length: 200 }, (_, turn) => reserveSpend(pods[turn % 4]!, entry, tokenCap(10_000))),
    )

    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(100)
    expect(await spent(connection)).toMatchObject({ tokens: 10_000 })
  })

  it("stays within a connection's tokens and uses nearly all of them", async () => {
    const connection = randomUUID()
    const cap = tokenCap(50_000)
    const entry = entryOf(connection, { reserved_tokens: 500 })
    await turns((pod, turn) => playTurn(pod, turn, { ...entry, principal_id: `person ${turn % 9}` }, cap, null))

    const { tokens } = await spent(connection)
    expect(tokens).toBeLessThanOrEqual(50_000)
    expect(tokens).toBeGreaterThanOrEqual(47_500)
  })

  it("stays within each principal's own share", async () => {
    const connection = randomUUID()
    const cap = tokenCap(20_000, "principal")
    const people = ["ana", "ben", "cleo"]
    const entry = entryOf(connection, { reserved_tokens: 200 })
    await turns((pod, turn) => playTurn(pod, turn, { ...entry, principal_id: people[turn % 3]! }, cap, null))

    for (const person of people) {
      const { tokens } = await spent(connection, person)
      expect(tokens).toBeLessThanOrEqual(20_000)
      expect(tokens).toBeGreaterThanOrEqual(19_000)
    }
  })

  it("stays within a budget in money", async () => {
    const connection = randomUUID()
    const cap: SpendCap = { usdBudget: 5, windowMinutes: 60, per: "connection" }
    const entry = entryOf(connection, { reserved_tokens: 1_000, reserved_usd: 0.05 })
    await turns((pod, turn) => playTurn(pod, turn, entry, cap, 0.05 / 1_000))

    const { usd } = await spent(connection)
    expect(usd).toBeLessThanOrEqual(5)
    expect(usd).toBeGreaterThanOrEqual(4.75)
  })
})

describe("reserveSpend", () => {
  it("counts every purpose", async () => {
    const connection = randomUUID()
    for (const purpose of SPEND_PURPOSES)
      await reserveSpend(database, entryOf(connection, { purpose }), tokenCap(SPEND_PURPOSES.length * 100))
    await expect(
      reserveSpend(database, entryOf(connection, { reserved_tokens: 1 }), tokenCap(SPEND_PURPOSES.length * 100)),
    ).rejects.toBeInstanceOf(SpendExceededError)
  })

  it("records what a provider reports beyond the reservation, and stops the next call for it", async () => {
    const connection = randomUUID()
    const cap = tokenCap(1_000)
    const id = await reserveSpend(database, entryOf(connection), cap)
    await settleSpend(database, id, { ...usageOf(900, 600), cacheReadTokens: 300, cacheWriteTokens: 200 }, null)

    expect(await spent(connection)).toMatchObject({ tokens: 2_000 })
    const refused = await reserveSpend(database, entryOf(connection, { reserved_tokens: 0 }), cap).catch((e) => e)
    expect(refused).toMatchObject({ code: "rate_limited", status: 429 })
    expect(refused.message).toMatch(
      /"Claude" is used up: 2,000 of 1,000 tokens in the last 60 minutes\. There is room again in/,
    )
    expect(refused.message).toContain("Settings > AI connections")
  })

  it("says when there is room again: when enough has fallen out of the window", async () => {
    const connection = randomUUID()
    const cap = tokenCap(1_000)
    for (const [minutes, used] of [
      [50, 300],
      [40, 300],
      [10, 350],
    ] as const) {
      const id = await reserveSpend(database, entryOf(connection, { reserved_tokens: 1 }), null)
      await settleSpend(database, id, usageOf(used), null)
      await database.pool.query("UPDATE platform.spend SET at = at - make_interval(mins => $2) WHERE id = $1", [
        id,
        minutes,
      ])
    }
    const waitFor = async (reserved_tokens: number) =>
      (await reserveSpend(database, entryOf(connection, { reserved_tokens }), cap).catch((e) => e)).retryAfterSeconds /
      60
    expect(await waitFor(100)).toBeCloseTo(10, 0)
    expect(await waitFor(600)).toBeCloseTo(20, 0)
    expect(await waitFor(900)).toBeCloseTo(50, 0)
  })

  it("counts and waits the same over a month, where it adds up by the hour", async () => {
    const connection = randomUUID()
    const cap: SpendCap = { tokenBudget: 1_000, windowMinutes: 30 * 24 * 60, per: "connection" }
    const DAY = 24 * 60
    for (const [minutes, used] of [
      [31 * DAY, 5_000],
      [29 * DAY + 5, 300],
      [29 * DAY, 300],
      [10 * DAY, 350],
    ] as const) {
      const id = await reserveSpend(database, entryOf(connection, { reserved_tokens: 1 }), null)
      await settleSpend(database, id, usageOf(used), null)
      await database.pool.query("UPDATE platform.spend SET at = at - make_interval(mins => $2) WHERE id = $1", [
        id,
        minutes,
      ])
    }
    await reserveSpend(database, entryOf(connection, { reserved_tokens: 50 }), cap)
    const refused = await reserveSpend(database, entryOf(connection, { reserved_tokens: 300 }), cap).catch((e) => e)
    expect(refused.message).toContain("1,000 of 1,000 tokens in the last 30 days")
    expect(refused.retryAfterSeconds / 60).toBeCloseTo(DAY - 5, 0)
    const larger = await reserveSpend(database, entryOf(connection, { reserved_tokens: 600 }), cap).catch((e) => e)
    expect(larger.retryAfterSeconds / 60).toBeCloseTo(DAY, 0)
  })

  it("keeps its sums by the hour in step with the calls", async () => {
    const { rows } = await database.pool.query(`
      SELECT connection_id, principal_kind, principal_id, hour FROM platform.spend_hour h
      FULL JOIN (SELECT connection_id, principal_kind, principal_id, date_trunc('hour', at, 'UTC') AS hour,
        sum(counted_tokens) AS tokens, sum(counted_usd) AS usd FROM platform.spend GROUP BY 1, 2, 3, 4) s
        USING (connection_id, principal_kind, principal_id, hour)
      WHERE coalesce(h.tokens, 0) <> coalesce(s.tokens, 0) OR coalesce(h.usd, 0) <> coalesce(s.usd, 0)`)
    expect(rows).toEqual([])
  })

  it("tells a call that is larger than its cap that waiting does not help", async () => {
    const refused = await reserveSpend(database, entryOf(randomUUID(), { reserved_tokens: 11 }), tokenCap(10)).catch(
      (e) => e,
    )
    expect(refused.message).toMatch(
      /may take 11 tokens, more than all of the spend cap of the connection ".*": 10 tokens in/,
    )
  })

  it("names whose share is used where each has one, and leaves the others theirs", async () => {
    const connection = randomUUID()
    const cap = tokenCap(100, "principal")
    await reserveSpend(database, entryOf(connection), cap)
    await expect(reserveSpend(database, entryOf(connection), cap)).rejects.toThrow("Ana's share of the spend cap")
    await reserveSpend(database, entryOf(connection, { principal_id: "ben" }), cap)
    // An application is not the person of the same id.
    await reserveSpend(database, entryOf(connection, { principal_kind: "application" }), cap)
  })

  it("forgets what is out of the window, except for calls that still run", async () => {
    const connection = randomUUID()
    const cap = tokenCap(150)
    const age = (id: string) =>
      database.pool.query("UPDATE platform.spend SET at = at - interval '2 hours' WHERE id = $1", [id])
    const running = await reserveSpend(database, entryOf(connection), cap)
    await age(running)
    await expect(reserveSpend(database, entryOf(connection), cap)).rejects.toBeInstanceOf(SpendExceededError)
    await settleSpend(database, running, usageOf(100), null)
    await reserveSpend(database, entryOf(connection), cap)
  })

  it("limits nobody without a cap", async () => {
    const connection = randomUUID()
    const id = await reserveSpend(database, entryOf(connection, { reserved_tokens: 1e12 }), null)
    expect(await rowOf(id)).toMatchObject({ state: "reserved", principal_name: "Ana", purpose: "turn" })
  })
})

describe("abandonSpend", () => {
  it("counts what a dead server reserved in full, until the truth arrives after all", async () => {
    const connection = randomUUID()
    const [lost, fresh] = [
      await reserveSpend(database, entryOf(connection, { reserved_usd: 0.5 }), null),
      await reserveSpend(database, entryOf(connection), null),
    ]
    await database.pool.query("UPDATE platform.spend SET at = at - interval '31 minutes' WHERE id = $1", [lost])
    expect(await abandonSpend(database.direct)).toBe(1)
    expect(await rowOf(lost)).toMatchObject({ state: "abandoned", counted_tokens: "100", cost_usd: "0.5" })
    expect(await rowOf(fresh)).toMatchObject({ state: "reserved" })

    await settleSpend(database, lost, usageOf(7), 0.01)
    expect(await rowOf(lost)).toMatchObject({ state: "settled", counted_tokens: "7", counted_usd: "0.01" })
    await settleSpend(database, lost, usageOf(9_999), 99)
    expect(await rowOf(lost)).toMatchObject({ counted_tokens: "7" })
  })

  it("does not wait for half an hour when the turn is over", async () => {
    const owner = randomUUID()
    await database.pool.query(
      "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Dora', 'dora@example.test') ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
      [owner],
    )
    const conversation = randomUUID()
    await database.pool.query("INSERT INTO platform.conversation (id, owner_id) VALUES ($1, $2)", [conversation, owner])
    const begin = async (state: string, endedAt: string | null) => {
      const { rows } = await database.pool.query(
        `INSERT INTO platform.turn (conversation_id, kind, state, pod, correlation_id, model, answer_id, ended_at)
         VALUES ($1, 'message', $2, gen_random_uuid(), 'c', 'm', gen_random_uuid(), now() + $3::interval) RETURNING id`,
        [conversation, state, endedAt],
      )
      return reserveSpend(database, entryOf(randomUUID(), { turn_id: rows[0].id }), null)
    }
    const [over, justOver, running] = [
      await begin("interrupted", "-2 minutes"),
      await begin("completed", "-1 second"),
      await begin("running", null),
    ]
    await abandonSpend(database.direct)
    expect((await rowOf(over)).state).toBe("abandoned")
    expect((await rowOf(justOver)).state).toBe("reserved")
    expect((await rowOf(running)).state).toBe("reserved")
  })
})

describe("forgetPersonInSpend", () => {
  it("takes the name and leaves the numbers", async () => {
    const connection = randomUUID()
    const principal_id = randomUUID()
    const id = await reserveSpend(database, entryOf(connection, { principal_id }), null)
    expect(await forgetPersonInSpend(database.direct, principal_id, "Former person 1")).toBe(1)
    expect(await rowOf(id)).toMatchObject({ principal_name: "Former person 1", counted_tokens: "100" })
  })
})
