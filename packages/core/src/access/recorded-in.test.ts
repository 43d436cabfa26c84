import { testPlatform } from "@countersign/testing"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineAccess } from "../contract/access.ts"
import { defineContract, type Procedure, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { servicePrincipal } from "../identity/principal/principal.ts"
import { implement } from "./implement.ts"

const probeAccess = defineAccess("gauge.probe", { manage: "Work with probes" })
const anything = { input: z.object({}), output: z.object({}) }
const measured = { summary: "Measure.", effect: "mutate", access: "internal", ...anything } as const

const RUN = "CREATE TABLE gauge.run (at timestamptz NOT NULL DEFAULT now(), who text NOT NULL);"
const KEPT =
  "CREATE TRIGGER append_only BEFORE UPDATE ON gauge.run FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_update();"

function gauge(measure: Procedure<typeof anything.input, typeof anything.output>, migration = RUN + KEPT) {
  const contract = defineContract("gauge", {
    measure,
    correct: procedure({ ...measured, summary: "Correct what was measured.", recordedIn: "gauge.run" }),
    look: procedure({ ...measured, summary: "Measure through another verb." }),
  })
  return definePlugin({
    id: "gauge",
    contract,
    access: [probeAccess],
    migrations: [{ name: "0001-run", sql: migration }],
    verbs: {
      measure: implement(contract.measure, async (ctx) => {
        await ctx.tx.execute(sql`INSERT INTO gauge.run (who) VALUES (${ctx.principal.id})`)
        return {}
      }),
      correct: implement(contract.correct, async (ctx) => {
        await ctx.tx.execute(sql`UPDATE gauge.run SET who = 'somebody else'`)
        return {}
      }),
      look: implement(contract.look, async (ctx) => {
        await ctx.call(contract.measure, {})
        ctx.audit({ note: "Looked." })
        return {}
      }),
    },
  })
}

describe("recordedIn", () => {
  it("owes no audit row and records what was measured, alone or inside of a verb that owes one", async () => {
    const plugin = gauge(procedure({ ...measured, recordedIn: "gauge.run" }))
    const { platform, database, trail } = await testPlatform({ plugins: [plugin] })
    const caller = platform.caller(servicePrincipal("gauge"), "job")

    await platform.call(caller, plugin.contract.measure!, {})
    await platform.call(caller, plugin.contract.look!, {})

    const { rows } = await database.pool.query("SELECT who FROM gauge.run")
    expect(rows).toHaveLength(2)
    expect((await trail()).map(({ action }) => action)).toEqual(["gauge.look"])
    await expect(platform.call(caller, plugin.contract.correct!, {})).rejects.toMatchObject({
      cause: expect.objectContaining({ message: "Rows of gauge.run are written once and never changed." }),
    })
  })

  it.each([
    ["a table of another plugin", procedure({ ...measured, recordedIn: "other.run" }), 'the form "gauge.<table>"'],
    [
      "what people call",
      procedure({ ...measured, access: probeAccess.manage, recordedIn: "gauge.run" }),
      "not only mach",
    ],
    ["what destroys", procedure({ ...measured, effect: "destructive", recordedIn: "gauge.run" }), "is always audited"],
    ["a read", procedure({ ...measured, effect: "read", recordedIn: "gauge.run" }), "which changes nothing"],
    ["a draft without a record", procedure({ ...measured, draft: true }), "a draft's command but not recorded"],
  ])("does not start with %s", async (_, measure, sentence) => {
    await expect(testPlatform({ plugins: [gauge(measure)] })).rejects.toThrow(sentence)
  })

  it("lets people command a draft, which an audited verb publishes", async () => {
    const command = procedure({ ...measured, access: probeAccess.manage, draft: true, recordedIn: "gauge.run" })
    const plugin = gauge(command)
    const { platform, as, trail } = await testPlatform({ plugins: [plugin] })

    await platform.call(await as("ana"), plugin.contract.measure!, {})

    expect(await trail()).toEqual([])
  })

  it.each([
    ["no such table", "CREATE TABLE gauge.walk (id int)", "there is no such table"],
    ["a table whose rows can be changed", RUN, "whose rows can be changed afterwards"],
  ])("does not start with %s", async (_, migration, sentence) => {
    const plugin = gauge(procedure({ ...measured, recordedIn: "gauge.run" }), migration)
    await expect(testPlatform({ plugins: [plugin] })).rejects.toThrow(sentence)
  })
})
