import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { cardWords } from "../../contract/card-words.ts"
import { defineSettings, secretField } from "../../contract/plugin-settings.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { line } from "../../contract/text/line.ts"
import { definePlugin } from "../../define-plugin.ts"
import { validatePlugins } from "../../validate-plugins.ts"
import { implement } from "../implement.ts"

const settings = defineSettings(
  "gauge",
  "Gauges",
  z.object({
    word: cardWords(line("A word", 20).default("Hello"), { label: "Word" }),
    every: cardWords(z.int().min(1, "At least one minute.").max(60).default(5), { label: "Minutes" }),
    token: cardWords(secretField("A token"), { label: "Token" }),
  }),
)
const contract = defineContract("gauge", {
  use: procedure({
    summary: "Use the settings.",
    effect: "read",
    access: "signedIn",
    input: z.object({}),
    output: z.object({ word: z.string(), every: z.int(), length: z.int().nullable() }),
  }),
})
const use = implement(contract.use, async (ctx) => {
  const { word, every, token } = await ctx.settings(settings)
  return { word, every, length: token?.length ?? null }
})
const plugin = definePlugin({ id: "gauge", contract, settings, verbs: { use } })

const { platform, database, as, trail } = await testPlatform({ plugins: [plugin] })
const root = await as("root", "administrator")
const { getSettings, updateSettings } = settings.procedures

describe("settings of a plugin", () => {
  it("begin with their defaults, for the page and for verbs", async () => {
    expect(await platform.call(root, getSettings, {})).toEqual({
      values: { word: "Hello", every: 5 },
      secrets: { token: false },
      version: 0,
    })
    expect(await platform.call(root, contract.use, {})).toEqual({ word: "Hello", every: 5, length: null })
  })

  it("are changed one field at a time, with a secret that nobody reads again", async () => {
    await platform.call(root, updateSettings, { version: 0, token: "a very secret token" })
    const after = await platform.call(root, updateSettings, { version: 1, word: "Good day" })

    expect(after).toEqual({ values: { word: "Good day", every: 5 }, secrets: { token: true }, version: 2 })
    expect(await platform.call(root, contract.use, {})).toEqual({ word: "Good day", every: 5, length: 19 })
    const { rows } = await database.pool.query("SELECT sealed FROM platform.setting_secret")
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([rows, await trail()])).not.toContain("very secret")
    expect(await trail("gauge.updateSettings")).toMatchObject([
      {
        thing_type: "gauge.settings",
        thing_name: "Gauges",
        before: { secretsSet: [] },
        after: { secretsSet: ["token"], secretsGiven: ["token"] },
      },
      { before: { word: "Hello", secretsSet: ["token"] }, after: { word: "Good day", secretsSet: ["token"] } },
    ])
  })

  it("forget a secret when they are told to", async () => {
    const after = await platform.call(root, updateSettings, { version: 2, token: null })
    expect(after).toMatchObject({ secrets: { token: false }, version: 3 })
    expect((await database.pool.query("SELECT FROM platform.setting_secret")).rowCount).toBe(0)
  })

  it("say at the field what is wrong with it", async () => {
    const wrong = platform.call(root, updateSettings, { version: 3, every: 0, word: "x".repeat(21) })
    await expect(wrong).rejects.toMatchObject({
      issues: expect.arrayContaining([
        expect.objectContaining({ path: "word", message: "A word has at most 20 characters." }),
        expect.objectContaining({ path: "every", message: "At least one minute." }),
      ]),
    })
    await expect(platform.call(root, updateSettings, { version: 3, loud: true })).rejects.toThrow("that is not known")
  })

  it("refuse a change based on an older version, and show the present one", async () => {
    await expect(platform.call(root, updateSettings, { version: 1, word: "Late" })).rejects.toMatchObject({
      code: "conflict",
      current: { values: { word: "Good day" }, version: 3 },
    })
  })

  it("are for those who hold the rule that the platform made", async () => {
    await expect(platform.call(await as("oli"), getSettings, {})).rejects.toThrow("gauge.settings.manage")
    expect(platform.registry.rules.get("gauge.settings.manage")?.sentence).toBe(
      "Read and change the settings of Gauges",
    )
  })

  it("fall back to the default where what is stored does not fit any more", async () => {
    await database.pool.query(
      `UPDATE platform.setting SET value = '{"every": "often", "word": "Kept"}' WHERE key = 'plugin:gauge'`,
    )
    expect(await platform.call(root, contract.use, {})).toMatchObject({ word: "Kept", every: 5 })
  })

  it.each([
    ["of another plugin", defineSettings("other", "Other", z.object({})), 'lists the settings of "other"'],
    [
      "without a default",
      defineSettings("gauge", "G", z.object({ word: z.string() })),
      'a field "word" without a default',
    ],
    [
      "with a word of the platform's",
      defineSettings("gauge", "G", z.object({ version: z.int().default(1) })),
      'have a field "version"',
    ],
  ])("do not start %s", (_, wrong, sentence) => {
    const draft = { ...definePlugin({ id: "gauge", contract, verbs: { use } }), settings: wrong }
    expect(() => validatePlugins([draft])).toThrow(sentence)
  })
})
