// A read and a changing verb over HTTP beside a bare node:http handler that runs the same statements.
import { setTimeout as pause } from "node:timers/promises"
import { findRunningEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { signIn } from "../packages/testing/src/session.ts"
import { cpuTimeOf } from "./chat/processes.ts"
import type { Driven } from "./stage/drive.ts"
import { load } from "./stage/load.ts"
import { LOAD_CORE, pin, type Running, SERVER_CORE, scratchFolder, start, startProduct } from "./stage/product.ts"
import { recordPlans } from "./stage/record-plans.ts"
import { size } from "./stage/size.ts"
import { median, printAims, tellSpeed } from "./stage/table.ts"

const ROUNDS = size(7, 1, "BENCH_ROUNDS")
const CONCURRENCY = 16
const POOL = 10
const REQUESTS = { read: size(3_000, 20), change: size(1_000, 20) }

const folder = scratchFolder()
const product = await startProduct(folder.path)
pin(product.child.pid!, SERVER_CORE)
// Only now, or Postgres would inherit the core and share it with the load alone.
pin(process.pid, LOAD_CORE)
const config = (await findRunningEmbedded(folder.path))!
const session = await signIn(product.url, "bench@example.test", "a password for measuring")
const created = await session.call<{ id: string }>("catalog.createGroup", { name: "Checkout" })
const headers = { "content-type": "application/json", origin: product.url, cookie: session.cookie() }

const verbs = {
  read: { path: "/api/v1/catalog/getGroup", body: () => JSON.stringify({ groupId: created.body.id }) },
  change: {
    path: "/api/v1/catalog/createGroup",
    body: (n: number) => JSON.stringify({ name: `Group ${performance.now()} ${n}`, description: "" }),
  },
}
const plans = await recordPlans(config, folder.path, product.url, session.cookie(), {
  [verbs.read.path]: ["catalog.getGroup", { groupId: created.body.id }],
  [verbs.change.path]: ["catalog.createGroup", { name: "{{n}}", description: "" }],
})
for (const [path, plan] of Object.entries(plans)) console.log(`${path}: ${plan.length} statements`)

const peer = await start(
  [process.execPath, new URL("./peers/bare-http.mjs", import.meta.url).pathname],
  { BARE_HTTP: JSON.stringify({ config, plans, poolSize: POOL }) },
  /listening (\d+)/,
)
pin(peer.child.pid!, SERVER_CORE)

const results = {
  read: { ours: [] as Driven[], bare: [] as Driven[] },
  change: { ours: [] as Driven[], bare: [] as Driven[] },
}
for (let round = 0; round <= ROUNDS; round++) {
  for (const kind of ["read", "change"] as const) {
    const { path, body } = verbs[kind]
    const run = async ({ url, child }: Running): Promise<Driven> => {
      const cpu = cpuTimeOf(child.pid!)
      const count = REQUESTS[kind]
      const { perSecond } = await load({ url: url + path, headers, body, count, concurrency: CONCURRENCY })
      return { perSecond, cpuMicroseconds: (cpuTimeOf(child.pid!) - cpu) / count }
    }
    const ours = await run(product)
    const bare = await run(peer)
    // The first round warms up both.
    if (round === 0) continue
    results[kind].ours.push(ours)
    results[kind].bare.push(bare)
  }
  await pause(200)
}
await peer.stop()
await product.stop()
folder.remove()

printAims("Verbs over HTTP, beside a bare node:http handler with the same statements, driver and pool", [
  { what: "catalog.getGroup (session, access check, indexed query)", ...compare("read", 0.5) },
  { what: "catalog.createGroup (with its audit row)", ...compare("change", 0.7) },
])

function compare(kind: keyof typeof results, least: number) {
  const { ours, bare } = results[kind]
  const ratio = median(ours.map(({ perSecond }, round) => perSecond / bare[round]!.perSecond))
  return {
    measured: `${(ratio * 100).toFixed(0)} % (${tellSpeed(ours)} beside ${tellSpeed(bare)})`,
    aim: `at least ${least * 100} %`,
    met: ratio >= least,
  }
}
