// A whole site out of an archive: processor time of server and child together, and how long the server's event loop was held.
import { readFileSync } from "node:fs"
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { siteContract } from "../plugins/site/src/contract.ts"
import { zipOf } from "../plugins/site/src/server/import/archive.fixture.ts"
import { openSitePlatform } from "./site/site-platform.ts"
import { addPeople, toPrincipal } from "./stage/people.ts"
import { scratchFolder } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"
import { watchLoop } from "./stage/watch-loop.ts"

const ROUNDS = size(5, 1, "BENCH_ROUNDS")
const CSS_BYTES = size(442_000, 20_000)
const ELEMENTS = size(1_200, 50)

const folder = scratchFolder()
const postgres = await startEmbedded({ dataDir: folder.path, log: () => {} })
const { platform, database, close } = await openSitePlatform(postgres.connection)
const [person] = await addPeople(database.pool, 1)
const archive = zipOf([
  { name: "index.html", bytes: pageOf(ELEMENTS) },
  { name: "main.css", bytes: sheetOf(CSS_BYTES) },
])

const cpu: number[] = []
const held: number[] = []
for (let round = 0; round <= ROUNDS; round += 1) {
  // As a route hands it over: the whole archive, received before the verb runs.
  const http = {
    request: new Request("http://localhost/api/v1/site/import"),
    responseHeaders: new Headers(),
    address: "127.0.0.1",
    upload: {
      type: "application/zip",
      size: archive.length,
      async *bytes() {
        yield archive
      },
      text: async () => archive.toString(),
    },
  }
  const ana = { ...platform.caller(toPrincipal(person!), "http"), http }
  const { digest } = await platform.call(ana, siteContract.planImport, {})
  const before = cpuMsOfAll()
  const watch = watchLoop()
  const { import: id, plan } = await platform.call(ana, siteContract.importSite, { digest })
  const longestMs = watch.end()
  if (plan.pages.length !== 1 || plan.sheets.length !== 1) throw new Error("The archive did not come whole.")
  // The first round warms up.
  if (round > 0) {
    cpu.push(cpuMsOfAll() - before)
    held.push(longestMs)
  }
  await platform.call(ana, siteContract.undoImport, { import: id })
}
await close()
await postgres.stop()
folder.remove()

printAims(`An import of ${Math.round(CSS_BYTES / 1_000)} KB of CSS and ${ELEMENTS} elements`, [
  {
    what: "processor time, the server's and its child's",
    measured: `${(median(cpu) / 1_000).toFixed(2)} s`,
    aim: "at most 1.5 s",
    met: median(cpu) <= 1_500,
  },
  {
    what: "the longest time that the event loop was held",
    measured: `${median(held).toFixed(1)} ms`,
    aim: "at most 50 ms",
    met: median(held) <= 50,
  },
])

/** Of this process and of those that it started and that have ended. */
function cpuMsOfAll(): number {
  const { user, system } = process.cpuUsage()
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ")
  const TICK_MS = 10
  return (user + system) / 1_000 + (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

function pageOf(elements: number): string {
  const parts = Array.from(
    { length: Math.ceil(elements / 4) },
    (_, at) =>
      `<section class="block-${at} wide"><h2>Heading ${at}</h2><p>Words of <a href="#p${at}">paragraph ${at}</a> that somebody reads.</p></section>`,
  )
  return `<!doctype html><html lang="en"><title>Large</title><link rel="stylesheet" href="main.css"><body>${parts.join("\n")}</body></html>`
}

function sheetOf(bytes: number): string {
  let css = ""
  for (let at = 0; css.length < bytes; at += 1)
    css += `.block-${at} > .inner:hover, .wide .item-${at}::before {\n  margin: ${at % 40}px auto;\n  color: rgb(${at % 255} 20 30 / 0.${at % 9});\n  background: url("img/${at}.png") no-repeat;\n}\n@media (min-width: ${at % 1200}px) { .col-${at} { flex: 0 0 ${at % 100}%; } }\n`
  return css
}
