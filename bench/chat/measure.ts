import { setTimeout as pause } from "node:timers/promises"
import { size } from "../stage/size.ts"
import type { Heard, LoadOrder } from "./load-streams.ts"
import type { ChatServer, Contender } from "./peers.ts"
import { cpuTimeOf, type Helper, residentKilobytesOf, startHelper } from "./processes.ts"

/** Who speaks and who listens, both on the load's core. */
export interface Stage {
  provider: Helper
  providerUrl: string
  load: Helper
}

export async function setStage(): Promise<Stage> {
  const provider = await startHelper("./provider.ts")
  const load = await startHelper("./load-streams.ts")
  return { provider, providerUrl: `http://127.0.0.1:${provider.port}/v1`, load }
}

export interface Spent {
  /** Microseconds of the server's processor time. */
  cpu: number
  /** And of its database's, where there is one. */
  databaseCpu: number
}

/** An answer of this length is a usual one; longer ones would hide what a stream costs to begin. */
const ANSWER_WORDS = 300
const AT_ONCE = 16

/** Per word, as fast as the words come. */
export async function measureBulk({ load }: Stage, server: ChatServer, streams: number): Promise<Spent> {
  const requests = await server.requests({ words: ANSWER_WORDS }, streams)
  const heard = await spending(server, () =>
    load.ask<Heard>({ type: "run", requests, atOnce: AT_ONCE } satisfies LoadOrder),
  )
  if (heard.result.words !== streams * ANSWER_WORDS) throw new Error(`Only ${heard.result.words} words arrived.`)
  return per(heard.spent, heard.result.words)
}

/** Per round, above the same turn without tools. */
export async function measureToolRound(
  { load }: Stage,
  server: ChatServer,
  { tool }: Contender,
  turns: number,
): Promise<Spent> {
  const run = async (times: number) => {
    const plan = { words: 3, ...(times > 0 && { call: { ...tool, times } }) }
    const requests = await server.requests(plan, turns)
    return spending(server, () => load.ask<Heard>({ type: "run", requests, atOnce: AT_ONCE } satisfies LoadOrder))
  }
  const without = await run(0)
  const withRounds = await run(TOOL_ROUNDS)
  const rounds = turns * TOOL_ROUNDS
  return {
    cpu: (withRounds.spent.cpu - without.spent.cpu) / rounds,
    databaseCpu: (withRounds.spent.databaseCpu - without.spent.databaseCpu) / rounds,
  }
}

const TOOL_ROUNDS = size(8, 2)

export interface Paced extends Spent {
  kilobytesPerStream: number
  lateP50Ms: number
  lateP99Ms: number
  /** Share of the words that were due. Less than all: the core was busy, with this server or with somebody else. */
  delivered: number
}

/** Streams as people read them, all open at once. The server is fresh: memory that was grown before would not show. */
export async function measurePaced(
  { load, provider, providerUrl }: Stage,
  contender: Contender,
  { streams, everyMs, openMs, windowMs }: { streams: number; everyMs: number; openMs: number; windowMs: number },
): Promise<Paced> {
  const server = await contender.start(providerUrl)
  const warmup = await server.requests({ words: 50 }, WARM_STREAMS)
  await load.ask({ type: "run", requests: warmup, atOnce: AT_ONCE } satisfies LoadOrder)
  const requests = await server.requests({ words: ENDLESS, everyMs }, streams)
  await pause(SETTLE_MS)
  const before = residentKilobytesOf(server.pid)
  await load.ask({ type: "open", requests, overMs: openMs } satisfies LoadOrder)
  await load.ask({ type: "watch", ms: SETTLE_MS } satisfies LoadOrder)
  const { spent, result } = await spending(server, () =>
    load.ask<Heard>({ type: "watch", ms: windowMs } satisfies LoadOrder),
  )
  const after = residentKilobytesOf(server.pid)
  await load.ask({ type: "close" } satisfies LoadOrder)
  // Our turns go on without a reader; a server that is told to stop would wait for them.
  await provider.ask("hang up")
  await server.stop()
  return {
    ...per(spent, result.words),
    kilobytesPerStream: (after - before) / streams,
    lateP50Ms: result.lateP50Ms,
    lateP99Ms: result.lateP99Ms,
    delivered: result.words / ((streams * windowMs) / everyMs),
  }
}

const WARM_STREAMS = size(100, 1)
const SETTLE_MS = size(1_000, 50)
/** The provider hangs up when the window is over. */
const ENDLESS = 1_000_000

async function spending<T>(server: ChatServer, work: () => Promise<T>): Promise<{ spent: Spent; result: T }> {
  const cpu = cpuTimeOf(server.pid)
  const databaseCpu = server.databaseCpu?.() ?? 0
  const result = await work()
  return {
    spent: { cpu: cpuTimeOf(server.pid) - cpu, databaseCpu: (server.databaseCpu?.() ?? 0) - databaseCpu },
    result,
  }
}

function per({ cpu, databaseCpu }: Spent, count: number): Spent {
  return { cpu: cpu / count, databaseCpu: databaseCpu / count }
}
