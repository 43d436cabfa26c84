import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { apply } from "../commands/apply.ts"
import { PAGE, startSite } from "../commands/random-commands.fixture.ts"
import { keyOf, type NodeRecord, type SiteDocument } from "./node.ts"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/** Cards with a heading, two paragraphs and a link each, as pages have them: texts and attributes of their own. */
function documentOf(count: number, salt: number): SiteDocument {
  const nodes: NodeRecord[] = []
  const roots: string[] = []
  const text = (id: string, n: number): NodeRecord => ({
    kind: "text",
    id,
    text: `Words number ${n} of ${salt}, as long as usual`,
  })
  const element = (id: string, tag: string, children: string[], n: number): NodeRecord => ({
    kind: "element",
    id,
    tag,
    namespace: "html",
    attributes: [["data-n", `${salt}-${n}`]],
    classes: [`card-${tag}`, `wide-${n}`],
    style: null,
    children,
  })
  for (let n = 0; nodes.length < count; n += 1) {
    const id = `c${n}`
    nodes.push(
      element(
        id,
        "section",
        ["h", "p", "a"].map((part) => id + part),
        n,
      ),
    )
    for (const [part, tag] of [
      ["h", "h2"],
      ["p", "p"],
      ["a", "a"],
    ] as const) {
      nodes.push(element(id + part, tag, [`${id}${part}t`], n), text(`${id}${part}t`, n))
    }
    roots.push(id)
  }
  const place = { parent: "body", after: null, before: null }
  const applied = apply(startSite(), { type: "insert", document: PAGE, place, fragment: { roots, nodes } })
  if (!applied.ok) throw new Error(applied.reason)
  return applied.site.documents.get(keyOf(PAGE))!
}

describe("a document of 2,000 nodes", () => {
  it("takes at most 10 MB of memory, also with 1,000 later versions kept beside it", () => {
    documentOf(2_000, 0)
    collect()
    const before = process.memoryUsage().heapUsed
    const kept = [1, 2, 3].map((salt) => documentOf(2_000, salt))
    collect()
    const each = (process.memoryUsage().heapUsed - before) / kept.length
    expect(kept[0]!.nodes.size).toBeGreaterThan(2_000)
    expect(each).toBeLessThan(10e6)

    const versions = [kept[0]!]
    const start = process.memoryUsage().heapUsed
    for (let n = 0; n < 1_000; n += 1) {
      const document = versions.at(-1)!
      const node = document.nodes.get(`c${n % 200}ht`)!
      versions.push({ ...document, nodes: document.nodes.set(node.id, { ...node, label: `${n}` }) })
    }
    collect()
    expect(process.memoryUsage().heapUsed - start).toBeLessThan(10e6)
    expect(versions).toHaveLength(1_001)
  })
})
