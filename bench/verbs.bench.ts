// A read and a changing verb over HTTP beside a bare node:http handler that runs the same statements.
import { setTimeout as pause } from "node:timers/promises"
import { findRunningEmbedded } from "../packages/core/src/db/embedded.ts"
import { signIn } from "../packages/testing/src/session.ts"
import { load } from "./load.ts"
import { LOAD_CORE, pin, SERVER_CORE, scratchFolder, start, startProduct } from "./product.ts"
import { recordPlans } from "./record-plans.ts"
import { size } from "./size.ts"
import { median, printAims } from "./table.ts"

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
  read: { ours: [] as number[], bare: [] as number[] },
  change: { ours: [] as number[], bare: [] as number[] },
}
for (let round = 0; round <= ROUNDS; round++) {
  for (const kind of ["read", "change"] as const) {
    const { path, body } = verbs[kind]
    const run = (url: string) =>
      load({ url: url + path, headers, body, count: REQUESTS[kind], concurrency: CONCURRENCY })
    const ours = await run(product.url)
    const bare = await run(peer.url)
    // The first round warms up both.
    if (round === 0) continue
    results[kind].ours.push(ours.perSecond)
    results[kind].bare.push(bare.perSecond)
  }
  await pause(200)
}
await peer.stop()
await product.stop()
folder.remove()

const ratio = (kind: "read" | "change") =>
  median(results[kind].ours.map((value, at) => value / results[kind].bare[at]!))
const per = (kind: "read" | "change", who: "ours" | "bare") => `${Math.round(median(results[kind][who]))}/s`
printAims("Verbs over HTTP, beside a bare node:http handler with the same statements, driver and pool", [
  {
    what: "catalog.getGroup (session, access check, indexed query)",
    measured: `${(ratio("read") * 100).toFixed(0)} % (${per("read", "ours")} beside ${per("read", "bare")})`,
    aim: "at least 50 %",
    met: ratio("read") >= 0.5,
  },
  {
    what: "catalog.createGroup (with its audit row)",
    measured: `${(ratio("change") * 100).toFixed(0)} % (${per("change", "ours")} beside ${per("change", "bare")})`,
    aim: "at least 70 %",
    met: ratio("change") >= 0.7,
  },
])
