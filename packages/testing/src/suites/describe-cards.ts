import { serializeTool } from "@countersign/core/assistant"
import { bareOf, cardWordsOf, type DiffRow, inputSchemaOf } from "@countersign/core/contract"
import type { RegisteredTool } from "@countersign/core/host"
import type { Plugin } from "@countersign/core/server"
import { beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { z } from "zod"
import { personId, testPlatform } from "../test-platform.ts"
import { cardOf } from "./card-of.ts"
import { generateInput } from "./generate-input.ts"
import { seededRandom } from "./hostile-input.ts"
import type { ExampleWorld, ToolExamples } from "./tool-example.ts"

type Outlook = Awaited<ReturnType<typeof cardOf>>

/**
 * What is signed is what is written, over every registered tool that changes something: each part of the payload stands
 * on the card, or in YAML on it that parses back to exactly that part, and no two payloads have the same card.
 */
export async function describeCards(options: {
  plugins: readonly Plugin[]
  examples: ToolExamples
  /** How many inputs are made up for each tool. */
  inputs: number
}): Promise<void> {
  const { platform, database, as, asHolderOf } = await testPlatform({ plugins: options.plugins })
  const root = await as("root", "administrator")
  const changing = root.runtime.tools.tools.filter(({ effect }) => effect !== "read")
  const rules = [...root.runtime.registry.rules.keys()]
  const targeted = new Set<string>()
  let told = 0

  beforeAll(() =>
    database.pool.query("INSERT INTO platform.person (id, name, email) VALUES ($1, 'holly', 'holly@example.test')", [
      personId("holly"),
    ]),
  )

  it("has tools to look at, some of which delete", () => {
    expect(changing.length).toBeGreaterThan(10)
    expect(changing.filter(deletes).length).toBeGreaterThan(6)
  })

  describe.each(changing.map((tool) => [tool.name, tool] as const))("the card of %s", (name, tool) => {
    const example = options.examples[name]!
    const prepare = async (
      random: () => number = Math.random,
      around: (call: ExampleWorld["call"]) => ExampleWorld["call"] = (call) => call,
    ) => {
      const holly = await asHolderOf("holly", rules)
      const caller = example.personal ? holly : root
      const world: ExampleWorld = {
        call: around((procedure, input) => platform.call(caller, procedure, input)),
        random,
      }
      const things = await example.world(world)
      return { caller: holly, input: example.input(things, world) }
    }

    it("shows every part of the payload, whatever it is", async () => {
      const { caller, input } = await prepare()
      const schema = serializeTool(tool).inputSchema
      const random = seededRandom(name.length * 7919)
      let seen = 0
      for (let tries = 0; seen < options.inputs; tries++) {
        expect(tries, "too many of the inputs that were made up are refused").toBeLessThan(options.inputs * 20)
        const made = generateInput(schema, input, random, example.meant)
        const outlook = await cardOf(caller, name, made).catch((error) => {
          if (error.code !== "invalid_input" && error.code !== "conflict") throw error
          return null
        })
        if (!outlook) continue
        seen++
        demandWhole(tool, outlook)
      }
    })

    it("is another one for another payload", async () => {
      const { caller, input } = await prepare()
      const schema = serializeTool(tool).inputSchema
      const random = seededRandom(name.length * 104_729)
      const cards = new Map<string, unknown>()
      for (let round = 0; round < options.inputs; round++) {
        const outlook = await cardOf(caller, name, generateInput(schema, input, random, example.meant)).catch(
          () => null,
        )
        if (!outlook) continue
        const card = JSON.stringify([outlook.summary, outlook.diff, outlook.things])
        const { payload } = outlook
        expect(payload, "the same card for another payload").toEqual(cards.get(card) ?? payload)
        cards.set(card, payload)
      }
      expect(cards.size).toBeGreaterThan(0)
    })

    it("quotes every name in its sentences, so that none can end the quotation", async () => {
      await database.pool.query("UPDATE platform.person SET name = $1", [QUOTING])
      const { caller, input } = await prepare(Math.random, quoting)
      const made = {
        ...input,
        ...Object.fromEntries(freeTexts(tool, input, example.meant).map((key) => [key, QUOTING])),
      }
      const { summary, consequences } = await cardOf(caller, name, made)
      for (const sentence of [summary, ...consequences]) {
        told += sentence.split("Xq").length - 1
        expect(sentence.replaceAll(/"[^"]*"/g, ""), sentence).not.toMatch(/Xq|Yq|Zq|["\u201c\u201d]/)
      }
    })

    it("is another one for another target of the same name, or of one that looks like it", async () => {
      // The same numbers give the same names.
      const seed = changing.indexOf(tool) * 15_485_863 + 1
      const worlds = [await prepare(seededRandom(seed)), await prepare(seededRandom(seed), orLookingLikeIt)]
      const outlooks = await Promise.all(worlds.map(({ caller, input }) => cardOf(caller, name, input)))
      const ids = outlooks.map(({ payload }) => JSON.stringify(payload).match(UUIDS) ?? [])
      if (ids[0]!.length > 0) targeted.add(name)
      expect(new Set(outlooks.map(whatIsSeen)).size, JSON.stringify(outlooks, null, 2)).toBe(ids[0]!.length > 0 ? 2 : 1)
    })

    if (deletes(tool))
      it("tells what goes from its twin: by the end of its id, and since when it is there", async () => {
        const looks = []
        for (const { caller, input } of [await prepare(), await prepare()]) {
          const { payload, diff, summary, consequences } = await cardOf(caller, name, input)
          const ends = Object.values(payload).map((value) => `…${String(value).slice(-8)}`)
          const going = diff.filter(({ before, after }) => before !== null && after === null)
          expect(going.filter(({ label }) => label === "Id").map(({ before }) => before)).toEqual([
            expect.toBeOneOf(ends),
          ])
          expect(going.map(({ before }) => before)).toContainEqual({ instant: expect.stringMatching(/^\d{4}-.*Z$/) })
          looks.push(JSON.stringify([summary, diff, consequences]))
        }
        expect(looks[0]).not.toBe(looks[1])
      })

    it("refuses a credential in any text, with a sentence", async () => {
      const { caller, input } = await prepare()
      for (const key of freeTexts(tool, input)) {
        const made = { ...input, [key]: "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789" }
        await expect(cardOf(caller, name, made), key).rejects.toMatchObject({
          code: "invalid_input",
          message: expect.stringMatching(/looks like a password, key or token|does not fit/),
        })
      }
    })
  })

  it("has looked at tools that take a target, and at sentences with names", () => {
    expect(targeted.size).toBeGreaterThan(15)
    expect(told, "names in sentences").toBeGreaterThan(25)
  })
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Ends the quotation it stands in, in each of the ways people write one. */
const QUOTING = 'Xq" and Yq "Zq \u201dXq\u201c \u00abXq\u00bb \uff02Xq\u2033'

/** Gives everything such a name, beside one of its own where it has to be free. */
function quoting(call: ExampleWorld["call"]): ExampleWorld["call"] {
  return (procedure, input) => {
    const named = Object.entries(input as object)
      .filter(([key, value]) => ["name", "title", "label", "text"].includes(key) && typeof value === "string")
      .map(([key, value]) => [key, `${QUOTING} ${value}`])
    return call(procedure, { ...(input as object), ...Object.fromEntries(named) } as never)
  }
}

/** Where a name may be given once alone, one that nobody can tell from it. */
function orLookingLikeIt(call: ExampleWorld["call"]): ExampleWorld["call"] {
  return (procedure, input) =>
    call(procedure, input).catch((error) => {
      if (error.code !== "invalid_input" && error.code !== "conflict") throw error
      const given = Object.entries(input as object).map(([key, value]) => [
        key,
        key === "name" || key === "text" ? value.replace("o", CYRILLIC_O) : value,
      ])
      return call(procedure, Object.fromEntries(given))
    })
}

const CYRILLIC_O = "\u043e"

/** As somebody reads it who compares no moments. */
function whatIsSeen({ summary, diff, consequences }: Outlook): string {
  return JSON.stringify([summary, diff, consequences])
    .replaceAll(CYRILLIC_O, "o")
    .replaceAll(/"instant":"[^"]+"/g, "")
}

/** Not all of them are destructive: a note of one's own goes like it came. */
function deletes({ name, effect }: RegisteredTool): boolean {
  return effect === "destructive" || /\.delete/.test(name)
}

/** Compares the payload with what people read, without a line of the code that made the card. */
function demandWhole(tool: RegisteredTool, { payload, diff, things, summary }: Outlook): void {
  const shape = inputSchemaOf(tool.verb.procedure)
  const schemas = shape instanceof z.ZodObject ? shape.shape : {}
  const names = new Map(things.map(({ id, name }) => [id.toLowerCase(), name]))
  for (const [key, value] of Object.entries(payload)) {
    if (key === "version" || value === undefined) continue
    const row = diff.find(({ path }) => path === key)
    const where = `"${key}" of ${tool.name}: ${JSON.stringify(value)} on the card ${JSON.stringify(row ?? diff)}`
    if (!row) {
      // Where, not what: the thing that the summary names.
      const name = /^id$|Id$/.test(key) ? names.get(String(value)) : undefined
      const named = name !== undefined && summary.includes(name)
      // Told apart from another of its name by its id.
      expect(
        named || diff.some(({ path, before }) => path === "id" && String(value).endsWith(endOf(before))),
        where,
      ).toBe(true)
      continue
    }
    const gone = row.after === null && /^id$|Id$/.test(key)
    expect(told(gone ? row.before : row.after, value, row, names, schemas[key]), where).toBe(true)
  }
}

function calledBy(id: string, names: ReadonlyMap<string, string>): string[] {
  return [`${names.get(id)}`, `${names.get(id)} (…${id.slice(-8)})`]
}

function endOf(before: DiffRow["before"]): string {
  return String(before).replace("…", "")
}

function told(
  shown: DiffRow["after"],
  value: unknown,
  row: DiffRow,
  names: ReadonlyMap<string, string>,
  schema: unknown,
): boolean {
  if (value === null) return shown === null
  if (typeof value === "boolean") return shown === (value ? "Yes" : "No")
  if (typeof value === "number") return shown === String(value)
  if (typeof value === "string") {
    if (shown !== null && typeof shown === "object" && "instant" in shown) return shown.instant === value
    const word = cardWordsOf(schema)?.values?.[value]
    if (/^id$|Id$/.test(row.path)) return [...calledBy(value, names), `…${value.slice(-8)}`].includes(String(shown))
    return shown === (word ?? value)
  }
  const whole = value as object
  // What people wrote into a free field, whatever it looks like.
  if (bareOf(schema) instanceof z.ZodRecord && Object.keys(whole).length > 0 && !row.yaml) return false
  if (Object.keys(whole).length === 0) return isEqual(shown, [])
  if (row.yaml && Array.isArray(shown)) {
    const lines = Array.isArray(whole) ? shown.map((entry) => `- ${entry.replaceAll("\n", "\n  ")}`) : shown
    return isEqual(parse(lines.join("\n")), whole)
  }
  const { type, id, ...more } = value as Record<string, unknown>
  if (type !== undefined && id !== undefined && isEqual(more, {})) {
    const kind = String(type).split(".").at(-1)
    return [kind, `${kind} …${String(id).slice(-8)}`].some((apart) => shown === `${names.get(String(id))} (${apart})`)
  }
  const entries = whole as string[]
  if (!/Ids$/.test(row.path)) return isEqual(shown, entries)
  return entries.every((one, at) => calledBy(one, names).includes(String((shown as string[])[at])))
}

function isEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}

/** Fields of the example that take any text. */
function freeTexts(tool: RegisteredTool, input: object, meant: readonly string[] = []): string[] {
  const fields = (serializeTool(tool).inputSchema.properties ?? {}) as Record<string, Record<string, unknown>>
  return Object.entries(input)
    .filter(([key, value]) => typeof value === "string" && !fields[key]?.format && !fields[key]?.enum)
    .flatMap(([key]) => (meant.includes(key) ? [] : key))
}
