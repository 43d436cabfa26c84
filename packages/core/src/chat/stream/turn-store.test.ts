import { randomUUID } from "node:crypto"
import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import type { ContentBlock } from "../../contract/chat/content-block.ts"

import { findForgotten, forgetOldLogs } from "./pod-store.ts"
import { appendLog, endTurn, readLog } from "./turn-store.ts"

const { database } = await testPlatform({ plugins: [] })
const block = (text: string): ContentBlock => ({ type: "text", text })

async function newTurn(): Promise<{ pod: string; turnId: string; answerId: string }> {
  const [pod, turnId, answerId] = [randomUUID(), randomUUID(), randomUUID()]
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Ana', 'ana@example.test') ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
    [personId("ana")],
  )
  const { rows } = await database.pool.query("INSERT INTO platform.conversation (owner_id) VALUES ($1) RETURNING id", [
    personId("ana"),
  ])
  await database.pool.query(
    `INSERT INTO platform.turn (id, conversation_id, kind, pod, correlation_id, model, answer_id)
     VALUES ($1, $2, 'message', $3, 'x', 'm', $4)`,
    [turnId, rows[0].id, pod, answerId],
  )
  await database.pool.query(
    "INSERT INTO platform.message (id, conversation_id, role, turn_id) VALUES ($1, $2, 'assistant', $3)",
    [answerId, rows[0].id, turnId],
  )
  return { pod, turnId, answerId }
}

const blocksOf = async (answerId: string) =>
  (await database.pool.query("SELECT blocks FROM platform.message WHERE id = $1", [answerId])).rows[0].blocks

describe("the log of a turn", () => {
  it("takes a batch again, with more behind it, whose first answer was lost", async () => {
    const { pod, turnId, answerId } = await newTurn()
    const first = { turnId, answerId, firstSeq: 1, lines: ['"1"', '"2"'], blocks: [block("one")], firstBlock: 0 }
    await appendLog(database, pod, [first])

    await appendLog(database, pod, [{ ...first, lines: [...first.lines, '"3"'], blocks: [block("one"), block("two")] }])

    const page = await readLog(database, turnId, 0)
    expect(page?.entries).toEqual([1, 2, 3].map((seq) => ({ seq, line: `"${seq}"` })))
    expect(await blocksOf(answerId)).toEqual([block("one"), block("two")])
  })

  it("takes nothing any more from a server whose turn another one has closed", async () => {
    const { pod, turnId, answerId } = await newTurn()
    const batch = { turnId, answerId, firstSeq: 1, lines: ['"1"'], blocks: [block("one")], firstBlock: 0 }
    // The closing is under way, and not yet committed, when the late batch arrives.
    const client = await database.pool.connect()
    await client.query("BEGIN")
    const closing = {
      turnId,
      state: "interrupted" as const,
      problem: null,
      blocks: [block("closed")],
      firstSeq: 1_000,
      lines: ['"end"'],
      contextTokens: null,
      tokenCorrection: null,
      applied: [],
      by: { kind: "user", id: personId("ana"), name: "Ana" },
      note: null,
    }
    expect(await endTurn(client, closing)).toBe(true)
    const late = appendLog(database, pod, [batch])
    await client.query("COMMIT")
    client.release()

    expect((await late).size).toBe(0)
    expect(await blocksOf(answerId)).toEqual([block("closed")])
    expect((await readLog(database, turnId, 0))?.entries).toEqual([{ seq: 1_000, line: '"end"' }])
    expect(await endTurn(database.pool, { ...closing, state: "completed" })).toBe(false)
  })
})

describe("a turn whose log was forgotten", () => {
  it("is known by its message, and before that by its log alone", async () => {
    const { pod, turnId, answerId } = await newTurn()
    await appendLog(database, pod, [{ turnId, answerId, firstSeq: 1, lines: ['"1"'], blocks: [], firstBlock: 0 }])
    expect(await findForgotten(database, turnId)).toBeNull()
    await endTurn(database.pool, {
      turnId,
      state: "failed",
      problem: "The provider hung up.",
      blocks: [block("one")],
      firstSeq: 2,
      lines: ['"2"'],
      contextTokens: null,
      tokenCorrection: null,
      applied: [],
      by: { kind: "user", id: personId("ana"), name: "Ana" },
      note: null,
    })
    await forgetOldLogs(database)
    expect(await findForgotten(database, turnId)).toBeNull()

    await database.pool.query("UPDATE platform.turn SET ended_at = now() - interval '11 minutes' WHERE id = $1", [
      turnId,
    ])
    await forgetOldLogs(database)

    expect(await findForgotten(database, turnId)).toEqual({
      messageId: answerId,
      metadata: { conversationId: expect.any(String), turnId, kind: "message", model: "m" },
      blocks: [block("one")],
      state: "failed",
      problem: "The provider hung up.",
    })
  })
})
