import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { testChat } from "../chat.fixture.ts"
import { type Asked, type Scripted, startScriptedProvider } from "../scripted-provider.fixture.ts"

const retry = { attempts: 3, firstDelayMs: 1, longestDelayMs: 1_000 }
const chat = await testChat({
  built: true,
  scripts: [],
  platform: { chat: { flushMs: 20, pods: { beatMs: 1_000, deadAfterMs: 60_000 }, patience: { retry } } },
})
let script: (asked: Asked) => Scripted = () => BUSY
const provider = await startScriptedProvider((asked) => script(asked))
const BUSY: Scripted = { error: { status: 429, body: '{"error":{"message":"Slow down."}}' } }
const connect = (more: object) => chat.connect({ label: randomUUID(), baseUrl: provider.url, ...more })
const [plain, guarded] = [await connect({}), await connect({ disableTopicalClassifier: false })]

/** Everything that belongs to it has been asked. */
async function ask(connectionId: string) {
  provider.heard.length = 0
  const id = await chat.newConversation()
  const told = await chat.send(id, "which books are there?", { connectionId })
  await expect
    .poll(async () => {
      const { rows } = await chat.testing.database.pool.query(
        "SELECT 1 FROM platform.spend WHERE conversation_id = $1 AND state = 'reserved'",
        [id],
      )
      return rows.length
    })
    .toBe(0)
  return { ...told, calls: provider.heard.length }
}

describe("a provider that is busy", () => {
  it.each([
    ["alone", plain],
    ["and the topical check and the title ask it too", guarded],
  ])("costs a turn three calls at most, %s", async (_, connection) => {
    script = () => BUSY
    const { events, calls } = await ask(connection.id)

    expect(calls).toBeLessThanOrEqual(3)
    expect(calls).toBeGreaterThan(1)
    expect(events).toContainEqual(
      expect.objectContaining({ type: "error", errorText: expect.stringMatching(/the limit is reached/) }),
    )
  })

  it("costs three in all its steps together, not three in each", async () => {
    let busy = 0
    let steps = 0
    script = ({ body, results }) => {
      // The title has no tools; it is answered.
      if (!body.tools) return { say: "Books" }
      steps += 1
      if (steps % 2 === 1) {
        busy += 1
        return BUSY
      }
      return { calls: [{ name: "shelf_list", arguments: "{}" }], say: String(results.length) }
    }
    const { events } = await ask(plain.id)

    expect(busy).toBe(3)
    expect(events).toContainEqual(expect.objectContaining({ type: "error" }))
    expect(events.filter(({ type }) => type === "tool-output-available")).toHaveLength(2)
  })
})
