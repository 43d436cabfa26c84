import { testPlatform } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineAccess } from "../../contract/access.ts"
import { type Issue, IssueList, issuesProcedure } from "../../contract/kit/issue.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { definePlugin, type Plugin } from "../../define-plugin.ts"
import { validatePlugins } from "../../validate-plugins.ts"
import { implement, type Verb } from "../implement.ts"
import { collectIssues } from "./collect-issues.ts"

const told: Record<string, () => Promise<Issue[]>> = {}

/** A plugin that answers what the test tells it to. */
function source(id: string): Plugin {
  const access = defineAccess(`${id}.thing`, { read: "See things" })
  const contract = defineContract(id, { wrong: issuesProcedure({ summary: "What is wrong.", access: access.read }) })
  const wrong = implement(contract.wrong, async (ctx, { limit }) => {
    // A wait by time: what is bounded is how long a statement takes.
    if (id === "slow") await ctx.tx.execute(sql`SELECT pg_sleep(20)`)
    if (id === "broken") await ctx.tx.execute(sql`SELECT 1 / 0`)
    const { rows } = await ctx.tx.execute<{ one: number }>(sql`SELECT 1 AS one`)
    return { items: rows.length === 1 ? ((await told[id]?.()) ?? []).slice(0, limit) : [] }
  })
  return definePlugin({ id, contract, access: [access], verbs: { wrong }, issues: { name: `Of ${id}`, verb: wrong } })
}

const contract = defineContract("collector", {
  collect: procedure({
    summary: "Collect.",
    effect: "read",
    access: "signedIn",
    input: z.object({ limit: z.int(), statementMs: z.int(), togetherMs: z.int() }).partial(),
    output: IssueList.extend({ timeout: z.string() }),
  }),
})
const collect = implement(contract.collect, async (ctx, { limit = 10, ...bounds }) => {
  const list = await collectIssues(ctx, limit, bounds)
  const { rows } = await ctx.tx.execute<{ timeout: string }>(
    sql`SELECT current_setting('statement_timeout') AS timeout`,
  )
  return { ...list, timeout: rows[0]!.timeout }
})
const collector = definePlugin({ id: "collector", contract, verbs: { collect } })

const { as, asHolderOf } = await testPlatform({
  plugins: [source("slow"), source("broken"), source("first"), source("second"), collector],
})
/** A machine that is held up for a moment must not make those late that ask for next to nothing. */
const STATEMENT_MS = 999
const vera = await as("vera", "viewer")

describe("collectIssues", () => {
  it("tells the worst first, of equals what began last, and whose word it is", async () => {
    told.first = async () => [issue("A", "degraded", 1), issue("B", "unhealthy", 1)]
    told.second = async () => [issue("C", "unhealthy", 2), issue("D", "unknown", 3), issue("E", "maintenance", 3)]

    const { items, more } = await collect(vera, { statementMs: STATEMENT_MS })

    expect(items.map(({ thing, source }) => `${thing.name} ${source}`)).toEqual([
      "C second",
      "B first",
      "A first",
      "E second",
      "D second",
    ])
    expect(more).toBe(false)
  })

  it("goes on after a source that failed or took too long, and says which", async () => {
    const { checked, failed, hidden, timeout } = await collect(vera, { statementMs: STATEMENT_MS })

    expect(checked.map(({ name }) => name)).toEqual(["Of first", "Of second"])
    expect(failed.map(({ name }) => name)).toEqual(["Of slow", "Of broken"])
    expect(hidden).toEqual([])
    expect(timeout).not.toBe(`${STATEMENT_MS}ms`)
  })

  it("asks nobody any more once all of them together took too long", async () => {
    const { checked, failed } = await collect(vera, { statementMs: STATEMENT_MS, togetherMs: 0 })

    expect(checked).toEqual([])
    expect(failed).toHaveLength(4)
  })

  it("says which sources its caller may not see", async () => {
    const paul = await asHolderOf("paul", ["second.thing.read"])

    const { checked, hidden, items } = await collect(paul, {})

    expect(checked).toEqual([{ id: "second", name: "Of second" }])
    expect(hidden.map(({ id }) => id)).toEqual(["slow", "broken", "first"])
    expect(items.every(({ source }) => source === "second")).toBe(true)
  })

  it("says when there is more than was asked for", async () => {
    const paul = await asHolderOf("paul", ["second.thing.read"])

    expect(await collect(paul, { limit: 2 })).toMatchObject({ items: { length: 2 }, more: true })
    expect(await collect(paul, { limit: 3 })).toMatchObject({ items: { length: 3 }, more: false })
  })

  it("tells a thing once where another one, as bad or worse, is the reason for it", async () => {
    const explaining = { explains: [{ type: "probe.thing", id: "A" }] }
    told.first = async () => [issue("A", "degraded", 1), issue("B", "unhealthy", 1)]
    const namesWith = async (tone: Issue["tone"], limit?: number) => {
      told.second = async () => [{ ...issue("C", tone, 2), ...explaining }]
      const { items, more } = await collect(vera, { statementMs: 100, limit })
      return [items.map(({ thing }) => thing.name).join(), more]
    }

    expect(await namesWith("degraded")).toEqual(["B,C", false])
    expect(await namesWith("unhealthy")).toEqual(["C,B", false])
    expect(await namesWith("maintenance")).toEqual(["B,A,C", false])
    // The first one told of two where one was asked for: what it would have told next is not known.
    expect(await namesWith("unhealthy", 1)).toEqual(["C", true])
    const petra = await asHolderOf("petra", ["first.thing.read"])
    expect((await collect(petra, {})).items.map(({ thing }) => thing.name)).toEqual(["B", "A"])
  })

  it("takes no verb of another plugin's and none that answers something else", () => {
    const foreign = definePlugin({ id: "thief", contract: {}, verbs: {}, issues: source("first").issues! })
    expect(() => validatePlugins([foreign])).toThrow(
      'Plugin "thief" lists first.wrong under "issues"; it must be one of its own verbs.',
    )
    // @ts-expect-error it answers no issues
    const other: Verb<ReturnType<typeof issuesProcedure>> = collect
    expect(other).toBe(collect)
  })
})

function issue(name: string, tone: Issue["tone"], hour: number): Issue {
  return {
    thing: { type: "probe.thing", id: name, name },
    tone,
    since: `2026-05-01T0${hour}:00:00.000Z`,
    sentence: "It is wrong.",
  }
}
