// What a document takes in the memory of a server, as it is read from a snapshot and kept.
import { setImmediate as nextTurn } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { emptySite, keyOf, mapOf } from "../plugins/site/src/document.ts"
import { starterDocument } from "../plugins/site/src/render/starters/starter-document.ts"
import { readStoredPart, storePart } from "../plugins/site/src/server/stored-part.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const ROUNDS = size(5, 1, "BENCH_ROUNDS")
const NODES = size(2_000, 50)
const DOCUMENTS = 5
/** As many nodes as one part of the page below has. */
const NODES_OF_PART = 8

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const ref = { type: "page", id: "large" } as const
const parts = Array.from(
  { length: Math.ceil(NODES / NODES_OF_PART) },
  (_, at) =>
    `<section class="block wide-${at}" id="s${at}"><h2 class="title">Heading ${at}</h2><p style="margin: 0">Words of paragraph ${at} that somebody <a href="/page-${at}" title="More of it">reads</a>.</p></section>`,
)
const document = starterDocument(ref, "Large", `<!doctype html><html><body>${parts.join("")}</body></html>`)
const stored = await storePart({ ...emptySite(), documents: mapOf([[keyOf(ref), document]]) })
const kept: Awaited<ReturnType<typeof readStoredPart>>[] = []
const each: number[] = []
for (let round = 0; round <= ROUNDS; round += 1) {
  const known = await heapBytes()
  for (let at = 0; at < DOCUMENTS; at += 1) kept.push(await readStoredPart(stored))
  // The first round warms up.
  if (round > 0) each.push(((await heapBytes()) - known) / DOCUMENTS)
}
// Used once more, or the collector may take them before they are weighed.
if (kept.some(({ part }) => part.documents.get(keyOf(ref))?.nodes.size !== document.nodes.size))
  throw new Error("The document did not come whole.")
printAims("A document in the memory of a server", [
  {
    what: `${document.nodes.size} nodes with classes, attributes and text`,
    measured: `${(median(each) / 1e6).toFixed(2)} MB`,
    aim: "at most 10 MB",
    met: median(each) <= 10e6,
  },
])

async function heapBytes(): Promise<number> {
  await nextTurn()
  collect()
  return process.memoryUsage().heapUsed
}
