import { testPlatform } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { type PluginMetrics, pluginMetrics } from "../access/points/plugin-metrics.ts"
import { createLog } from "../log.ts"
import { createMetrics, type Sample } from "../metrics.ts"
import { validateMetrics } from "../validate-metrics.ts"
import { addPluginMetrics } from "./plugin-metrics.ts"

const { anonymous } = await testPlatform({ plugins: [] })
const { runtime } = await anonymous()

const family = (type: "gauge" | "counter" = "gauge") => ({ type, help: "Numbers." })

function render(
  read: PluginMetrics["read"],
  more: { mostSamples?: number; families?: PluginMetrics["families"] } = {},
) {
  const warnings: string[] = []
  const log = createLog({ level: "warn", format: "json", mask: (text) => text, write: (line) => warnings.push(line) })
  const metrics = createMetrics()
  const { mostSamples = 10, families = { countersign_shop_orders: family() } } = more
  addPluginMetrics(
    metrics,
    { ...runtime, log },
    [
      { id: "shop", metrics: [{ families, read }] },
      { id: "well", metrics: [well] },
    ],
    { readMs: 300, mostSamples },
  )
  return { scrape: () => metrics.render(), warnings }
}

const well = pluginMetrics({
  families: { countersign_well_depth_meters: family() },
  read: async () => ({ countersign_well_depth_meters: [{ value: 7 }] }),
})
const WELL =
  "# HELP countersign_well_depth_meters Numbers.\n# TYPE countersign_well_depth_meters gauge\ncountersign_well_depth_meters 7\n"

describe("metrics of plugins", () => {
  it("are read from the database at each scrape, with labels of any text", async () => {
    const { scrape, warnings } = render(async (host) => {
      const { rows } = await host.sql.execute<{ value: number }>(sql`SELECT 3 AS value`)
      return { countersign_shop_orders: rows.map(({ value }) => ({ labels: { shop: 'a "b"\n\\' }, value })) }
    })

    expect(await scrape()).toBe(
      `# HELP countersign_shop_orders Numbers.\n# TYPE countersign_shop_orders gauge\ncountersign_shop_orders{shop="a \\"b\\"\\n\\\\"} 3\n${WELL}`,
    )
    expect(warnings).toEqual([])
  })

  it.each<[string, PluginMetrics["read"]]>([
    ["fails", async () => Promise.reject(new Error("out of order"))],
    // A wait by time: a statement that takes too long is what is tried.
    ["asks for what takes long", (host) => host.sql.execute(sql`SELECT pg_sleep(20)`).then(() => ({}))],
    ["never answers", () => new Promise(() => {})],
    ["writes", (host) => host.sql.execute(sql`DELETE FROM platform.secret`).then(() => ({}))],
  ])("that one of them %s are left out, and the log says so once", async (_, read) => {
    const { scrape, warnings } = render(read)

    expect([await scrape(), await scrape()]).toEqual([WELL, WELL])
    expect(warnings).toEqual([expect.stringContaining("The metrics of the plugin shop could not be read")])
    expect(runtime.database.pool.waitingCount).toBe(0)
  })

  it("are told of again after they worked", async () => {
    let works = false
    const { scrape, warnings } = render(async () => (works ? {} : Promise.reject(new Error("out of order"))))

    await scrape()
    works = true
    await scrape()
    works = false
    await scrape()

    expect(warnings).toHaveLength(2)
  })

  it("are read once for two collectors at once", async () => {
    let times = 0
    const { scrape } = render(async (host) => {
      times++
      await host.sql.execute(sql`SELECT`)
      return {}
    })

    await Promise.all([scrape(), scrape()])

    expect(times).toBe(1)
  })

  it("lose what a collector would refuse the whole scrape for, and what is too much", async () => {
    const many = Array.from({ length: 5 }, (_, at) => ({ labels: { at }, value: at }))
    const bad: Sample[] = [
      { labels: { a: 1, b: 2 }, value: 1 },
      { labels: { b: "2", a: "1" }, value: 2 },
      { labels: { "not-a-label": 1 }, value: 3 },
    ]
    const families = { countersign_shop_first: family(), countersign_shop_second: family() }
    const read = async () => ({ countersign_shop_first: bad, countersign_shop_second: many })
    const { scrape, warnings } = render(read, { families, mostSamples: 3 })

    const lines = (await scrape()).split("\n").filter((line) => line.startsWith("countersign_shop"))

    expect(lines).toEqual([
      'countersign_shop_first{a="1",b="2"} 1',
      'countersign_shop_second{at="0"} 0',
      'countersign_shop_second{at="1"} 1',
    ])
    expect(warnings).toEqual([expect.stringMatching(/one series twice\. .*more than there is room for: 3 series/)])
  })

  it.each([
    ["countersign_shop_Orders", family(), "not lower case"],
    ["countersign_other_orders", family(), 'begin with \\"countersign_shop_\\"'],
    ["process_orders", family(), "another's name"],
    ["countersign_shop_orders", family("counter"), "ends in"],
    ["countersign_shop_orders_total", family(), "does not count"],
    ["countersign_shop_orders_sum", family(), "histogram"],
    ["monitor_status", { type: "gauge" as const, help: " " }, "help"],
  ])("called %s stop the start with a sentence", (name, draft, words) => {
    const plugin = { id: "shop", metrics: [{ families: { [name]: draft }, read: async () => ({}) }] }
    expect(() => validateMetrics(plugin)).toThrow(words.replaceAll("\\", ""))
  })

  it("may have the names that dashboards of others know", () => {
    const families = { monitor_status: family(), countersign_shop_orders_total: family("counter") }
    expect(() => validateMetrics({ id: "shop", metrics: [{ families, read: async () => ({}) }] })).not.toThrow()
  })
})
