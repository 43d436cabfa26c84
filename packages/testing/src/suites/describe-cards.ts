import { serializeTool } from "@countersign/core/assistant"
import { hasHidden } from "@countersign/core/contract"
import type { RegisteredTool } from "@countersign/core/host"
import type { Caller, Plugin } from "@countersign/core/server"
import { beforeAll, describe, expect, it } from "vitest"
// By path: the same card for clients that ask their person in words, and the marks of the pages.
import { cardText } from "../../../core/src/mcp/card-text.ts"
import { markHidden } from "../../../ui/src/text/hidden-characters.ts"
import { sending } from "../sent-file.ts"
import { personId, testPlatform } from "../test-platform.ts"
import { cardOf } from "./card-of.ts"
import { demandWhole } from "./demand-whole.ts"
import { generateInput } from "./generate-input.ts"
import { EVERY_HIDDEN, hiddenText } from "./hidden-texts.ts"
import { seededRandom } from "./hostile-input.ts"
import { appliedInput, type StoredCard, sealedCard } from "./sealed-card.ts"
import { textLeavesOf } from "./text-leaves.ts"
import type { ExampleWorld, ToolExamples } from "./tool-example.ts"

type Outlook = Awaited<ReturnType<typeof cardOf>>

/**
 * What is signed is what is written, over every registered tool that changes something: each part of the payload that
 * was sealed, and of what its verb is called with, stands on the card that was stored beside it, or in YAML on it that
 * parses back to exactly that part, and no two payloads have the same card.
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
  const counts = { hidden: 0, applied: 0, refused: 0, marked: 0, leaves: [] as string[], unreached: [] as string[] }

  beforeAll(async () => {
    await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 1000000")
    await database.pool.query(
      "INSERT INTO platform.person (id, name, email) VALUES ($1, 'holly', 'holly@example.test')",
      [personId("holly")],
    )
    root.runtime.secrets.remember(KNOWN_SECRET)
  })

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
        call: around((procedure, input, file) => platform.call(sending(caller, file), procedure, input)),
        random,
      }
      const things = await example.world(world)
      return { caller: holly, input: example.input(things, world) }
    }

    it("shows every part of what was sealed with it, whatever it is", async () => {
      const { caller, input } = await prepare()
      const random = seededRandom(name.length * 7919)
      await eachProposal(caller, tool, input, random, Math.ceil(options.inputs / 3), (card) => {
        demandWhole(tool, card)
        if (textsIn(card.payload).some((text) => hasHidden(text.replaceAll("\n", "")))) counts.hidden++
      })
    })

    it("shows every part of what the verb is called with once it is signed", async () => {
      const { caller, input } = await prepare()
      await eachProposal(caller, tool, input, seededRandom(name.length * 7907), 1, async (card) => {
        const inputs = await appliedInput(caller, tool, card.proposalId)
        expect(inputs, "calls of the verb").toEqual([card.payload])
        demandWhole(tool, { ...card, payload: inputs[0] as Record<string, unknown> })
        counts.applied++
      })
    })

    it("shows every part of it, and is another one for another payload", async () => {
      const { caller, input } = await prepare()
      const schema = serializeTool(tool).inputSchema
      const random = seededRandom(name.length * 104_729)
      const cards = new Map<string, unknown>()
      for (let round = 0; round < options.inputs; round++) {
        const outlook = await cardOf(caller, name, generateInput(schema, input, random, example.meant)).catch(
          () => null,
        )
        if (!outlook) continue
        demandWhole(tool, outlook)
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
      // Equal names, so all in which the payloads differ is what they name.
      const payloads = new Set(outlooks.map(({ payload }) => JSON.stringify(payload)))
      if (payloads.size > 1) targeted.add(name)
      expect(new Set(outlooks.map(whatIsSeen)).size, JSON.stringify(outlooks, null, 2)).toBe(payloads.size)
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

    const leaves = textLeavesOf(serializeTool(tool).inputSchema).filter(
      ({ path }) => !example.meant?.includes(path.split(".")[0]!),
    )
    const withTexts = leaves.length > 0 ? it : () => {}

    withTexts("refuses a credential in any text, however deep it stands, and does not repeat it", async () => {
      const { caller, input } = await prepare()
      for (const { path, put } of leaves) {
        if (!(await isTaken(caller, name, (text) => put(input, text)))) {
          counts.unreached.push(`${name} ${path}`)
          continue
        }
        counts.leaves.push(`${name} ${path}`)
        for (const credential of CREDENTIALS) {
          const ended = await cardOf(caller, name, put(input, credential)).then(
            (card) => demandWhole(tool, card) ?? "shown in full",
            (error) => error,
          )
          // A field may write it so that nothing has to be masked: small letters make no key of what had capitals.
          if (ended === "shown in full" && credential !== CREDENTIALS[0]) continue
          expect(ended, `${path}: ${credential}`).toMatchObject({ code: "invalid_input" })
          if (/looks like a password, key or token/.test(ended.message)) {
            counts.refused++
            expect(JSON.stringify([ended.message, ended.issues]), path).not.toContain(credential.slice(-20))
          }
        }
        // What only its neighbours make a secret is refused as well, or stands there as it is.
        for (const text of HALF_SECRET) {
          const card = await cardOf(caller, name, put(input, text)).catch((error) => {
            if (error.code !== "invalid_input") throw error
          })
          if (card) demandWhole(tool, card)
        }
      }
    })

    withTexts("shows a mark for each character that nobody sees, in any text; names have none", async () => {
      const { caller, input } = await prepare()
      for (const { path, isName, put } of leaves) {
        for (const characters of isName
          ? EVERY_HIDDEN.map((one) => [one])
          : [EVERY_HIDDEN, ...EVERY_HIDDEN.map((one) => [one])]) {
          const made = put(input, characters.map(hiddenText).join(" "))
          const card = await cardOf(caller, name, made).catch((error) => {
            if (error.code !== "invalid_input") throw error
          })
          if (!card) continue
          expect(isName, `the name "${path}" of ${name} takes ${JSON.stringify(characters)}`).toBe(false)
          demandWhole(tool, card)
          const { diff, summary, consequences, things, payload } = card
          const row = diff.find(({ path: key }) => key === path.split(".")[0])!
          const kept = characters.filter((one) => textsIn(payload).some((text) => text.includes(one)))
          // Pages show these parts as marks; YAML has them as numbers already.
          const shown = [row.after].flat().map(String)
          const marks = shown.flatMap((text) => markHidden(text).filter(({ hidden }) => hidden !== undefined))
          if (row.yaml) expect(shown.join("").replaceAll("\n", ""), path).toSatisfy((text: string) => !hasHidden(text))
          else expect(marks.map(({ text }) => text).sort(), path).toEqual(kept.toSorted())
          const told = { summary, tool: name, taint: [], card: { diff, things, consequences, reasons: [] } }
          const { text, whole } = await cardText(database, told)
          if (whole) expect(text.replaceAll("\n", ""), path).toSatisfy((line: string) => !hasHidden(line))
          counts.marked += kept.length
          // All at once is enough where that was taken.
          if (characters.length > 1) break
        }
      }
    })
  })

  /** Proposals of inputs that are made up, until so many were taken. They wait for nobody afterwards. */
  async function eachProposal(
    caller: Caller,
    tool: RegisteredTool,
    input: object,
    random: () => number,
    wanted: number,
    look: (card: StoredCard) => void | Promise<void>,
  ): Promise<void> {
    const schema = serializeTool(tool).inputSchema
    let seen = 0
    for (let tries = 0; seen < wanted; tries++) {
      expect(tries, "too many of the inputs that were made up are refused").toBeLessThan(wanted * 20 + 20)
      const made = generateInput(schema, input, random, options.examples[tool.name]!.meant)
      const card = await sealedCard(caller, tool.name, made).catch((error) => {
        if (error.code !== "invalid_input" && error.code !== "conflict") throw error
        return null
      })
      if (!card) continue
      seen++
      await look(card)
      await database.pool.query(
        "UPDATE platform.tool_call SET status = 'expired' WHERE id = $1 AND status = 'proposed'",
        [card.proposalId],
      )
    }
  }

  it("has looked at tools that take a target, and at sentences with names", () => {
    expect(targeted.size).toBeGreaterThan(15)
    expect(told, "names in sentences").toBeGreaterThan(25)
  })

  it("has put its texts into places of every depth, and hidden characters into what was sealed", () => {
    expect(counts.unreached.join(), "places that no text of ours could be put into").toBe("")
    expect(counts.leaves.filter((place) => /[.*]/.test(place.split(" ")[1]!)).length).toBeGreaterThan(10)
    expect(counts).toMatchObject({ applied: changing.length })
    expect(counts.refused, "credentials that were refused").toBeGreaterThan(counts.leaves.length * 2)
    expect(counts.hidden, "payloads with hidden characters that were sealed").toBeGreaterThan(5)
    expect(counts.marked, "marks on cards").toBeGreaterThan(200)
  })
}

/** Whether the place takes text at all, when nothing is wrong with it. */
async function isTaken(caller: Caller, name: string, put: (text: string) => object): Promise<boolean> {
  for (const text of ["plain", "plain words", "https://example.com/plain", "#334455"])
    if (await cardOf(caller, name, put(text)).then(Boolean, () => false)) return true
  return false
}

/** Every text of a value, keys included. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  if (value === null || typeof value !== "object") return []
  return Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)])
}

/** One that this server keeps, as a connection's key would be. */
const KNOWN_SECRET = "harbour-7fK2pQ9xVb4mZt1cRw8s"

const CREDENTIALS = [
  "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789",
  "plain words, then password=Tr0ub4dor-and-3-more",
  `before ${KNOWN_SECRET}`,
]

/** Secret where the name beside it says so. */
const HALF_SECRET = ["password", "Tr0ub4dor-and-3-more", "- name: DB_PASSWORD\n  value: Tr0ub4dor-and-3-more"]

/** Ends the quotation it stands in, in each of the ways people write one. */
const QUOTING = 'Xq" and Yq "Zq \u201dXq\u201c \u00abXq\u00bb \uff02Xq\u2033'

/** Gives everything such a name, beside one of its own where it has to be free. */
function quoting(call: ExampleWorld["call"]): ExampleWorld["call"] {
  return (procedure, input, file) => {
    const named = Object.entries(input as object)
      .filter(([key, value]) => ["name", "title", "label", "text"].includes(key) && typeof value === "string")
      .map(([key, value]) => [key, `${QUOTING} ${value}`])
    return call(procedure, { ...(input as object), ...Object.fromEntries(named) } as never, file)
  }
}

/** Where a name may be given once alone, one that nobody can tell from it. */
function orLookingLikeIt(call: ExampleWorld["call"]): ExampleWorld["call"] {
  return (procedure, input, file) =>
    call(procedure, input, file).catch((error) => {
      if (error.code !== "invalid_input" && error.code !== "conflict") throw error
      const given = Object.entries(input as object).map(([key, value]) => [
        key,
        key === "name" || key === "text" ? value.replace("o", CYRILLIC_O) : value,
      ])
      return call(procedure, Object.fromEntries(given), file)
    })
}

const CYRILLIC_O = "\u043e"

/** As somebody reads it who compares no moments. */
function whatIsSeen({ summary, diff, consequences }: Outlook): string {
  return JSON.stringify([summary, diff, consequences])
    .replaceAll(CYRILLIC_O, "o")
    .replaceAll(/"instant":"[^"]+"/g, "")
}

/**
 * Not all of them are destructive: a note of one's own goes like it came. What goes from a draft is a part of a page, which has neither a
 * name nor an age: its card says how it begins, and taking back its turn brings it back.
 */
function deletes({ name, effect, draft }: RegisteredTool): boolean {
  return effect === "destructive" || (!draft && /\.delete/.test(name))
}

/** Fields of the example that take any text. */
function freeTexts(tool: RegisteredTool, input: object, meant: readonly string[] = []): string[] {
  const fields = (serializeTool(tool).inputSchema.properties ?? {}) as Record<string, Record<string, unknown>>
  return Object.entries(input)
    .filter(([key, value]) => typeof value === "string" && !fields[key]?.format && !fields[key]?.enum)
    .flatMap(([key]) => (meant.includes(key) ? [] : key))
}
