// tools/list and a read over MCP beside a bare @modelcontextprotocol/server with the same tools and statements.
import { setTimeout as pause } from "node:timers/promises"
import { MCP_PATH } from "../packages/core/src/contract/platform/oauth.ts"
import { findRunningEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { createApiKey } from "../packages/core/src/identity/api-key.ts"
import type { Driven } from "./stage/drive.ts"
import { openInProcess } from "./stage/in-process.ts"
import { absenceOf } from "./stage/installed.ts"
import { load } from "./stage/load.ts"
import {
  cpuOf,
  LOAD_CORE,
  pin,
  type Running,
  SERVER_CORE,
  scratchFolder,
  start,
  startProduct,
} from "./stage/product.ts"
import { demandStatement, recordStatements, withMarks } from "./stage/record-statements.ts"
import { compile, replay } from "./stage/replay.ts"
import { size } from "./stage/size.ts"
import { median, printAims, tellSpeed } from "./stage/table.ts"

const ROUNDS = size(7, 1, "BENCH_ROUNDS")
const SCALE = size(1, 0.02, "BENCH_SCALE")
const CONCURRENCY = 16
const POOL = 10
const SYSTEMS = 40
/** So many that nobody's budget of a minute grows long: its count is measured in budget.bench.ts. */
const APPLICATIONS = size(200, 5)
const REVISIONS = ["2026-07-28", "2025-11-25"] as const
type Revision = (typeof REVISIONS)[number]

const folder = scratchFolder()
const product = await startProduct(folder.path)
pin(product.child.pid!, SERVER_CORE)
pin(process.pid, LOAD_CORE)
const config = (await findRunningEmbedded(folder.path))!
const { platform, database, close } = await openInProcess(config, folder.path)
const applications = await addWorld()
const list = { method: "tools/list", params: {} }
const tools = await demandSameTools()
const read = {
  method: "tools/call",
  params: { name: tools.find(({ name }) => /listSystems$/.test(name))!.name, arguments: { limit: 20 } },
}
const { plan, answer } = await recordRead()
// Here already, where it costs nothing: a peer that silently ends no call would be fast.
await replay(database.pool, compile(plan), { holder: crypto.randomUUID(), mark: crypto.randomUUID() })
await demandEnded()
console.log(`${tools.length} tools, ${JSON.stringify({ tools }).length} bytes; a read: ${plan.length} statements`)

const absent = absenceOf(["@modelcontextprotocol/server", "@modelcontextprotocol/node"])
const peer = absent ? null : await startPeer()

const cases = REVISIONS.flatMap((revision) => [
  { what: "tools/list", revision, message: list, count: 1_500, aim: 0.8 },
  { what: read.params.name, revision, message: read, count: 800, aim: 0.6 },
]).map((one) => ({ ...one, ours: [] as Driven[], bare: [] as Driven[] }))

for (let round = 0; round <= ROUNDS; round++) {
  for (const { revision, message, count, ours, bare } of cases) {
    const run = async ({ url, child }: Running): Promise<Driven> => {
      const requests = Math.ceil(count * SCALE)
      const body = JSON.stringify(bodyOf(message, revision))
      const cpu = cpuOf(child.pid!)
      const { perSecond } = await load({
        url: url + MCP_PATH,
        headers: (n) => headersOf(message, revision, n),
        body: () => body,
        count: requests,
        concurrency: CONCURRENCY,
      })
      return { perSecond, cpuMicroseconds: (cpuOf(child.pid!) - cpu) / requests }
    }
    const measured = { ours: await run(product), bare: peer && (await run(peer)) }
    // The first round warms up both.
    if (round === 0) continue
    ours.push(measured.ours)
    if (measured.bare) bare.push(measured.bare)
  }
  await pause(200)
}
await demandEnded()
await close()
await peer?.stop()
await product.stop()
folder.remove()

printAims(
  "MCP, beside a bare @modelcontextprotocol/server on node:http with the same tools and statements",
  cases.map(({ what, revision, ours, bare, aim }) => {
    if (absent)
      return {
        what: `${what}, ${revision}`,
        measured: `${tellSpeed(ours)}; the peer is ${absent}`,
        aim: `at least ${aim * 100} %`,
        met: null,
      }
    const ratio = median(ours.map(({ perSecond }, at) => perSecond / bare[at]!.perSecond))
    const binding = revision === REVISIONS[0]
    return {
      what: `${what}, ${revision}`,
      measured: `${(ratio * 100).toFixed(0)} % (${tellSpeed(ours)} beside ${tellSpeed(bare)})`,
      aim: binding ? `at least ${aim * 100} %` : "none, for comparison",
      met: !binding || ratio >= aim,
    }
  }),
)

async function startPeer(): Promise<Running> {
  const holders = Array.from({ length: APPLICATIONS }, () => crypto.randomUUID())
  const running = await start(
    [process.execPath, new URL("./peers/bare-mcp.mjs", import.meta.url).pathname],
    { BARE_MCP: JSON.stringify({ config, poolSize: POOL, tools, plan, answer, holders }) },
    /listening (\d+)/,
  )
  pin(running.child.pid!, SERVER_CORE)
  return running
}

function bodyOf(message: typeof list | typeof read, revision: Revision): object {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  }
  const { method, params } = message
  return { jsonrpc: "2.0", id: 1, method, params: revision === REVISIONS[0] ? { ...params, _meta } : params }
}

function headersOf(message: typeof list | typeof read, revision: Revision, n: number): Record<string, string> {
  const modern = {
    "mcp-method": message.method,
    ...("name" in message.params ? { "mcp-name": message.params.name } : {}),
  }
  return {
    authorization: `Bearer ${applications[n % applications.length]!.key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision,
    ...(revision === REVISIONS[0] ? modern : {}),
  }
}

/** Systems to read, and applications that may use every tool. */
async function addWorld(): Promise<{ id: string; name: string; key: string }[]> {
  const { pool, direct } = database
  await pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
  await pool.query(
    `INSERT INTO catalog.system (id, name, description, tags, status, status_since, created_at, updated_at)
     SELECT gen_random_uuid(), 'System ' || g, 'What system ' || g || ' does.', '{tier-1}', 'healthy', now(), now(), now()
     FROM generate_series(1, $1::int) g`,
    [SYSTEMS],
  )
  const { rows } = await pool.query(
    "INSERT INTO platform.application (name, rules) SELECT 'Bench ' || g, $2 FROM generate_series(1, $1::int) g RETURNING id, name",
    [APPLICATIONS, [...platform.registry.rules.keys()]],
  )
  return Promise.all(rows.map(async (row) => ({ ...row, key: (await createApiKey(direct, row.id)).key })))
}

/** What is recorded in this process must be what the bundle does. */
async function demandSameTools(): Promise<{ name: string }[]> {
  const served = await rpc(list, (request) => fetch(request))
  const here = await rpc(list)
  if (JSON.stringify(served.result.tools) !== JSON.stringify(here.result.tools))
    throw new Error("The bundle offers other tools than the sources. Build it first: npm start does.")
  return served.result.tools as { name: string }[]
}

async function rpc(
  message: typeof list | typeof read,
  send = (request: Request) => platform.fetch(request, "127.0.0.1"),
): Promise<{ result: Record<string, unknown> }> {
  const response = await send(
    new Request(product.url + MCP_PATH, {
      method: "POST",
      headers: headersOf(message, REVISIONS[0], 0),
      body: JSON.stringify(bodyOf(message, REVISIONS[0])),
    }),
  )
  const body = await response.json()
  if (response.status !== 200 || !body.result || body.result.isError) throw new Error(JSON.stringify(body))
  return body
}

async function recordRead() {
  // Warms what is warm under load too.
  await rpc(read)
  let answered: Awaited<ReturnType<typeof rpc>> | undefined
  const statements = await recordStatements(async () => {
    answered = await rpc(read)
  }, "answer")
  const [calls] = demandStatement(statements, "reserve-tool-calls").values as [string]
  const [{ row }] = JSON.parse(calls) as [{ row: { correlation_id: string } }]
  const { rows } = await database.pool.query<{ id: string }>(
    "SELECT id FROM platform.tool_call WHERE correlation_id = $1",
    [row.correlation_id],
  )
  const marks = { call: rows[0]!.id, holder: applications[0]!.id, mark: row.correlation_id }
  return { plan: withMarks(statements, marks), answer: answered!.result.structuredContent }
}

async function demandEnded(): Promise<void> {
  const { rows } = await database.pool.query("SELECT FROM platform.tool_call WHERE status <> 'executed'")
  if (rows.length > 0) throw new Error(`${rows.length} calls were reserved and never ended.`)
}
