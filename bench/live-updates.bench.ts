// Two hundred status changes a second with the list of systems open in a browser: how old the list is, what the browser
// uses, how often it reads.
import { signIn } from "../packages/testing/src/session.ts"
import { startBrowser } from "./stage/browser.ts"
import { ADMIN, LOAD_CORE, pin, SERVER_CORE, scratchFolder, startProduct } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { printAims } from "./stage/table.ts"

const SECONDS = size(30, 3)
const PER_SECOND = size(200, 20)
const SYSTEMS = size(50, 5)
const WARM_UP_MS = size(3_000, 500)

const folder = scratchFolder()
const product = await startProduct(folder.path)
pin(product.child.pid!, SERVER_CORE)
pin(process.pid, LOAD_CORE)
const session = await signIn(product.url, ADMIN.email, ADMIN.password)
const call = async <T>(verb: string, input: object) => {
  const { status, body } = await session.call<T>(verb, input)
  if (status !== 200) throw new Error(`${verb}: ${JSON.stringify(body)}`)
  return body
}
const systems: { id: string }[] = []
for (let n = 0; n < SYSTEMS; n++) systems.push(await call("catalog.createSystem", { name: `System ${n}` }))

const browser = await startBrowser(session, product.url)
const { page } = browser
await page.goto(`${product.url}/catalog/systems`)
await page.getByText("System 0", { exact: true }).waitFor()

const begun = new Map<object, number>()
const reads: { begunAt: number; endedAt: number }[] = []
page.on("request", (request) => request.url().endsWith("/listSystems") && begun.set(request, performance.now()))
page.on("requestfinished", (request) => {
  const begunAt = begun.get(request)
  if (begunAt !== undefined) reads.push({ begunAt, endedAt: performance.now() })
})

const sending = startChanges()
await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS))
const cpuBefore = browser.cpu()
const from = performance.now()
await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
const seconds = (performance.now() - from) / 1_000
const cpu = (browser.cpu() - cpuBefore) / 1_000_000 / seconds
const perSecond = (await sending.stop()) / ((performance.now() - sending.startedAt) / 1_000)
const measured = reads.filter(({ endedAt }) => endedAt >= from && endedAt <= from + seconds * 1_000)
// As it is right before the next read has ended: nothing changed after it began is in it.
const ages = measured.slice(1).map(({ endedAt }, at) => endedAt - measured[at]!.begunAt)
const oldest = Math.max(0, ...ages)
const requests = measured.length / seconds

await browser.close()
await product.stop()
folder.remove()

printAims(`Live updates: ${PER_SECOND} status changes a second for ${SECONDS} s`, [
  {
    what: "status changes",
    measured: `${Math.round(perSecond)}/s`,
    aim: `${PER_SECOND}/s, or the rest means little`,
    met: perSecond >= PER_SECOND * 0.95,
  },
  {
    what: "age of the open list",
    measured: `${Math.round(oldest)} ms at most`,
    aim: "<= 2000 ms",
    met: oldest <= 2_000,
  },
  { what: "the browser", measured: `${(cpu * 100).toFixed(1)} % of a core`, aim: "< 10 %", met: cpu < 0.1 },
  { what: "reads of the open list", measured: `${requests.toFixed(2)}/s`, aim: "<= 2/s", met: requests <= 2.05 },
])

/** In order, system by system, each time another status. */
function startChanges() {
  const statuses = ["degraded", "unhealthy"]
  const open = new Set<Promise<unknown>>()
  const startedAt = performance.now()
  let sent = 0
  let done = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * PER_SECOND)
    // A server that cannot keep up is not buried: what was due then is left out, and the first row says so.
    for (; sent < due && open.size < SYSTEMS; sent++) {
      const input = {
        systemId: systems[sent % SYSTEMS]!.id,
        source: "bench",
        status: statuses[Math.floor(sent / SYSTEMS) % 2],
        reason: "",
      }
      const one: Promise<unknown> = call("catalog.reportStatus", input).then(() => {
        done += 1
        open.delete(one)
      })
      open.add(one)
    }
    sent = Math.max(sent, due)
  }, 5)
  return {
    startedAt,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      return done
    },
  }
}
