/**
 * What a streamed answer costs the server: processor time for each token, as fast as they come and as people read them,
 * for each tool round, and the memory of an open stream; beside four frameworks and a proxy that does not even look.
 */

import { measureBulk, measurePaced, measureToolRound, type Paced, type Spent, setStage } from "./chat/measure.ts"
import { OURS_ALONE, OURS_PRODUCT } from "./chat/ours.ts"
import { AI_SDK, type ChatServer, type Contender, DRIVER, FRAMEWORKS, PROXY } from "./chat/peers.ts"
import { LOAD_CORE, pin } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { type Aim, median, printAims } from "./stage/table.ts"

const ROUNDS = size(5, 1, "BENCH_ROUNDS")
const SCALE = size(1, 0.02, "BENCH_SCALE")
const BULK_STREAMS = Math.ceil(100 * SCALE)
const TURNS = Math.ceil(200 * SCALE)
const PACED = {
  streams: size(1_000, 10, "BENCH_STREAMS"),
  everyMs: size(400, 20),
  openMs: Math.ceil(5_000 * SCALE),
  windowMs: Math.ceil(8_000 * SCALE),
}
/** Words of names, for trying things out: only these take part. */
const ONLY = process.env.BENCH_ONLY?.split(",")
const PARTS = (process.env.BENCH_PARTS ?? "bulk,tools,paced").split(",")

// One for each server that is started, and each of them new in every round.
process.setMaxListeners(0)
const stage = await setStage()
pin(process.pid, LOAD_CORE)
const OURS = [OURS_ALONE, OURS_PRODUCT]
const results: { bulk: Map<Contender, Spent[]>; tools: Map<Contender, Spent[]>; paced: Map<Contender, Paced[]> } = {
  ...(await bulkAndTools()),
  paced: PARTS.includes("paced") ? await paced() : new Map(),
}
printAll()
process.exit()

function bulk(server: ChatServer): Promise<Spent> {
  return measureBulk(stage, server, BULK_STREAMS)
}

function tools(server: ChatServer, contender: Contender): Promise<Spent> {
  return measureToolRound(stage, server, contender, TURNS)
}

function chosen(all: readonly Contender[]): Contender[] {
  return wanted(all).filter(({ absent }) => absent === null)
}

function wanted(all: readonly Contender[]): Contender[] {
  return all.filter(({ name }) => !ONLY || ONLY.some((word) => name.includes(word)))
}

/** All servers run all the time, one of them works. */
async function bulkAndTools(): Promise<Record<"bulk" | "tools", Map<Contender, Spent[]>>> {
  const measured = { bulk: new Map<Contender, Spent[]>(), tools: new Map<Contender, Spent[]>() }
  if (!PARTS.includes("bulk") && !PARTS.includes("tools")) return measured
  const servers = new Map<Contender, ChatServer>()
  for (const contender of chosen([PROXY, DRIVER, ...OURS, ...FRAMEWORKS]))
    servers.set(contender, await contender.start(stage.providerUrl))
  if (PARTS.includes("bulk")) measured.bulk = await takeTurns(servers, bulk)
  // The proxy knows no tools.
  const withTools = new Map([...servers].filter(([contender]) => contender !== PROXY))
  if (PARTS.includes("tools")) measured.tools = await takeTurns(withTools, tools)
  for (const server of servers.values()) await server.stop()
  return measured
}

async function takeTurns(
  servers: ReadonlyMap<Contender, ChatServer>,
  work: (server: ChatServer, contender: Contender) => Promise<Spent>,
): Promise<Map<Contender, Spent[]>> {
  const found = new Map([...servers.keys()].map((contender) => [contender, [] as Spent[]]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [contender, server] of servers) {
      const spent = await named(contender, () => work(server, contender))
      // The first round warms up.
      if (round > 0) found.get(contender)!.push(spent)
    }
  }
  return found
}

async function paced(): Promise<Map<Contender, Paced[]>> {
  const contenders = chosen([PROXY, DRIVER, ...OURS, ...FRAMEWORKS])
  const found = new Map<Contender, Paced[]>(contenders.map((contender) => [contender, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const contender of contenders)
      found.get(contender)!.push(await named(contender, () => measurePaced(stage, contender, PACED)))
  return found
}

async function named<T>(contender: Contender, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`${contender.name} could not be measured.`, { cause: error })
  }
}

function printAll(): void {
  const absent = wanted(FRAMEWORKS).filter((one) => one.absent !== null)
  const all = new Set([...results.bulk.keys(), ...results.tools.keys(), ...results.paced.keys(), ...absent])
  const figure = (all: readonly number[] | undefined, unit: string, digits = 0) =>
    all && all.length > 0 ? `${median(all).toFixed(digits)} ${unit}` : ""
  console.log(
    `\n${PACED.streams.toLocaleString("en")} streams at ${PACED.everyMs} ms a token; medians of ${ROUNDS} rounds`,
  )
  console.table(
    [...all].map((one) => {
      const slow = results.paced.get(one)
      return {
        server: one.absent ? `${one.name}, ${one.absent}` : one.name,
        "CPU a token, bulk": figure(
          results.bulk.get(one)?.map(({ cpu }) => cpu),
          "us",
          1,
        ),
        "CPU a token, paced": figure(
          slow?.map(({ cpu }) => cpu),
          "us",
        ),
        delivered: figure(
          slow?.map(({ delivered }) => delivered * 100),
          "%",
        ),
        "late p50": figure(
          slow?.map(({ lateP50Ms }) => lateP50Ms),
          "ms",
          1,
        ),
        "late p99": figure(
          slow?.map(({ lateP99Ms }) => lateP99Ms),
          "ms",
          1,
        ),
        "memory a stream": figure(
          slow?.map(({ kilobytesPerStream }) => kilobytesPerStream),
          "KB",
        ),
        "CPU a tool round": figure(
          results.tools.get(one)?.map(({ cpu }) => cpu),
          "us",
        ),
        "Postgres a token": figure(
          slow?.map(({ databaseCpu }) => databaseCpu).filter((cpu) => cpu > 0),
          "us",
        ),
        "Postgres a round": figure(
          results.tools
            .get(one)
            ?.map(({ databaseCpu }) => databaseCpu)
            .filter((cpu) => cpu > 0),
          "us",
        ),
      }
    }),
  )
  printAims("The assistant's aims", [
    ...aims(results.bulk, "CPU a token, bulk, run-turn and driver", OURS_ALONE, AI_SDK, ({ cpu }) => cpu, 1 / 10),
    ...aims(results.paced, "CPU a token, paced, with storage", OURS_PRODUCT, AI_SDK, ({ cpu }) => cpu, 1 / 2.5),
    ...aims(results.paced, "CPU a token, paced, without storage", OURS_ALONE, PROXY, ({ cpu }) => cpu, 1.5),
    ...aims(results.paced, "CPU a token, paced, with storage", OURS_PRODUCT, PROXY, ({ cpu }) => cpu, 1.9),
    ...aims(results.tools, "CPU a tool round, run-turn", OURS_ALONE, AI_SDK, ({ cpu }) => cpu, 1 / 8),
    ...aims(results.tools, "CPU a tool round, gate and audit", OURS_PRODUCT, AI_SDK, ({ cpu }) => cpu, 1 / 2),
    ...aims(
      results.paced,
      "memory a stream",
      OURS_PRODUCT,
      AI_SDK,
      ({ kilobytesPerStream }) => kilobytesPerStream,
      1 / 2,
    ),
    ...aims(results.paced, "p99 lateness of a token", OURS_PRODUCT, AI_SDK, ({ lateP99Ms }) => lateP99Ms, 1),
  ])
}

/** The median of the rounds' ratios. Nothing where ours was not measured, or the peer was not to be. */
function aims<T>(
  found: Map<Contender, T[]>,
  what: string,
  ours: Contender,
  peer: Contender,
  of: (one: T) => number,
  most: number,
): Aim[] {
  const mine = found.get(ours)
  const theirs = found.get(peer)
  if (mine && peer.absent)
    return [
      {
        what: `${what}, beside ${peer.name}`,
        measured: `${median(mine.map(of)).toFixed(1)}; the peer is ${peer.absent}`,
        aim: `at most ${told(most)}`,
        met: null,
      },
    ]
  if (!mine || !theirs) return []
  const ratio = median(mine.map((value, round) => of(value) / of(theirs[round]!)))
  return [
    {
      what: `${what}, beside ${peer.name}`,
      measured: `${told(ratio)} (${median(mine.map(of)).toFixed(1)} beside ${median(theirs.map(of)).toFixed(1)})`,
      aim: `at most ${told(most)}`,
      met: ratio <= most,
    },
  ]
}

function told(ratio: number): string {
  return ratio < 1 ? `1/${(1 / ratio).toFixed(1)}` : `${ratio.toFixed(2)} x`
}
