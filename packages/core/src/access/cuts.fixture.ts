import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { spawnFixture, TEST_SECRET, testPlatform } from "@countersign/testing"
import { afterAll } from "vitest"
import type { ChatProcessOrders } from "../chat/chat-process.fixture.ts"
import { applicationsContract } from "../contract/platform/applications.ts"
import { type FaultyProxy, proxyToPostgres, startProxy } from "../db/proxy.fixture.ts"
import { notesPlugin } from "./notes.fixture.ts"

export interface CutReport {
  cuts: number
  changes: number
  /** A sentence the database disagrees with afterwards, with what it holds. */
  falseSentences: string[]
  /** Changes that are there twice. */
  doubled: string[]
  /** How often each thing was told. */
  told: Record<string, number>
}

/** Eight callers write notes while connections are cut at random, on both sides of the server. Then the database is asked. */
export async function writeNotesUnderCuts(options: { cuts: number; seed: number }): Promise<CutReport> {
  const { database: real, platform: first, as } = await testPlatform({ plugins: [notesPlugin] })
  const { key } = await first.call(await as("root", "administrator"), applicationsContract.createApplication, {
    name: "Writer",
    description: "",
    roles: [],
    rules: ["notes.note.manage"],
  })
  const toPostgres = await proxyToPostgres(real.config)
  const { child, said: url } = await spawnFixture("chat-process", {
    connection: { ...real.config, host: toPostgres.host, port: toPostgres.port },
    secret: TEST_SECRET,
    plugins: ["notes"],
    chat: {},
  } satisfies ChatProcessOrders)
  const toServer = await startProxy({ host: "127.0.0.1", port: Number(new URL(url).port) })
  afterAll(async () => {
    child.kill("SIGKILL")
    await once(child, "exit")
    await toPostgres.close()
    await toServer.close()
  })

  const random = randomFrom(options.seed)
  let cuts = 0
  // About one piece in fifteen; a change is seven or eight of them on the way to Postgres.
  cutNowAndThen(toPostgres, ["cut-before", "cut-after", "strand"], 30)
  cutNowAndThen(toServer, ["cut-before", "cut-after"], 8)

  const outcomes: { text: string; told: string; id?: string }[] = []
  await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)))
  toPostgres.onSent = toServer.onSent = () => "pass"
  return judge()

  async function work(worker: number): Promise<void> {
    for (let count = 0; cuts < options.cuts; count++) {
      const text = `note ${worker} ${count}`
      outcomes.push({ text, ...(count % 2 ? await insist(text) : await write(text)) })
    }
  }

  /** With a key, until somebody says what became of it. */
  async function insist(text: string): Promise<{ told: string; id?: string }> {
    const idempotencyKey = randomUUID()
    let last = ""
    for (let attempt = 0; attempt < 200; attempt++) {
      const answer = await write(text, idempotencyKey)
      last = answer.told
      if (answer.told === "done") return answer
    }
    return { told: `never answered, at last: ${last}` }
  }

  async function write(text: string, idempotencyKey?: string): Promise<{ told: string; id?: string }> {
    try {
      const response = await fetch(`http://127.0.0.1:${toServer.port}/api/v1/notes/add`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${key}`,
          ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
        },
        body: JSON.stringify({ text }),
      })
      const body = (await response.json()) as { id: string; message: string }
      return response.ok ? { told: "done", id: body.id } : { told: body.message }
    } catch {
      return { told: "nothing: the connection to the server was cut" }
    }
  }

  function cutNowAndThen(proxy: FaultyProxy, kinds: readonly ReturnType<FaultyProxy["onSent"]>[], every: number): void {
    let left = 1 + Math.floor(random() * every)
    proxy.onSent = () => {
      if (cuts >= options.cuts) proxy.bury()
      if (--left > 0 || cuts >= options.cuts) return "pass"
      left = 1 + Math.floor(random() * every)
      // Those of the last time are found out by now; at the last cut, all are.
      proxy.bury()
      cuts++
      return kinds[Math.floor(random() * kinds.length)]!
    }
  }

  async function judge(): Promise<CutReport> {
    const { rows } = await real.pool.query<{ id: string; text: string }>("SELECT id::text, text FROM notes.note")
    const byText = Map.groupBy(rows, ({ text }) => text)
    const report: CutReport = { cuts, changes: outcomes.length, falseSentences: [], doubled: [], told: {} }
    for (const { text, told, id } of outcomes) {
      const found = byText.get(text) ?? []
      report.told[told] = (report.told[told] ?? 0) + 1
      if (found.length > 1) report.doubled.push(text)
      const isFalse =
        told === "done"
          ? found[0]?.id !== id
          : told.includes("Nothing was changed")
            ? found.length > 0
            : told.startsWith("never answered")
      if (isFalse) report.falseSentences.push(`${text}: "${told}", and there are ${found.length}`)
    }
    return report
  }
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
