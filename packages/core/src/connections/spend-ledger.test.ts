import { randomUUID } from "node:crypto"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import type { SpendCap } from "../contract/chat/connection.ts"
import { silentLog } from "../log.ts"
import { SpendExceededError } from "./spend.ts"
import { entryOf } from "./spend-entry.fixture.ts"
import { createSpendLedger, type EndedCall } from "./spend-ledger.ts"

const { database } = await testPlatform({ plugins: [] })
const open = () => createSpendLedger({ database, log: silentLog })
const ended = (spendId: string, inputTokens: number): EndedCall => ({
  spendId,
  usage: { inputTokens, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
  costUsd: null,
  unbelievable: false,
  reserved: { reservedTokens: 100, reservedUsd: null },
})
const capOf = (tokenBudget: number): SpendCap => ({ tokenBudget, windowMinutes: 60, per: "connection" })
const rowOf = async (id: string) =>
  (await database.pool.query("SELECT state, counted_tokens::int FROM platform.spend WHERE id = $1", [id])).rows[0]

describe("the ledger of a turn", () => {
  it("settles a call with the reservation of the next, which then has the room", async () => {
    const ledger = open()
    const entry = entryOf(randomUUID())
    const first = await ledger.reserve(entry, capOf(150))
    await ledger.settle(ended(first, 40))
    expect(await rowOf(first)).toEqual({ state: "reserved", counted_tokens: 100 })

    const second = await ledger.reserve(entry, capOf(150))

    expect(await rowOf(first)).toEqual({ state: "settled", counted_tokens: 40 })
    expect(await rowOf(second)).toEqual({ state: "reserved", counted_tokens: 100 })
    await ledger.close()
  })

  it("keeps the end of a call when there is no room for the next", async () => {
    const ledger = open()
    const entry = entryOf(randomUUID())
    const first = await ledger.reserve(entry, capOf(150))
    await ledger.settle(ended(first, 90))

    await expect(ledger.reserve(entry, capOf(150))).rejects.toBeInstanceOf(SpendExceededError)

    expect(await rowOf(first)).toEqual({ state: "settled", counted_tokens: 90 })
    await ledger.close()
  })

  it("settles at once what came to more than was set aside", async () => {
    const ledger = open()
    const first = await ledger.reserve(entryOf(randomUUID()), null)

    await ledger.settle(ended(first, 101))

    expect(await rowOf(first)).toEqual({ state: "settled", counted_tokens: 101 })
  })

  it("settles the last call when it is closed, and a tool's step without waiting for the tool", async () => {
    const [closed, waiting] = [open(), open()]
    const last = await closed.reserve(entryOf(randomUUID()), null)
    const slow = await waiting.reserve(entryOf(randomUUID()), null)
    await closed.settle(ended(last, 7))
    await waiting.settle(ended(slow, 8))

    await closed.close()

    expect(await rowOf(last)).toEqual({ state: "settled", counted_tokens: 7 })
    await expect.poll(() => rowOf(slow), { timeout: 10_000 }).toEqual({ state: "settled", counted_tokens: 8 })
  })

  it("lets 100 turns of one person take turns under a cap without locking each other out", async () => {
    const connection = randomUUID()
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const ledger = open()
        for (let step = 0; step < 4; step++) {
          const id = await ledger.reserve(entryOf(connection), capOf(1_000_000))
          await ledger.settle(ended(id, 10))
        }
        await ledger.close()
      }),
    )

    const { rows } = await database.pool.query(
      `SELECT count(*)::int AS calls, sum(counted_tokens)::int AS tokens,
         (SELECT sum(tokens)::int FROM platform.spend_hour h WHERE h.connection_id = $1) AS hours
       FROM platform.spend WHERE connection_id = $1 AND state = 'settled'`,
      [connection],
    )
    expect(rows).toEqual([{ calls: 400, tokens: 4_000, hours: 4_000 }])
  })
})
