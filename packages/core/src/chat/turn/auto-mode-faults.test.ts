import { randomUUID } from "node:crypto"
import { describe, expect, inject, it } from "vitest"
import { LazyTransaction } from "../../db/transaction.ts"
import { shelfPlugin } from "../../gate/shelf.fixture.ts"
import { testChat } from "../chat.fixture.ts"
import type { ChatProcessOrders } from "../chat-process.fixture.ts"
import { INTERRUPTED_CALL } from "../prompt/build-history.ts"
import { holdTurn } from "../stream/pod-store.ts"
import { askToStop } from "../stream/turn-store.ts"

const TIMES = { flushMs: 20, pods: { beatMs: 100, deadAfterMs: 1_500 } }
const BOOK = "11111111-1111-4111-8111-111111111111"

const chat = await testChat({
  built: true,
  plugins: [shelfPlugin],
  platform: { chat: TIMES },
  scripts: [
    { match: "go on", steps: [{ say: "I go on." }] },
    {
      match: "rename it",
      steps: [
        { say: "Now. ", calls: [{ name: "shelf_rename", arguments: { id: BOOK, title: "Two" } }] },
        { say: "Renamed." },
      ],
    },
    {
      match: "sketch it",
      steps: [{ say: "Now. ", calls: [{ name: "shelf_sketch", arguments: { id: BOOK } }] }, { say: "Sketched." }],
    },
  ],
})
const { database } = chat.testing

type Strike = ChatProcessOrders["strike"] & {
  /** How long what the model says is kept before it is written down. */
  flushMs?: number
}

/** A turn on a server that is struck in the middle of it, up to where another server has closed it. */
async function struckTurn(words: string, strike: Strike) {
  await database.pool.query(
    "INSERT INTO shelf.book (id, title) VALUES ($1, 'One') ON CONFLICT (id) DO UPDATE SET title = 'One', version = 1",
    [BOOK],
  )
  const { flushMs = TIMES.flushMs, ...struck } = strike
  const { child: pod, url } = await chat.startPod({ chat: { ...TIMES, flushMs }, strike: struck })
  const id = await chat.newConversation({ permissionMode: "auto" })
  const message = { id: randomUUID(), text: words }
  const response = await chat.post({ conversationId: id, message }, { accept: "application/json" }, url)
  expect(response.status).toBe(202)
  await expect.poll(async () => (await chat.read(id)).turn?.state, { timeout: 30_000 }).toBe("interrupted")
  return { pod, id }
}

const versionOfBook = async () =>
  (await database.pool.query("SELECT version FROM shelf.book WHERE id = $1", [BOOK])).rows[0].version as number
const callOf = async (conversationId: string) =>
  (await database.pool.query("SELECT status FROM platform.tool_call WHERE conversation_id = $1", [conversationId]))
    .rows[0]?.status as string

/** What the model reads of the first turn when the conversation goes on. */
async function readOn(id: string): Promise<string> {
  await chat.idle(id)
  expect((await chat.send(id, "go on")).text).toBe("I go on.")
  const heard = chat.provider.heard.map(({ body }) => JSON.stringify(body))
  return heard.filter((body) => body.includes("go on")).at(-1)!
}

describe("a server killed while it makes a change that nobody signs", () => {
  it.each([
    { words: "rename it", status: "applied" },
    { words: "sketch it", status: "executed" },
  ])("leaves the outcome of what it had committed to the model: $words", async ({ words, status }) => {
    const { id } = await struckTurn(words, { signal: "SIGKILL", at: "after commit" })
    expect([await versionOfBook(), await callOf(id)]).toEqual([2, status])
    const told = await readOn(id)
    expect(told).toContain(status === "applied" ? "Rename" : "shelf_sketch")
    expect(told).not.toContain(INTERRUPTED_CALL)
    const { messages } = await chat.read(id)
    const result = messages[1]!.blocks.find(({ type }) => type === "tool-result")
    expect(result).not.toHaveProperty("isError")
    expect(await versionOfBook()).toBe(2)
  })

  it("tells the model that nothing was changed where nothing was committed", async () => {
    const { id } = await struckTurn("sketch it", { signal: "SIGKILL", at: "before commit" })
    expect([await versionOfBook(), await callOf(id)]).toEqual([1, "failed"])
    expect(await readOn(id)).toContain("nothing was changed")
  })

  it.each([
    { written: "", flushMs: TIMES.flushMs },
    { written: ", also where the call itself was not written down", flushMs: 60_000 },
  ])("leaves a card where it had proposed and not applied yet$written", async ({ flushMs }) => {
    const { id } = await struckTurn("rename it", { signal: "SIGKILL", at: "before lock", flushMs })
    expect([await versionOfBook(), await callOf(id)]).toEqual([1, "proposed"])
    const { messages } = await chat.read(id)
    expect(messages[1]!.blocks.filter(({ type }) => type === "proposal")).toHaveLength(1)
  })
})

describe("a server that stood still while it made a change that nobody signs", () => {
  it.each(["rename it", "sketch it"])("commits nothing more once its turn was closed: %s", async (words) => {
    const { pod, id } = await struckTurn(words, { signal: "SIGSTOP", at: "before lock" })
    const closed = await chat.read(id)
    pod.kill("SIGCONT")
    const { rows } = await database.pool.query(
      "SELECT correlation_id FROM platform.tool_call WHERE conversation_id = $1",
      [id],
    )
    // It has come to its end when it has let go of every connection it had in use.
    await expect
      .poll(
        async () =>
          (
            await database.pool.query(
              "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
            )
          ).rows[0].n,
      )
      .toBe(0)
    await expect
      .poll(
        async () =>
          (
            await database.pool.query(
              "SELECT count(*)::int AS n FROM platform.audit WHERE correlation_id = $1 AND outcome IN ('refused', 'failed')",
              [rows[0].correlation_id],
            )
          ).rows[0].n,
      )
      .toBeGreaterThan(0)
    expect(await versionOfBook()).toBe(1)
    expect((await chat.read(id)).messages.slice(0, 2)).toEqual(closed.messages)
    pod.kill("SIGKILL")
  })

  // The database waits ten seconds before it cuts such a one off.
  const whereTimeIs = inject("long") ? it : () => {}
  whereTimeIs(
    "loses its transaction where it stood still within it, and its turn is closed after that",
    {
      timeout: 60_000,
    },
    async () => {
      const { pod, id } = await struckTurn("rename it", { signal: "SIGSTOP", at: "before commit" })
      expect([await versionOfBook(), await callOf(id)]).toEqual([1, "proposed"])
      pod.kill("SIGCONT")
      expect((await chat.send(id, "go on")).text).toBe("I go on.")
      expect(await versionOfBook()).toBe(1)
      pod.kill("SIGKILL")
    },
  )
})

describe("a change that nobody signs", () => {
  it("is not made once the operator has left auto mode, also in the turn that is running", async () => {
    const { id, held } = await runningTurn()
    await held()
    await database.pool.query("UPDATE platform.conversation SET permission_mode = 'approve' WHERE id = $1", [id])
    await expect(held()).rejects.toThrow("wants to sign")
  })

  it("is made before a stop is answered, or not at all", async () => {
    const { id, ownerId, turnId, held } = await runningTurn()
    const changing = new LazyTransaction(database, "bound")
    await holdTurn(changing, turnId, "auto")
    const order: string[] = []
    const stopped = askToStop(database, id, ownerId).then((stoppedId) => {
      order.push("stopped")
      return stoppedId
    })
    await waitUntilBlocked("stop_asked_at")
    order.push("changed")
    await changing.commit()

    expect(await stopped).toBe(turnId)
    expect(order).toEqual(["changed", "stopped"])
    await expect(held()).rejects.toThrow("The operator stopped this answer, so nothing was changed.")
  })
})

async function runningTurn() {
  const id = await chat.newConversation({ permissionMode: "auto" })
  const turnId = randomUUID()
  await database.pool.query(
    "INSERT INTO platform.turn (id, conversation_id, kind, pod, correlation_id, model, answer_id) VALUES ($1, $2, 'message', $1, 'c', 'm', $1)",
    [turnId, id],
  )
  const held = async () => {
    const transaction = new LazyTransaction(database, "bound")
    await holdTurn(transaction, turnId, "auto").finally(() => transaction.rollback())
  }
  const { rows } = await database.pool.query("SELECT owner_id FROM platform.conversation WHERE id = $1", [id])
  return { id, ownerId: rows[0].owner_id as string, turnId, held }
}

async function waitUntilBlocked(words: string): Promise<void> {
  const blocked = async () =>
    (
      await database.pool.query(
        "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1 AND datname = current_database()",
        [`%${words}%`],
      )
    ).rows[0].count
  await expect.poll(blocked).toBe(1)
}
