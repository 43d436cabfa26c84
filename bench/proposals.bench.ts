// A proposal and its apply through the gate beside a bare pg script that sends the same statements, both in process.
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { invokeTool } from "../packages/core/src/gate/invoke-tool.ts"
import { applyWithToken } from "../packages/core/src/proposals/apply.ts"
import type { Driven } from "./stage/drive.ts"
import { openInProcess } from "./stage/in-process.ts"
import { addPeople, type Person, toPrincipal } from "./stage/people.ts"
import { LOAD_CORE, pin, scratchFolder } from "./stage/product.ts"
import { demandStatement, recordStatements, withMarks } from "./stage/record-statements.ts"
import { size } from "./stage/size.ts"
import { median, printAims, tellSpeed } from "./stage/table.ts"
import { startWorker, type Worker } from "./stage/worker.ts"

const ROUNDS = size(7, 1, "BENCH_ROUNDS")
const COUNT = size(800, 20, "BENCH_COUNT")
const CONCURRENCY = 16
const POOL = 10
/** So many that nobody's budget of a minute grows long: its count is measured in budget.bench.ts. */
const PEOPLE = size(1_000, 10)
const SECRET = "a secret for measuring only, thirty-two characters or more"
const URL = "http://127.0.0.1"

const folder = scratchFolder()
const postgres = await startEmbedded({ dataDir: folder.path, log: () => {} })
const config = postgres.connection
const { platform, database, close } = await openInProcess(config, SECRET, { publicUrl: URL })
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
pin(process.pid, LOAD_CORE)
const people = await addPeople(database.pool, PEOPLE)

const plans = await recordBoth(people[0]!)
for (const [name, plan] of Object.entries(plans)) console.log(`${name}: ${plan.length} statements`)

const setup = {
  config,
  secret: SECRET,
  url: URL,
  poolSize: POOL,
  concurrency: CONCURRENCY,
  people,
  plans,
}
const sides = {
  ours: await startWorker("stage/propose-apply.ts", setup),
  bare: await startWorker("peers/bare-proposals.mjs", setup),
}
type Measured = Record<keyof typeof sides, Driven[]>
const results: Record<"propose" | "apply", Measured> = {
  propose: { ours: [], bare: [] },
  apply: { ours: [], bare: [] },
}
for (let round = 0; round <= ROUNDS; round++) {
  for (const [side, worker] of Object.entries(sides) as [keyof typeof sides, Worker][]) {
    // Each proposal is about a system of its own that nobody has changed yet: all have the same effect.
    const systems = await addSystems(COUNT)
    const proposed = await worker.ask<Driven>({ systems })
    const applied = await worker.ask<Driven>({})
    await demandApplied(systems)
    // The first round warms up both.
    if (round === 0) continue
    results.propose[side].push(proposed)
    results.apply[side].push(applied)
  }
}
for (const worker of Object.values(sides)) await worker.stop()
await close()
await postgres.stop()
folder.remove()

printAims(
  "Proposals, beside a bare pg script with the same statements, transactions and clients",
  (["propose", "apply"] as const).map((step) => {
    const { ours, bare } = results[step]
    const ratio = median(ours.map(({ perSecond }, at) => perSecond / bare[at]!.perSecond))
    return {
      what: step === "propose" ? "catalog.updateSystem, proposed" : "the same, applied, with its audit rows",
      measured: `${(ratio * 100).toFixed(0)} % (${tellSpeed(ours)} beside ${tellSpeed(bare)})`,
      aim: "at least 60 %",
      met: ratio >= 0.6,
    }
  }),
)

/** One real proposal and its apply; what is unlike from one to the next is marked. */
async function recordBoth(person: Person) {
  const principal = toPrincipal(person)
  // The first run plans and loads what later ones find ready.
  await once()
  return once()

  async function once() {
    const [system] = await addSystems(1)
    const { id: systemId, name } = system!
    const asking = platform.caller(principal, "http")
    const applying = platform.caller(principal, "http")
    const input = { systemId, description: `What ${name} does.` }
    let token = ""
    const propose = await recordStatements(async () => {
      const outcome = await invokeTool({ caller: asking, mode: "approve" }, { toolName: "catalog.updateSystem", input })
      if (outcome.status !== "awaiting_signature") throw new Error(`It was ${outcome.status}.`)
      token = outcome.token!
    }, "answer")
    const apply = await recordStatements(() => applyWithToken(applying, token), "answer")
    // What the database makes up: the peer learns it from the answer of its own reservation.
    demandStatement(propose, "reserve-tool-calls")
    const [call] = demandStatement(apply, "lock-proposal").values as [string]
    const marks = { system: systemId, person: person.id, call }
    return {
      propose: withMarks(propose, { ...marks, mark: asking.correlationId }),
      apply: withMarks(apply, { ...marks, mark: applying.correlationId }),
    }
  }
}

async function addSystems(count: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await database.pool.query(
    `INSERT INTO catalog.system (id, name, created_at, updated_at)
     SELECT id, 'System ' || id, now(), now() FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $1::int)) made
     RETURNING id, name`,
    [count],
  )
  return rows
}

/** A peer that silently changes nothing would be fast. */
async function demandApplied(systems: readonly { id: string }[]): Promise<void> {
  const { rows } = await database.pool.query(
    "SELECT count(*)::int AS count FROM catalog.system WHERE id = ANY ($1) AND version = 2 AND description <> ''",
    [systems.map(({ id }) => id)],
  )
  if (rows[0].count !== systems.length) throw new Error(`${rows[0].count} of ${systems.length} changes arrived.`)
}
