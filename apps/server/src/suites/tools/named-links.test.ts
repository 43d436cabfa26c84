import { randomUUID } from "node:crypto"
import { invokeTool } from "@countersign/core/assistant"
import { createRegistry } from "@countersign/core/web"
import { type ExampleWorld, tabOf, testPlatform } from "@countersign/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { addressesOf } from "../../../../../packages/core/src/tools/destination.ts"
import { namedThings } from "../../../../../plugins/ai/src/web/assistant/named-things.ts"
import { plugins as webPlugins } from "../../../../web/src/plugins.ts"
import { examples, registered } from "../registered.fixture.ts"

const { platform, database, as } = await testPlatform({ plugins: registered })
const ana = { ...(await as("ana", "administrator")), transport: "chat" as const }
const world: ExampleWorld = { call: (procedure, input) => platform.call(ana, procedure, input), random: Math.random }
const registry = createRegistry(webPlugins)
const { tools } = ana.runtime.tools
const kinds = registered.flatMap(({ things = [] }) => things).filter(({ type }) => registry.thingTypes().includes(type))
const linked = new Set<string>()

beforeAll(async () => {
  await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
})

/** What a conversation keeps of a call is what its names are found in. */
describe("a thing with a page that a tool tells of by name", () => {
  it("is of some kind that has a page", () => expect(kinds.map(({ type }) => type).length).toBeGreaterThan(3))

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "is a link where %s tells of it, and of nothing else",
    async (toolName, tool) => {
      const example = examples[toolName]!
      const input = example.input(await example.world(world), world)
      const named = addressesOf(tool, input as Record<string, unknown>).map((address) => new URL(address).host)
      const outcome = await invokeTool(
        {
          caller: { ...ana, ...tabOf(example, world) },
          mode: "auto",
          conversation: { id: randomUUID(), taint: [], named },
        },
        { toolName, input },
      ).catch((error) => {
        // What reaches out finds nothing here.
        if (named.length > 0) return null
        throw error
      })
      if (!outcome || outcome.status === "awaiting_signature") return
      const text = JSON.stringify(outcome.forModel)
      const found = namedThings(registry, toolName, text)
      const told = namesIn(JSON.parse(text))
      const pages = new Map<string, string>()
      for (const { type, namesOf } of kinds)
        for (const [id, name] of await namesOf(ana, [...new Set(told.map(({ id }) => id))])) {
          if (!told.some((one) => one.id === id && one.name === name)) continue
          pages.set(`${name} ${registry.thingPath({ type, id })}`, type)
        }
      expect([...new Set(found.map((one) => one.join(" ")))].sort(), text).toEqual([...pages.keys()].sort())
      for (const type of pages.values()) linked.add(type)
    },
  )

  it("was of every such kind", () => {
    expect([...linked].sort()).toEqual(kinds.map(({ type }) => type).sort())
  })
})

/** Everything in an answer that has an id and is called something. */
function namesIn(value: unknown): { id: string; name: string }[] {
  if (value === null || typeof value !== "object") return []
  const { id, name, title } = value as Record<string, unknown>
  const label = typeof name === "string" ? name : title
  const own = typeof id === "string" && typeof label === "string" ? [{ id, name: label }] : []
  return [...own, ...Object.values(value).flatMap(namesIn)]
}
