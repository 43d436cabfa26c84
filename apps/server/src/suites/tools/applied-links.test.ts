import { createRegistry } from "@countersign/core/web"
import { type ExampleWorld, sending, testPlatform } from "@countersign/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { platformPlugin } from "../../../../../packages/core/src/reserved/platform-plugin.ts"
import { aiContract } from "../../../../../plugins/ai/src/contract.ts"
import { plugins as webPlugins } from "../../../../web/src/plugins.ts"
import { examples, registered } from "../registered.fixture.ts"

const { platform, database, as } = await testPlatform({ plugins: registered })
const ana = await as("ana", "administrator")
const world: ExampleWorld = {
  call: (procedure, input, file) => platform.call(sending(ana, file), procedure, input),
  random: Math.random,
}
const { thingPath } = createRegistry(webPlugins)
const changing = ana.runtime.tools.tools.filter(({ effect }) => effect !== "read")
const kinds = [platformPlugin, ...registered].flatMap(({ names = [] }) => names)
const led = { made: new Set<string>(), changed: new Set<string>() }
/** Types of what was changed and has no page: told of without a link. */
const pageless = new Set<string>()

beforeAll(async () => {
  await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 100000")
})

/** Where the line of a change that was applied leads. */
describe.each(changing.map((tool) => [tool.name, tool] as const))("a change by %s", (toolName, { effect }) => {
  it("leads to what it made or changed, and never to what is gone", async () => {
    const example = examples[toolName]!
    const input = example.input(await example.world(world), world) as Record<string, unknown>
    const { proposalId } = await platform.call(ana, aiContract.proposeTool, { toolName, input })
    const waiting = await platform.call(ana, aiContract.describeProposal, { proposalId })
    expect(waiting.about, "before it is applied").toBeNull()
    const before = await namedNow()
    await platform.call(ana, aiContract.signProposal, { proposalId, kind: "apply" })
    const { about } = await platform.call(ana, aiContract.describeProposal, { proposalId })
    const now = await namedNow()

    const made = [...now].filter((one) => !before.has(one))
    if (about && !thingPath(about)) pageless.add(about.type)
    else if (about) {
      expect(now, `${about.name} is there`).toContain(`${about.type} ${about.id}`)
      led[made.length > 0 ? "made" : "changed"].add(toolName)
    }
    // One thing that was made, or a change of one, is what the line leads to.
    if (made.length === 1) expect(`${about?.type} ${about?.id}`).toBe(made[0])
    const touched = waiting.things.filter(
      ({ type, id, name }) => now.has(`${type} ${id}`) && waiting.summary.includes(name),
    )
    if (effect === "mutate" && made.length === 0 && touched.length > 0) expect(about).not.toBeNull()
  })
})

it("led to things that were made and to things that were changed", () => {
  expect(led.made.size).toBeGreaterThan(5)
  expect(led.changed.size).toBeGreaterThan(8)
  // Documents of the site are cards' things by their bare ids, and their pages are known by type and id together.
  expect([...pageless].sort()).toEqual(["site.file", "site.page", "site.template", "site.visualComponent"])
})

/** Everything that has a name, whatever it is. */
async function namedNow(): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { type, table, key = "id" } of kinds)
    for (const { id } of (await database.pool.query(`SELECT ${key}::text AS id FROM ${table}`)).rows)
      found.add(`${type} ${id}`)
  return found
}
