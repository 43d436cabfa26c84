// Publishing a site, a row that changes, and visits: beside Eleventy and a bare node:http server of files.
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { servicePrincipal } from "../packages/core/src/identity/principal/principal.ts"
import { catalogContract } from "../plugins/catalog/src/contract.ts"
import { type SiteCommand, siteContract } from "../plugins/site/src/contract.ts"
import { adding, pageWith } from "../plugins/site/src/server/publish/draft.fixture.ts"
import { cpuTimeOf } from "./chat/processes.ts"
import { openSitePlatform } from "./site/site-platform.ts"
import type { Driven } from "./stage/drive.ts"
import { absenceOf } from "./stage/installed.ts"
import { load } from "./stage/load.ts"
import { addPeople, toPrincipal } from "./stage/people.ts"
import { LOAD_CORE, pin, type Running, SERVER_CORE, scratchFolder, start } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { median, printAims, tellSpeed } from "./stage/table.ts"
import { watchLoop } from "./stage/watch-loop.ts"
import { startWorker } from "./stage/worker.ts"

const ROUNDS = size(5, 1, "BENCH_ROUNDS")
const PAGES = size(1_000, 10, "BENCH_COUNT")
const REQUESTS = size(10_000, 50)
const CONCURRENCY = 16
const SYSTEMS = 10

const folder = scratchFolder()
const postgres = await startEmbedded({ dataDir: folder.path, log: () => {} })
const { platform, database, close } = await openSitePlatform(postgres.connection)
const [person] = await addPeople(database.pool, 1)
const ana = platform.caller(toPrincipal(person!), "http")
const service = platform.caller(servicePrincipal("site"), "job")
const { tab } = await platform.call(ana, siteContract.joinTab, {})
let counter = 0

async function edit(commands: SiteCommand[]): Promise<void> {
  for (let from = 0; from < commands.length; from += 200) {
    counter += 1
    const batches = [{ counter, commands: commands.slice(from, from + 200) }]
    const { answers } = await platform.call(ana, siteContract.applyCommands, { tab, seen: 0, batches })
    const [answer] = answers
    if (!answer?.accepted) throw new Error(answer?.reason)
  }
}

const systemIds: string[] = []
for (let at = 0; at < SYSTEMS; at += 1) {
  const { id } = await platform.call(ana, catalogContract.createSystem, { name: `system-${at}` })
  systemIds.push(id)
  await platform.call(ana, siteContract.setPublicName, { systemId: id, name: `System ${at}` })
}
const paragraphs = Array.from(
  { length: 20 },
  (_, at) =>
    `<p class="text">Paragraph ${at} says something that somebody wants to <a href="/page-${at}">read</a>.</p>`,
).join("")
const loop = `<ul><cs-loop data-source="systems" data-order-by="name"><li>{currentEntry.name}: {currentEntry.statusWords}</li></cs-loop></ul>`
const frame = (edition: number) => [
  adding(
    { type: "template", id: "frame" },
    "Frame",
    `<!doctype html><html><body><header><a href="/">Acme ${edition}</a></header><main><cs-outlet></cs-outlet></main></body></html>`,
  ),
  { type: "template.set", template: "frame", facts: { target: { type: "everywhere" }, priority: 1 } } as SiteCommand,
]
await edit([
  ...frame(0),
  ...Array.from({ length: PAGES }, (_, at) =>
    pageWith(`page-${at}`, `Page ${at}`, `<h1>Page ${at}</h1>${paragraphs}${loop}`),
  ).flat(),
  ...pageWith("plain", "Plain", `<h1>Plain</h1>${paragraphs}`),
])
pin(process.pid, SERVER_CORE)

// A template that all pages have changes, so that all of them are made and written each time.
const systems = systemIds.map((_, at) => ({ name: `System ${at}`, statusWords: "Not known" }))
const absent = absenceOf(["@11ty/eleventy"])
const eleventy = absent
  ? null
  : await startWorker("peers/eleventy.mjs", { count: PAGES, body: paragraphs, systems }).catch(() => null)
const published: { ours: number; peer: number | null; heldMs: number }[] = []
for (let round = 0; round <= ROUNDS; round += 1) {
  await edit([{ type: "document.remove", document: { type: "template", id: "frame" } }, ...frame(round + 1)])
  const watch = watchLoop()
  const cpu = process.cpuUsage()
  await platform.call(ana, siteContract.publish, {})
  const { user, system } = process.cpuUsage(cpu)
  const heldMs = watch.end()
  const ours = PAGES / ((user + system) / 1_000_000)
  const peer = eleventy && (await eleventy.ask<{ cpuMicroseconds: number }>({})).cpuMicroseconds
  if (round > 0) published.push({ ours, peer: peer && PAGES / (peer / 1_000_000), heldMs })
}
await eleventy?.stop()

// One page of all shows systems from here on.
await edit([
  ...Array.from({ length: PAGES - 1 }, (_, at) => ({
    type: "document.remove" as const,
    document: { type: "page" as const, id: `page-${at + 1}` },
  })),
  ...Array.from({ length: PAGES - 1 }, (_, at) =>
    pageWith(`page-${at + 1}`, `Page ${at + 1}`, `<h1>Page ${at + 1}</h1>`),
  ).flat(),
])
await platform.call(ana, siteContract.publish, {})
const oneRowMs: number[] = []
for (let round = 0; round <= ROUNDS * 4; round += 1) {
  const began = performance.now()
  const after = round % 2 === 0 ? "degraded" : "healthy"
  const at = new Date().toISOString()
  await platform.call(service, siteContract.followStatus, { systemId: systemIds[round % SYSTEMS]!, after, at })
  if (round > 0) oneRowMs.push(performance.now() - began)
}

pin(process.pid, LOAD_CORE)
const answer = await platform.site!.fetch(new Request("http://localhost/plain"), "127.0.0.1")
const pages = { "/plain": await answer.text() }
const run = [process.execPath]
const ours = await start(
  [...run, new URL("./site/serve-site.ts", import.meta.url).pathname],
  { SITE_DATABASE: JSON.stringify(postgres.connection) },
  /listening (\d+)/,
)
const bare = await start(
  [...run, new URL("./peers/static-files.mjs", import.meta.url).pathname],
  { STATIC_FILES: JSON.stringify({ pages }) },
  /listening (\d+)/,
)
for (const { child } of [ours, bare]) pin(child.pid!, SERVER_CORE)
const visits = { ours: [] as Driven[], bare: [] as Driven[] }
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [side, running] of [
    ["ours", ours],
    ["bare", bare],
  ] as const) {
    const driven = await visit(running)
    if (round > 0) visits[side].push(driven)
  }
}
await ours.stop()
await bare.stop()
await close()
await postgres.stop()
folder.remove()

async function visit({ url, child }: Running): Promise<Driven> {
  const cpu = cpuTimeOf(child.pid!)
  const headers = { host: "localhost", "accept-encoding": "br" }
  const { perSecond } = await load({
    url: `${url}/plain`,
    method: "GET",
    headers,
    body: () => "",
    count: REQUESTS,
    concurrency: CONCURRENCY,
  })
  return { perSecond, cpuMicroseconds: (cpuTimeOf(child.pid!) - cpu) / REQUESTS }
}

const perCpuSecond = median(published.map((one) => one.ours))
const besideEleventy = published.flatMap(({ ours: own, peer }) => (peer ? [own / peer] : []))
const held = median(published.map(({ heldMs }) => heldMs))
const row = median(oneRowMs)
const ratio = median(
  visits.ours.map(({ cpuMicroseconds }, round) => visits.bare[round]!.cpuMicroseconds / cpuMicroseconds),
)
printAims("A site: publishing, one row, visits", [
  {
    what: `all of ${PAGES} pages made and written, beside Postgres`,
    measured: `${Math.round(perCpuSecond)} pages per CPU-second`,
    aim: "at least 300",
    met: perCpuSecond >= 300,
  },
  {
    what: "the same beside Eleventy 3.1.2",
    measured: besideEleventy.length > 0 ? `${median(besideEleventy).toFixed(2)} x` : (absent ?? "did not start"),
    aim: "at least 1 x",
    met: besideEleventy.length > 0 ? median(besideEleventy) >= 1 : null,
  },
  {
    what: "the longest time that it held the event loop",
    measured: `${held.toFixed(1)} ms`,
    aim: "at most 50 ms",
    met: held <= 50,
  },
  {
    what: `one row that one of ${PAGES} pages shows changes`,
    measured: `${row.toFixed(1)} ms`,
    aim: "under 200 ms",
    met: row < 200,
  },
  {
    what: "a visit, by processor time, beside a bare node:http server with ETag and brotli",
    measured: `${(ratio * 100).toFixed(0)} % (${tellSpeed(visits.ours)} beside ${tellSpeed(visits.bare)})`,
    aim: "at least 70 %",
    met: ratio >= 0.7,
  },
])
