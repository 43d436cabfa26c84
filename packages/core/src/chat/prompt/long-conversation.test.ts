import { describe, expect, it } from "vitest"
import { testChat } from "../chat.fixture.ts"
import { listMessages } from "../conversation-store.ts"

const MESSAGES = 5_000
const PAGE = 50

const chat = await testChat({
  built: true,
  scripts: [
    { match: "how are things", steps: [{ say: "All is well." }] },
    // Whatever else is asked is the summary.
    { match: "[\\s\\S]", steps: [{ say: "Ana asked about many lines, and was told of each." }] },
  ],
  connection: { contextWindowTokens: 32_000 },
})
const { database } = chat.testing

async function longConversation(): Promise<string> {
  const id = await chat.newConversation()
  await database.pool.query(
    `INSERT INTO platform.message (conversation_id, role, blocks)
     SELECT $1, CASE WHEN n % 2 = 1 THEN 'user' ELSE 'assistant' END,
       jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Line ' || n || ' ' || repeat('of a long talk ', 20)))
     FROM generate_series(1, $2::int) n ORDER BY n`,
    [id, MESSAGES],
  )
  return id
}

describe(`a conversation of ${MESSAGES} messages`, () => {
  it("is read page by page, each as quick as the first", async () => {
    const id = await longConversation()
    const read: string[] = []
    const times: number[] = []
    let before: string | undefined
    do {
      const began = performance.now()
      const page = await listMessages(database.direct, id, before)
      times.push(performance.now() - began)
      expect(page.messages.length).toBeLessThanOrEqual(PAGE)
      read.unshift(...page.messages.map(({ blocks }) => (blocks[0] as { text: string }).text.split(" ")[1]!))
      before = page.earlierCursor ?? undefined
    } while (before)

    expect(read).toEqual(Array.from({ length: MESSAGES }, (_, at) => String(at + 1)))
    expect(times).toHaveLength(MESSAGES / PAGE)
    const median = (some: number[]) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)]!
    // Measured against the first ones, which a busy machine makes slower as well.
    expect(median(times)).toBeLessThan(50 + 5 * median(times.slice(0, 10)))
  })

  it("can be sent to: its oldest part is folded into a summary once, and the model's window is kept", async () => {
    const id = await longConversation()

    const first = await chat.send(id, "how are things")
    const asked = chat.provider.heard.length
    const second = await chat.send(id, "how are things now")

    expect(first.text).toBe("All is well.")
    expect(second.text).toBe("All is well.")
    const { rows } = await database.pool.query(
      `SELECT summary, (SELECT count(*)::int FROM platform.message m WHERE m.conversation_id = c.id AND m.position > c.summary_through) AS left
       FROM platform.conversation c WHERE id = $1`,
      [id],
    )
    expect(rows[0].summary).toContain("many lines")
    expect(rows[0].left).toBeLessThan(400)
    // The second turn starts from the summary: nothing is folded again.
    expect(chat.provider.heard.length - asked).toBe(1)
    for (const { body } of chat.provider.heard) expect(JSON.stringify(body).length / 4).toBeLessThan(32_000)
    expect((await chat.read(id)).messages).toHaveLength(PAGE)
  })
})
