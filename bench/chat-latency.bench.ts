/**
 * What the product adds to the first token over calling the provider directly, and how soon a stopped answer lets go of
 * the provider, on the server that runs it and on another one. One request at a time.
 */
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { beginTurn, type NewTurn } from "../packages/core/src/chat/stream/turn-store.ts"
import type { SpendEntry } from "../packages/core/src/connections/spend.ts"
import type { Database } from "../packages/core/src/db/database.ts"
import { nowMicroseconds } from "./chat/clock.ts"
import type { Heard, LoadOrder, StreamRequest } from "./chat/load-streams.ts"
import { setStage } from "./chat/measure.ts"
import { startChatProduct } from "./chat/ours-product.ts"
import { LOAD_CORE, pin, type Running, SERVER_CORE, startServerOn } from "./stage/product.ts"
import { size, smallest } from "./stage/size.ts"
import { median, printAims, processorTicks } from "./stage/table.ts"

const TIMES = size(200, 2, "BENCH_COUNT")
const STOPS = size(40, 2, "BENCH_STOPS")
const WARMUP = size(50, 1)
/** A server that has been running for a while: by then its code is compiled. */
const WARM_TURNS = size(2_000, 10)

const { provider, providerUrl, load } = await setStage()
const ours = await startChatProduct(providerUrl)
pin(process.pid, LOAD_CORE)
await load.ask({ type: "run", requests: await ours.requests({ words: 2 }, WARM_TURNS), atOnce: 4 } satisfies LoadOrder)
// Longer than what a server does once after its start, and after its turns.
await pause(size(3_000, 100))

/** As models speak: after the first word there is a while until the next. */
const ANSWER = { words: 2, everyMs: 20 }

const first = await measureFirstToken()
const otherPod = await startServerOn(ours.config, ours.folder, readFileSync(`${ours.folder}/secret.key`, "utf8").trim())
pin(otherPod.child.pid!, SERVER_CORE)
const stops = { here: await measureStops(ours.product), elsewhere: await measureStops(otherPod) }
await otherPod.stop()
await ours.stop()

const added = median(first.ours) - median(first.direct)
const allowed = 3 + median(first.commit)
const quantile = (all: readonly number[], share: number) =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length * share)]!
printAims("Time to the first token, and until a stopped answer has let go of the provider", [
  {
    what: `first token, p50 of ${first.ours.length}, above calling the provider directly`,
    measured: `${added.toFixed(2)} ms (${median(first.ours).toFixed(2)} beside ${median(first.direct).toFixed(2)})`,
    aim: `at most 3 ms and the commit that begins the turn (${allowed.toFixed(2)} ms)`,
    met: added <= allowed,
  },
  ...(["here", "elsewhere"] as const).map((where) => ({
    what: `stop, the turn runs ${where === "here" ? "on this server" : "on another server"}`,
    measured: `${median(stops[where]).toFixed(1)} ms, p95 ${quantile(stops[where], 0.95).toFixed(1)} ms`,
    aim: "at most 100 ms",
    met: quantile(stops[where], 0.95) <= 100,
  })),
])
process.exit()

/** In turns, one at a time: directly, through the product, and the commit that begins a turn by itself. */
async function measureFirstToken(): Promise<Record<"direct" | "ours" | "commit", number[]>> {
  const found = { direct: [] as number[], ours: [] as number[], commit: [] as number[] }
  // One person at work: whose session it is was asked a moment ago.
  const requests = await ours.requests(ANSWER, 1 + WARMUP + TIMES * 3, 1)
  const others = await ours.requests(ANSWER, WARMUP + TIMES * 3, 1)
  await firstWord(requests.shift()!)
  // The same call: the same prompt, tools and all.
  const direct = { url: `${providerUrl}/chat/completions`, body: await provider.ask<string>("asked") }
  for (const [n, request] of requests.entries()) {
    if (found.ours.length === TIMES) break
    const before = processorTicks()
    const measured = {
      direct: await afterPause(() => firstWord(direct)),
      ours: await afterPause(() => firstWord(request)),
      commit: await afterPause(() => timeCommit(others[n]!)),
    }
    // The aim is an idle machine's: a round in which the host gave some of it to others does not count.
    if (n < WARMUP || (processorTicks().stolen > before.stolen && !smallest)) continue
    for (const side of ["direct", "ours", "commit"] as const) found[side].push(measured[side])
  }
  return found
}

/** Each finds the machine idle. The end of a turn is written after its last word; it must not run into the next one's time. */
async function afterPause<T>(work: () => Promise<T>): Promise<T> {
  await pause(20)
  return work()
}

async function firstWord(request: StreamRequest): Promise<number> {
  const order: LoadOrder = { type: "run", requests: [request], atOnce: 1, onOpen: true }
  const { firstWordMs } = await load.ask<Heard>(order)
  return firstWordMs[0]!
}

/** Message, turn and reservation in one commit, as the product makes it. */
async function timeCommit({ body }: StreamRequest): Promise<number> {
  const { conversationId, message } = JSON.parse(body) as { conversationId: string; message: { text: string } }
  const owner = ours.people[0]!
  const spend: SpendEntry = {
    connection_id: ours.connectionId,
    connection_label: "Scripted",
    driver: "openai-compatible",
    model: "scripted",
    principal_kind: "user",
    principal_id: owner.id,
    principal_name: "Person",
    scope: "operate",
    purpose: "turn",
    conversation_id: conversationId,
    turn_id: null,
    reserved_tokens: 20_000,
    reserved_usd: null,
  }
  const turn: NewTurn = {
    conversation_id: conversationId,
    owner_id: owner.id,
    kind: "message",
    turn_id: randomUUID(),
    answer_id: randomUUID(),
    message_id: randomUUID(),
    client_id: randomUUID(),
    pod: randomUUID(),
    correlation_id: randomUUID(),
    connection_id: ours.connectionId,
    model: "scripted",
    time_zone: "UTC",
    blocks: [{ type: "text", text: message.text }],
    images: [],
  }
  const database = { pool: ours.database } as unknown as Database
  const started = performance.now()
  await beginTurn(database, turn, spend, null)
  const took = performance.now() - started
  // Nobody plays it; left as it is, the server would take it for one whose pod has died.
  await ours.database.query("UPDATE platform.turn SET state = 'completed', ended_at = now() WHERE id = $1", [
    turn.turn_id,
  ])
  return took
}

/** The turns run on the first server; `asked` is the one that is told to stop them. */
async function measureStops(asked: Running): Promise<number[]> {
  const found: number[] = []
  for (let n = 0; n < STOPS; n++) {
    const id = randomUUID()
    const requests = await ours.requests({ words: 10_000, everyMs: 20, id }, 1)
    await load.ask({ type: "open", requests, overMs: 1 } satisfies LoadOrder)
    const { conversationId } = JSON.parse(requests[0]!.body) as { conversationId: string }
    const started = nowMicroseconds()
    const response = await fetch(`${asked.url}/api/ai/chat/${conversationId}/stop`, {
      method: "POST",
      headers: { "content-type": "application/json", ...requests[0]!.headers, origin: asked.url },
      body: "{}",
    })
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
    const closedAt = await closing(id)
    found.push((closedAt - started) / 1_000)
  }
  return found
}

async function closing(id: string): Promise<number> {
  for (let waited = 0; waited < 500; waited++) {
    const at = await provider.ask<number | null>(id)
    if (at !== null) return at
    await pause(10)
  }
  throw new Error("The provider's socket stayed open for five seconds.")
}
