import type { ChildProcess } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import type { RehearsalScript } from "@countersign/llm"
import { spawnFixture, TEST_SECRET } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { testChat } from "../../../../../packages/core/src/chat/chat.fixture.ts"
import { seededRandom } from "../../../../../packages/core/src/chat/stream/stream-reader.fixture.ts"
import { siteContract } from "../../contract.ts"
import { sitePlugin } from "../../server.ts"
import type { TurnProcessOrders } from "./turn-process.fixture.ts"

const SEEDS = inject("long") ? Array.from({ length: 200 }, (_, at) => at + 1) : [9, 22, 30]
const TIMES = { flushMs: 20, pods: { beatMs: 100, deadAfterMs: 1_000 } }

// First: a turn that was killed before it said a word leaves its question to stand before this one.
const scripts: RehearsalScript[] = [{ match: "go on$", steps: [{ say: "I go on." }] }]
const chat = await testChat({ scripts, plugins: [sitePlugin], platform: { chat: TIMES } })
const { platform, database } = chat.testing
const heading = await firstPage()

/** Tools of every kind, each with what its answer holds; what they change differs from round to round. */
const TOOLS: Readonly<Record<string, [input: object, answers: string]>> = {
  addPage: [{ title: "Page {{match.2}}" }, "pageId"],
  insertHtml: [
    {
      document: "page:home",
      parentId: "{{match.3}}",
      html: "<b class=r{{match.2}}>x</b><style>.r{{match.2}} { top: 0 }</style>",
    },
    "nodeIds",
  ],
  updateNodeProps: [{ document: "page:home", nodeId: "{{match.3}}", patch: { title: "In {{match.2}}" } }, "{}"],
  duplicateNode: [{ document: "page:home", nodeId: "{{match.3}}" }, "nodeIds"],
  applyCss: [{ css: ".c{{match.2}} { top: 0 }" }, "cssRulesCreated"],
  setColorTokens: [{ tokens: [{ slug: "c{{match.2}}", lightValue: "red" }] }, "tokens"],
}
for (const [name, [input]] of Object.entries(TOOLS))
  scripts.push({
    match: `^do (${name}) (\\w+) to (\\S+)$`,
    steps: [{ say: "Now. ", calls: [{ name: `site_${name}`, arguments: input }] }, { say: "Done." }],
  })

const pods = new Set<ChildProcess>()
afterAll(() => {
  for (const pod of pods) pod.kill("SIGKILL")
})

async function startPod(dieAt: TurnProcessOrders["dieAt"]): Promise<{ child: ChildProcess; url: string }> {
  const orders: TurnProcessOrders = { connection: database.config, secret: TEST_SECRET, chat: TIMES, dieAt }
  const { child, said } = await spawnFixture("turn-process", orders)
  pods.add(child)
  return { child, url: said }
}

/** A turn with one call, on that server, up to its end, by whichever server ends it. */
async function play(url: string, tool: string, round: string): Promise<{ id: string; turnId: string; state: string }> {
  const id = await chat.newConversation({ scope: "site" })
  await database.pool.query("UPDATE platform.conversation SET titled_by = 'person' WHERE id = $1", [id])
  const message = { id: randomUUID(), text: `do ${tool} ${round} to ${heading}` }
  // A server that dies early does not answer, but the turn is begun.
  await chat.post({ conversationId: id, message }, { accept: "application/json" }, url).catch(() => undefined)
  const ended = async () => (await chat.read(id)).turn?.state ?? "running"
  await expect.poll(ended, { timeout: 30_000 }).not.toBe("running")
  await chat.idle(id)
  const { turn } = await chat.read(id)
  return { id, turnId: turn!.id, state: turn!.state }
}

/** What the model reads of the call when the conversation goes on; null where it reads of none. */
async function toldOf(id: string): Promise<string | null> {
  chat.provider.heard.length = 0
  expect((await chat.send(id, "go on")).text).toBe("I go on.")
  const { messages } = chat.provider.heard.at(-1)!.body as { messages: { role: string; content: string }[] }
  const results = messages.filter(({ role }) => role === "tool")
  expect(results.length).toBeLessThanOrEqual(1)
  return results[0]?.content ?? null
}

describe("a server killed in the middle of a document tool's call", () => {
  it(`has made the change and left its answer, or neither, and the model is told which (${SEEDS.length} kills)`, {
    timeout: 60_000 + SEEDS.length * 10_000,
  }, async () => {
    const names = Object.keys(TOOLS)
    const whole = await startPod(null)
    expect((await play(whole.url, "insertHtml", "whole")).state).toBe("completed")
    whole.child.kill("SIGTERM")
    const commit = Number(String((await once(whole.child.stdout!, "data"))[0]))
    expect(commit).toBeGreaterThan(8)

    const died = { before: 0, after: 0, not: 0 }
    for (const seed of SEEDS) {
      const random = seededRandom(seed)
      const tool = names[Math.floor(random() * names.length)]!
      const dieAt = pointOf(random, commit)
      const pod = await startPod(dieAt)
      const { id, turnId, state } = await play(pod.url, tool, `r${seed}`)
      const point = `${tool}, seed ${seed}, ${dieAt.side} ${dieAt.trip}`

      const { rows: calls } = await database.pool.query(
        "SELECT status, result IS NOT NULL AS answered FROM platform.tool_call WHERE turn_id = $1",
        [turnId],
      )
      const { rows: commands } = await database.pool.query("SELECT sequence FROM site.command WHERE turn = $1", [
        turnId,
      ])
      const told = await toldOf(id)
      if (commands.length > 0) {
        expect(commands, point).toHaveLength(1)
        expect(calls, point).toEqual([{ status: "executed", answered: true }])
        expect(told, point).toContain(TOOLS[tool]![1])
      } else {
        expect(
          calls.filter(({ status }) => status === "executed" || status === "running"),
          point,
        ).toEqual([])
        if (told !== null) expect(told, point).toMatch(/nothing was changed|interrupted before it had a result/)
      }
      died[state === "completed" ? "not" : commands.length > 0 ? "after" : "before"] += 1
      pod.child.kill("SIGKILL")
      pods.delete(pod.child)
    }
    console.info(`killed before the change was there ${died.before} times, after ${died.after}, not at all ${died.not}`)
    expect(died.before).toBeGreaterThan(0)
    expect(died.after).toBeGreaterThan(0)
    expect(died.not).toBeLessThanOrEqual(SEEDS.length / 10)
    await expectWhole()
  })
})

/** Where it is closest, the commit itself, as often as anywhere else up to a few round trips after it. */
function pointOf(random: () => number, commit: number): NonNullable<TurnProcessOrders["dieAt"]> {
  const side = random() < 0.5 ? "before" : "after"
  return { side, trip: random() < 0.4 ? "commit" : 1 + Math.floor(random() * (commit + 2)) }
}

/** Numbered without gaps, and every part stands at the last change that it had. */
async function expectWhole(): Promise<void> {
  const { rows } = await database.pool.query(`SELECT
    (SELECT sequence FROM site.site) = (SELECT count(*) FROM site.command) AS numbered,
    NOT EXISTS (SELECT FROM site.part WHERE sequence <> (
      SELECT max(link.sequence) FROM site.command_part link WHERE link.part = part.key)) AS "partsStand"`)
  expect(rows).toEqual([{ numbered: true, partsStand: true }])
}

async function firstPage(): Promise<string> {
  const root = await chat.testing.as("root", "administrator")
  const document = { type: "page" as const, id: "home" }
  await platform.call(root, siteContract.createDocument, { document, title: "Home", address: "" })
  const { documents } = await platform.call(root, siteContract.describeDocuments, {})
  const parentId = documents[0]!.rootNodeId
  const { nodeIds } = await platform.call(root, siteContract.insertHtml, { parentId, html: "<div><h1>Home</h1></div>" })
  return nodeIds![0]!
}
