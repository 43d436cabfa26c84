import { describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "./access/implement.ts"
import { route } from "./access/points/route.ts"
import type { Tool } from "./access/points/tool.ts"
import { browserTool } from "./contract/browser-tool.ts"
import { defineContract, procedure } from "./contract/procedure.ts"
import { foreignTarget } from "./db/migration-targets.ts"
import { definePlugin, type Plugin } from "./define-plugin.ts"
import { defineTool } from "./tools/tool.ts"
import { validatePlugins } from "./validate-plugins.ts"
import { inOrderOfNeed } from "./validate-wiring.ts"

const open = { effect: "mutate", access: "signedIn", output: z.object({}) } as const
const contract = defineContract("shop", {
  sell: procedure({ ...open, summary: "Sell.", input: z.object({}) }),
  price: procedure({ ...open, summary: "Price.", input: z.object({ amount: z.int() }) }),
})
const sell = implement(contract.sell, async () => ({}))
const price = implement(contract.price, async () => ({}))
const look = route("GET /shop", sell, { readInput: () => ({}), respond: () => new Response() })
const worker = { id: "shop.keeper", start: () => ({ stop: async () => {} }) }
const suggestion = { text: "Sell something", needs: [] }
const skill = { id: "haggle", title: "Haggle", description: "Haggle.", text: "Haggle." }
const thing = { type: "shop.good", namesOf: async () => new Map<string, string>() }
const name = { type: "shop.good", table: "shop.good" }
const sellTool = (undo?: Tool["undo"]) =>
  defineTool({
    name: "sell",
    verb: sell,
    description: "Sell something.",
    preview: async () => ({ summary: "Sell", target: {}, after: {} }),
    ...(undo ? { undo } : {}),
  })
const migration = (sql: string) => ({ migrations: [{ name: "0001-shop", sql }] })

const shop = (parts: Partial<Parameters<typeof definePlugin<typeof contract>>[0]>) =>
  definePlugin({ id: "shop", contract, verbs: { sell, price }, ...parts })
const stand = (parts: Partial<Plugin>): Plugin => ({ ...shop({}), id: "stand", contract: {}, verbs: {}, ...parts })

const window = (timeoutMs: number) =>
  definePlugin({
    id: "window",
    contract: defineContract("window", {
      look: browserTool({
        summary: "Look.",
        words: "Looked",
        description: "Look out.",
        access: "signedIn",
        input: z.object({}),
        output: z.object({}),
        timeoutMs,
      }),
    }),
    verbs: {},
  })

describe("wrong wiring does not start", () => {
  it.each<[string, readonly Plugin[], string]>([
    [
      "a browser tool that may take longer than anybody waits",
      [window(90_001)],
      'Plugin "window" declares the browser tool "look" with a time of 90001 ms; a page is waited for at most 90000 ms.',
    ],
    [
      "a browser tool that is not offered",
      [{ ...window(1_000), tools: [] }],
      'Plugin "window" declares the browser tool "look", but offers no such tool: definePlugin makes it from the contract.',
    ],
    [
      "another tool under a browser tool's name",
      [{ ...window(1_000), tools: [{ ...sellTool(), name: "look" }] }],
      'Plugin "window" declares the browser tool "look", but offers another verb under this name: definePlugin makes it from the contract.',
    ],
    [
      "an undo by a tool of nobody's",
      [shop({ tools: [sellTool({ tool: "shop.unsell", by: () => null })] })],
      'The tool "shop.sell" is undone by "shop.unsell", which no plugin registers.',
    ],
    [
      "a suggestion that needs a tool of nobody's",
      [shop({ assistant: { suggestions: [{ text: "Buy", needs: ["shop.buy"] }] } })],
      'Plugin "shop" suggests "Buy", which needs "shop.buy": no plugin registers that tool.',
    ],
    [
      "guidance for a tool of nobody's",
      [shop({ assistant: { prompt: [{ title: "Buying", text: "Buy.", whenOffered: ["shop.buy"] }] } })],
      'Plugin "shop" guides with "Buying" when "shop.buy" is offered: no plugin registers it.',
    ],
    [
      "a sample verb that takes an input",
      [shop({ sample: { add: price, remove: sell } })],
      'Plugin "shop" lists shop.price as sample.add, but it takes an input: nobody is asked for one.',
    ],
    [
      "a sample verb of another plugin",
      [shop({}), stand({ sample: { add: sell, remove: sell } })],
      'Plugin "stand" lists shop.sell as sample.add; it must be one of its own verbs.',
    ],
    [
      "a migration of another plugin's table",
      [shop(migration("ALTER TABLE catalog.system ADD COLUMN price int"))],
      'The migration 0001-shop of the plugin "shop" works on catalog.system; a plugin\'s tables are in its schema: "shop.<table>".',
    ],
    [
      "a required plugin that is missing",
      [shop({ requires: ["bank"] })],
      'Plugin "shop" requires "bank", which is not there. Add it to the list in apps/server, or leave "shop" out.',
    ],
    [
      "plugins that require each other",
      [shop({ requires: ["stand"] }), stand({ requires: ["shop"] })],
      'The plugins "shop" -> "stand" -> "shop" require each other.',
    ],
    [
      "a worker of another name",
      [shop({ workers: [{ ...worker, id: "keeper" }] })],
      'Plugin "shop" names a worker "keeper"; it must begin with "shop.".',
    ],
    [
      "a worker twice",
      [shop({ workers: [worker, worker] })],
      'Plugin "shop" registers the worker "shop.keeper" twice.',
    ],
    ["a skill twice", [shop({ assistant: { skills: [skill, skill] } })], 'registers the skill "shop.haggle" twice.'],
    [
      "a suggestion of two plugins",
      [shop({ assistant: { suggestions: [suggestion] } }), stand({ assistant: { suggestions: [suggestion] } })],
      'The plugins "shop" and "stand" both register the suggestion "Sell something".',
    ],
    ["a kind of thing twice", [shop({ things: [thing, thing] })], 'registers the thing "shop.good" twice.'],
    ["a kind of name twice", [shop({ names: [name, name] })], 'registers the name "shop.good" twice.'],
    [
      "an address of two plugins",
      [shop({ routes: [look] }), stand({ routes: [look] })],
      'The plugins "shop" and "stand" both register the route "GET /shop".',
    ],
    [
      "a migration twice",
      [shop({ migrations: [1, 2].map(() => ({ name: "0001-shop", sql: "CREATE TABLE shop.good (id int)" })) })],
      'registers the migration "shop/0001-shop" twice.',
    ],
  ])("with %s", (_, plugins, sentence) => {
    expect(() => validatePlugins(plugins)).toThrow(sentence)
  })

  it("and right wiring does, each plugin after those it requires", () => {
    const right = shop({
      tools: [sellTool({ tool: "shop.sell", by: () => null })],
      sample: { add: sell, remove: sell },
      workers: [worker],
      routes: [look],
      requires: ["stand"],
    })
    expect(validatePlugins([right, stand({})]).map(({ id }) => id)).toEqual(["stand", "shop"])
    const listed = ["c", "b", "a"].map((id) => ({ id, requires: id === "c" ? ["a"] : [] }))
    expect(inOrderOfNeed(listed).map(({ id }) => id)).toEqual(["a", "c", "b"])
  })
})

describe("a migration's targets", () => {
  it.each([
    ["INSERT INTO platform.role VALUES (1)", "platform.role"],
    ["UPDATE catalog.system s SET status = NULL", "catalog.system"],
    ["DELETE FROM catalog.system", "catalog.system"],
    ["DROP TABLE IF EXISTS shop.good, catalog.system", "catalog.system"],
    ["CREATE TABLE good (id int)", "good"],
    ["CREATE INDEX CONCURRENTLY IF NOT EXISTS by_name ON platform.person (name)", "platform.person"],
    [
      "CREATE TRIGGER watch AFTER INSERT OR UPDATE ON incident.incident FOR EACH ROW EXECUTE FUNCTION shop.watch()",
      "incident.incident",
    ],
    [
      "CREATE FUNCTION shop.f() RETURNS void AS $$ BEGIN TRUNCATE platform.audit; END $$ LANGUAGE plpgsql",
      "platform.audit",
    ],
    ["CREATE OR REPLACE FUNCTION platform.now() RETURNS timestamptz AS $$ SELECT now() $$", "platform.now"],
    ['ALTER TABLE "platform"."person" ADD COLUMN x int', "platform.person"],
    ["CREATE EXTENSION dblink", "CREATE EXTENSION"],
    ["ALTER ROLE postgres SUPERUSER; CREATE TABLE shop.good (id int)", "ALTER ROLE"],
  ])("are found in: %s", (sql, target) => {
    expect(foreignTarget("shop", sql)).toBe(target)
  })

  it.each([
    "CREATE TABLE shop.good (id int, team uuid REFERENCES platform.team ON DELETE SET NULL ON UPDATE CASCADE)",
    "INSERT INTO shop.good SELECT id FROM catalog.system ON CONFLICT (id) DO UPDATE SET id = EXCLUDED.id",
    "ALTER TABLE shop.good ADD COLUMN s text GENERATED ALWAYS AS (platform.skeleton(name)) STORED",
    "CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shop.good FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update()",
    "-- UPDATE platform.person SET name = ''\nCREATE UNIQUE INDEX good_by_name ON shop.good (lower(name))",
    "CREATE FUNCTION pg_temp.owner(good int) RETURNS text LANGUAGE sql AS $$ SELECT 'shop' $$; DROP FUNCTION pg_temp.owner",
    "WITH old AS (SELECT id FROM shop.good FOR UPDATE) UPDATE shop.good g SET id = 1 FROM old WHERE g.id = old.id",
  ])("are the plugin's own in: %s", (sql) => {
    expect(foreignTarget("shop", sql)).toBeUndefined()
  })
})

it("refuses to hear more of a browser tool that is none", () => {
  const said = { sell: {} } as never
  expect(() => definePlugin({ id: "shop", contract, verbs: { sell, price }, browserTools: said })).toThrow(
    'Plugin "shop" says more in "browserTools" of "sell", which is no browser tool of its contract.',
  )
})
