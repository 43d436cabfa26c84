// Page 100 of 10,000 systems beside page 1, for every column the list can be sorted by.
import { signIn } from "../packages/testing/src/session.ts"
import { ADMIN, LOAD_CORE, pin, SERVER_CORE, scratchFolder, startProduct } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const SYSTEMS = size(10_000, 500)
const PAGES = size(100, 3)
const LIMIT = 50
const REPEATS = size(40, 1)

const folder = scratchFolder()
const product = await startProduct(folder.path)
pin(product.child.pid!, SERVER_CORE)
pin(process.pid, LOAD_CORE)
const session = await signIn(product.url, ADMIN.email, ADMIN.password)

const openapi = (await (await session.get("/api/v1/openapi.json")).json()) as {
  paths: Record<
    string,
    {
      post: {
        requestBody: { content: { "application/json": { schema: { properties: { sort: { enum: string[] } } } } } }
      }
    }
  >
}
const columns =
  openapi.paths["/catalog/listSystems"]!.post.requestBody.content["application/json"].schema.properties.sort.enum

for (let from = 0; from < SYSTEMS; from += 500) {
  const rows = Array.from({ length: 500 }, (_, n) => `System ${String((from + n) * 7919).padStart(9, "0")},Bench`)
  const { status, body } = await session.call("catalog.importCatalog", {
    format: "csv",
    mode: "apply",
    text: ["name,tags", ...rows].join("\n"),
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

const aims = []
for (const sort of columns) {
  for (const direction of ["asc", "desc"]) {
    const list = async (after?: string) => {
      const started = performance.now()
      const { status, body } = await session.call<{ nextCursor: string }>("catalog.listSystems", {
        sort,
        direction,
        limit: LIMIT,
        ...(after ? { after } : {}),
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { ms: performance.now() - started, next: body.nextCursor }
    }
    let cursor: string | undefined
    for (let page = 1; page < PAGES; page++) cursor = (await list(cursor)).next
    const first: number[] = []
    const hundredth: number[] = []
    for (let n = 0; n < REPEATS; n++) {
      first.push((await list()).ms)
      hundredth.push((await list(cursor)).ms)
    }
    const ratio = median(hundredth.map((ms, at) => ms / first[at]!))
    aims.push({
      what: `by ${sort}, ${direction}`,
      measured: `${ratio.toFixed(2)} x (${median(hundredth).toFixed(1)} ms beside ${median(first).toFixed(1)} ms)`,
      aim: "at most 1.5 x",
      met: ratio <= 1.5,
    })
  }
}
await product.stop()
folder.remove()
printAims(`Page ${PAGES} of ${SYSTEMS} systems beside page 1`, aims)
