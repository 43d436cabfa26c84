/**
 * What it costs to count and reserve a tool call when the table of calls holds 1,000,000 rows, beside an empty one.
 * Two databases of one Postgres with its default settings. Commits do not wait for the disk here: that wait is the same
 * on both sides and would hide the difference.
 */
import { randomUUID } from "node:crypto"
import pg from "pg"
import { platformMigrations } from "../packages/core/migrations/index.ts"
import { reserveToolCall } from "../packages/core/src/audit/reserve-tool-call.ts"
import { type Database, openDatabase } from "../packages/core/src/db/database.ts"
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { migrate } from "../packages/core/src/db/migrate.ts"
import { toPrincipal } from "./stage/people.ts"
import { LOAD_CORE, pin, scratchFolder } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const ROWS = size(1_000_000, 1_000, "BENCH_ROWS")
const ROUNDS = size(7, 1, "BENCH_ROUNDS")
/** People in each round, other ones in the next, and calls each makes in it: nobody comes near the limit of a minute. */
const HOLDERS = size(50, 5)
const CALLS = size(8, 2)
const WARMUP = size(20, 1)

/** 1,000 holders over 90 days, some much busier than others, none of them in the last minute; most calls are reads, and one in ten was a proposal. */
const GENERATE = `
  INSERT INTO platform.tool_call (at, tool, effect, transport, correlation_id, principal_kind, principal_id,
    principal_name, person_id, budget_holder, status, args_mac, args_key, ended_at, expires_at, summary)
  SELECT at, 'plugin' || (g % 11) || '.verb' || (g % 13), CASE WHEN g % 10 = 0 THEN 'mutate' ELSE 'read' END, 'mcp',
    md5(g::text), 'user', holder, 'Person', holder::uuid, 'user:' || holder,
    CASE WHEN g % 10 = 0 THEN 'applied' ELSE 'executed' END, md5(g::text) || md5(g::text), '1c854e289909', at,
    CASE WHEN g % 10 = 0 THEN at + interval '24 hours' END, CASE WHEN g % 10 = 0 THEN 'Change something' END
  FROM (SELECT g, now() - interval '2 minutes' - g * (interval '90 days' / $1::int) AS at,
      '00000000-0000-4000-8000-' || lpad(floor(1000 * power(random(), 2))::text, 12, '0') AS holder
    FROM generate_series(1, $1::int) AS g) AS made`

const folder = scratchFolder()
const postgres = await startEmbedded({ dataDir: folder.path, log: () => {} })
pin(process.pid, LOAD_CORE)
const sides = { full: await open("full"), empty: await open("empty") }
await fill(sides.full)

const results = { full: [] as number[], empty: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  await sides.empty.pool.query("TRUNCATE platform.tool_call")
  for (const side of ["full", "empty"] as const) {
    await sides[side].pool.query("ANALYZE platform.tool_call")
    for (let n = 0; n < WARMUP; n++) await reserve(sides[side], randomUUID())
  }
  const times = { full: [] as number[], empty: [] as number[] }
  for (let call = 0; call < CALLS; call++) {
    for (let holder = 0; holder < HOLDERS; holder++) {
      const id = `00000000-0000-4000-8000-${String((round * HOLDERS + holder) % 1_000).padStart(12, "0")}`
      // One after the other, in turns: a busy moment of the machine hits both.
      for (const side of call % 2 === 0 ? (["full", "empty"] as const) : (["empty", "full"] as const)) {
        const started = performance.now()
        await reserve(sides[side], id)
        times[side].push(performance.now() - started)
      }
    }
  }
  results.full.push(median(times.full))
  results.empty.push(median(times.empty))
}
const { rows } = await sides.full.pool.query("SELECT count(*)::int AS count FROM platform.tool_call")
for (const database of Object.values(sides)) await database.close()
await postgres.stop()
folder.remove()

const ratio = median(results.full.map((ms, round) => ms / results.empty[round]!))
printAims(`Reserving a tool call, ${(ROUNDS * HOLDERS * CALLS).toLocaleString("en")} times on each side`, [
  {
    what: `${rows[0].count.toLocaleString("en")} rows beside an empty table`,
    measured: `${ratio.toFixed(2)} x (${median(results.full).toFixed(3)} ms beside ${median(results.empty).toFixed(3)} ms)`,
    aim: "at most 1.5 x",
    met: ratio <= 1.5,
  },
])

async function open(name: string): Promise<Database> {
  const admin = new pg.Client(postgres.connection)
  await admin.connect()
  await admin.query(`CREATE DATABASE bench_${name}`)
  await admin.end()
  const config = { ...postgres.connection, database: `bench_${name}`, options: "-c synchronous_commit=off" }
  const database = openDatabase(config, { poolSize: 1, onError: () => {} })
  await migrate(database, [{ plugin: "platform", migrations: platformMigrations }])
  return database
}

async function fill(database: Database): Promise<void> {
  await database.pool.query("SET statement_timeout = 0")
  await database.pool.query(GENERATE, [ROWS])
  await database.pool.query("VACUUM ANALYZE platform.tool_call")
}

async function reserve(database: Database, personId: string): Promise<void> {
  const principal = toPrincipal({ id: personId, name: "Person", email: "person@example.test" })
  await reserveToolCall(database, {
    tool: "catalog.updateSystem",
    effect: "mutate",
    rules: ["catalog.system.manage"],
    transport: "mcp",
    correlationId: randomUUID(),
    conversationId: null,
    turnId: null,
    modelCallId: null,
    principal,
    argsMac: { keyId: "1c854e289909", mac: "c72b71271460232e302e" },
  })
}
