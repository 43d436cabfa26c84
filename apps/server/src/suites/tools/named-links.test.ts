import { randomUUID } from "node:crypto"
import { invokeTool } from "@countersign/core/assistant"
import { isId } from "@countersign/core/contract"
import { createRegistry } from "@countersign/core/web"
import { type ExampleWorld, sending, tabOf, testPlatform } from "@countersign/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { platformPlugin } from "../../../../../packages/core/src/reserved/platform-plugin.ts"
import { addressesOf } from "../../../../../packages/core/src/tools/destination.ts"
import { namedThings } from "../../../../../plugins/ai/src/web/assistant/named-things.ts"
import { plugins as webPlugins } from "../../../../web/src/plugins.ts"
import { examples, registered } from "../registered.fixture.ts"

const { platform, database, as } = await testPlatform({ plugins: registered })
const ana = { ...(await as("ana", "administrator")), transport: "chat" as const }
const world: ExampleWorld = {
  call: (procedure, input, file) => platform.call(sending(ana, file), procedure, input),
  random: Math.random,
}
const { thingTypes, thingPath } = createRegistry(webPlugins)
const { tools } = ana.runtime.tools
const kinds = [platformPlugin, ...registered].flatMap(({ names = [] }) => names)
const linked = new Set<string>()

/** Kinds of things with a name that no tool tells of. */
const UNTOLD: Readonly<Record<string, string>> = {
  "platform.role": "Roles are looked at and changed by people alone.",
  "platform.application":
    "Whoever did something is told by an id and a name; the page of a person leads on to that of an application.",
  "platform.oauth": "Connected apps are looked at and changed by people alone.",
  "platform.oidc": "Providers of sign-in are looked at and changed by people alone.",
  "platform.secret": "A model learns the name of a secret only from the person who tells it.",
  "ai.skill": "A skill is switched on by people alone.",
  "ai.connection": "Connections are looked at and changed by people alone.",
}

beforeAll(async () => {
  await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
})

/** What a conversation keeps of a call is what its names are found in. */
describe("a thing that a tool tells of by name", () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "is a link where %s tells of it, and nothing else is",
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
      const links = new Set<string>()
      for (const { id, name } of namesIn(JSON.parse(text))) {
        const type = await kindOf(id, name)
        expect(type, `${name} is of some kind: ${text}`).toBeDefined()
        expect(thingPath({ type: type!, id }), `${type} can be looked at`).toBeDefined()
        links.add(`${name} ${thingPath({ type: type!, id })}`)
        linked.add(type!)
      }
      const found = namedThings({ types: thingTypes(), hrefOf: thingPath }, toolName, text)
      expect([...new Set(found.map((one) => one.join(" ")))].sort(), text).toEqual([...links].sort())
    },
  )

  it("was of every kind that has a name, and a page of the guide", () => {
    const told = kinds.map(({ type }) => type).filter((type) => !(type in UNTOLD))
    expect(told.length).toBeGreaterThan(7)
    expect([...linked].sort()).toEqual([...told, "ai.doc"].sort())
  })
})

/** What the database says that it is, whatever a tool calls it. */
async function kindOf(id: string, name: string): Promise<string | undefined> {
  if (!isId(id)) return "ai.doc"
  for (const { type, table, key = "id", name: column = "name" } of kinds) {
    const { rows } = await database.pool.query(`SELECT 1 FROM ${table} WHERE ${key}::text = $1 AND ${column} = $2`, [
      id,
      name,
    ])
    if (rows.length > 0) return type
  }
  return undefined
}

/** Everything in an answer that has an id, or lies somewhere in the guide, and is called something. */
function namesIn(value: unknown): { id: string; name: string }[] {
  if (value === null || typeof value !== "object") return []
  const { id, slug, value: chosen, name, title, display } = value as Record<string, unknown>
  const ids = [id, chosen].filter((one) => typeof one === "string" && isId(one))
  const own = [...ids, ...(typeof slug === "string" ? [slug] : [])] as string[]
  const label = [name, title, display].find((one) => typeof one === "string")
  return [
    ...(label === undefined ? [] : own.map((one) => ({ id: one, name: label }))),
    ...Object.values(value).flatMap(namesIn),
  ]
}
