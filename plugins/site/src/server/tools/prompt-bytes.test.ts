import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { testChat } from "../../../../../packages/core/src/chat/chat.fixture.ts"
import { siteContract } from "../../contract.ts"
import { sitePlugin } from "../../server.ts"

/** As many as a turn has; the last is without tools. */
const ROUNDS = 16
const NODES = 2_250

/** In each round a part of the page is read again, and something is changed. */
const rounds = Array.from({ length: ROUNDS - 1 }, (_, at) => ({
  calls: [
    { name: "site_readDocument", arguments: { document: "page:long", part: (at % 4) + 1 } },
    { name: "site_applyCss", arguments: { css: `.round-${at} { margin: ${at}px }` } },
  ],
}))
const chat = await testChat({
  scripts: [
    { match: "work through the page", steps: [...rounds, { say: "Done." }] },
    { match: "[\\s\\S]", steps: [{ say: "Yes." }] },
  ],
  plugins: [sitePlugin],
  connection: { contextWindowTokens: 200_000 },
})

interface Body {
  tools?: unknown[]
  messages: { role: string; content: string; tool_call_id?: string }[]
}

describe("a turn of 16 rounds on a page of 2,250 nodes, and the first of the next", () => {
  it("begins with the same bytes each time, and sends a third at most of what replaying all it read would take", async () => {
    await longPage()
    const id = await chat.newConversation({ scope: "site" })
    await chat.testing.database.pool.query("UPDATE platform.conversation SET titled_by = 'person' WHERE id = $1", [id])
    chat.provider.heard.length = 0
    await chat.send(id, "Please work through the page")
    await chat.send(id, "Is it done?")
    const bodies = chat.provider.heard.map(({ body }) => body as unknown as Body)
    expect(bodies).toHaveLength(ROUNDS + 1)

    const prefixes = bodies.map(({ tools, messages }) => ({ tools, system: messages[0] }))
    const withTools = prefixes.filter(({ tools }) => tools !== undefined)
    expect(withTools).toHaveLength(ROUNDS)
    expect(new Set(withTools.map(hashOf)).size).toBe(1)
    expect(new Set(prefixes.map(({ system }) => hashOf(system))).size).toBe(1)

    const whole = new Map<string, number>()
    const told = bodies.map(({ messages }) => {
      const said = messages.slice(1)
      for (const { role, tool_call_id, content } of said)
        if (role === "tool" && !whole.has(tool_call_id!)) whole.set(tool_call_id!, content.length)
      const sent = said.reduce((sum, message) => sum + JSON.stringify(message).length, 0)
      const left = said.reduce(
        (sum, { role, tool_call_id, content }) =>
          sum + (role === "tool" ? (whole.get(tool_call_id!) ?? content.length) - content.length : 0),
        0,
      )
      return { sent, replayed: sent + left }
    })
    const sum = (of: "sent" | "replayed") => told.reduce((total, one) => total + one[of], 0)
    console.info(
      `prefix ${JSON.stringify(withTools[0]).length} bytes; behind it, per round: ${told.map(({ sent }) => sent).join(" ")}; ` +
        `replaying all: ${told.map(({ replayed }) => replayed).join(" ")}; ${((100 * sum("sent")) / sum("replayed")).toFixed(0)} %`,
    )
    expect(Math.max(...told.map(({ sent }) => sent))).toBeLessThan(50_000)
    expect(told.at(-1)!.sent).toBeLessThan(20_000)
    expect(sum("sent")).toBeLessThan(sum("replayed") / 3)
  })

  it("keeps the ids of what it read when the bodies are gone, also in the next turn", async () => {
    const [last] = chat.provider.heard.slice(-1).map(({ body }) => body as unknown as Body)
    const crumbs = last!.messages.filter(({ role, content }) => role === "tool" && content.includes("was not kept"))
    expect(crumbs).toHaveLength(ROUNDS - 1)
    const first = crumbs[0]!.content
    const ids = [...first.matchAll(/(?:article|h3|main|section|body) (s\w+~\w+)/g)].map(([, one]) => one!)
    expect(ids.length).toBeGreaterThan(20)
    const { nodes } = await chat.session
      .call<{ nodes: { nodeId: string }[] }>("site.findNodes", {
        document: "page:long",
        selector: "article, h3",
        limit: 200,
      })
      .then(({ body }) => body)
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual(expect.arrayContaining(ids.slice(5, 20)))
  })
})

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex")
}

/** Articles of five nodes each. */
async function longPage(): Promise<void> {
  const { platform, as } = chat.testing
  const root = await as("root", "administrator")
  const document = { type: "page" as const, id: "long" }
  await platform.call(root, siteContract.createDocument, { document, title: "Long", address: "long" })
  const { documents } = await platform.call(root, siteContract.describeDocuments, {})
  const article = (at: number) =>
    `<article><h3>Article ${at}</h3><p>What it is about, in a sentence of some length, as pages have them, number ${at}.</p></article>`
  await platform.call(root, siteContract.insertHtml, {
    document: "page:long",
    parentId: documents.find((one) => one.document.id === "long")!.rootNodeId,
    html: Array.from({ length: NODES / 5 }, (_, at) => article(at)).join(""),
  })
}
