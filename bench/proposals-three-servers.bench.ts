// Proposals and their applies over HTTP, on three built servers that share one database: how many a second, how long.
import { openDatabase } from "../packages/core/src/db/database.ts"
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { createApiKey } from "../packages/core/src/identity/api-key.ts"
import { cpuTimeOf } from "./chat/processes.ts"
import { type Load, load } from "./stage/load.ts"
import { postgresProcesses, type Running, scratchFolder, startServerOn } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const ROUNDS = size(5, 1, "BENCH_ROUNDS")
const COUNT = size(1_000, 30, "BENCH_COUNT")
const SERVERS = 3
/** On each server. More would only wait: at 150 a second, 24 at once wait for 160 ms. */
const CLIENTS = size(8, 2, "BENCH_CLIENTS")
const SECRET = "a secret for measuring only, thirty-two characters or more"
// As Postgres comes: three servers are no small installation.
const SETTINGS = { max_connections: "100", shared_buffers: "128MB", wal_buffers: "-1" }

interface Measured extends Load {
  /** Microseconds of each call, of all servers together and of the database. */
  serverCpu: number
  databaseCpu: number
}

const folder = scratchFolder()
const postgres = await startEmbedded({ dataDir: folder.path, log: () => {}, settings: SETTINGS })
const config = postgres.connection
// One after the other: the first brings the database up to date.
const servers: Running[] = []
while (servers.length < SERVERS) servers.push(await startServerOn(config, folder.path, SECRET))
const database = openDatabase(config, { poolSize: 2, onError: () => {} })
const keys = await addApplications()

const results: Record<"propose" | "apply", Measured[]> = { propose: [], apply: [] }
for (let round = 0; round <= ROUNDS; round++) {
  // Each proposal is about a system of its own: none waits for another.
  const systems = await addSystems(COUNT)
  const tokens: string[] = new Array(COUNT)
  const proposed = await measure("ai/proposeTool", {
    body: (n) =>
      JSON.stringify({
        toolName: "catalog.updateSystem",
        input: { systemId: systems[n], description: `What system ${n} does.` },
      }),
    hear: (n, answer) => {
      tokens[n] = (JSON.parse(answer) as { token: string }).token
    },
  })
  const applied = await measure("ai/applyTool", { body: (n) => JSON.stringify({ token: tokens[n] }) })
  await demandApplied(systems)
  // The first round warms up.
  if (round === 0) continue
  results.propose.push(proposed)
  results.apply.push(applied)
}
await database.close()
for (const server of servers) await server.stop()
await postgres.stop()
folder.remove()

printAims(
  `Proposals and applies of ${SERVERS * CLIENTS} clients at once on ${SERVERS} servers`,
  (["propose", "apply"] as const).flatMap((step) => {
    const of = (figure: keyof Measured) => median(results[step].map((one) => one[figure]))
    const what = step === "propose" ? "catalog.updateSystem, proposed" : "the same, applied, with its audit rows"
    return [
      {
        what,
        measured: `${Math.round(of("perSecond"))}/s (${Math.round(of("serverCpu"))} us CPU of the servers, ${Math.round(of("databaseCpu"))} us of Postgres)`,
        aim: "at least 150/s",
        met: of("perSecond") >= 150,
      },
      { what: `${what}: p95`, measured: `${Math.round(of("p95Ms"))} ms`, aim: "under 200 ms", met: of("p95Ms") < 200 },
    ]
  }),
)

async function measure(
  path: string,
  call: { body(n: number): string; hear?(n: number, answer: string): void },
): Promise<Measured> {
  const cpu = () => ({
    servers: servers.reduce((sum, { child }) => sum + cpuTimeOf(child.pid!), 0),
    database: postgresProcesses(folder.path).reduce((sum, pid) => sum + cpuTimeOf(pid), 0),
  })
  const before = cpu()
  const speed = await load({
    url: (n) => `${servers[n % SERVERS]!.url}/api/v1/${path}`,
    // Whoever proposed it applies it, on the server that comes next.
    headers: (n) => ({ "content-type": "application/json", authorization: `Bearer ${keys[n % keys.length]}` }),
    count: COUNT,
    concurrency: SERVERS * CLIENTS,
    ...call,
  })
  const after = cpu()
  return {
    ...speed,
    serverCpu: (after.servers - before.servers) / COUNT,
    databaseCpu: (after.database - before.database) / COUNT,
  }
}

/** One for each client, that may sign what it proposed itself. */
async function addApplications(): Promise<string[]> {
  await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO platform.application (name, rules, confirm)
     SELECT 'Bench ' || g, '{catalog.system.read,catalog.system.manage}', 'client' FROM generate_series(1, $1::int) g
     RETURNING id`,
    [SERVERS * CLIENTS],
  )
  return Promise.all(rows.map(async ({ id }) => (await createApiKey(database.direct, id)).key))
}

async function addSystems(count: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO catalog.system (id, name, created_at, updated_at)
     SELECT id, 'System ' || id, now(), now() FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $1::int)) made
     RETURNING id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

async function demandApplied(systems: readonly string[]): Promise<void> {
  const { rows } = await database.pool.query(
    "SELECT count(*)::int AS count FROM catalog.system WHERE id = ANY ($1) AND version = 2 AND description <> ''",
    [systems],
  )
  if (rows[0].count !== systems.length) throw new Error(`${rows[0].count} of ${systems.length} changes arrived.`)
}
