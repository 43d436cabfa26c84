import { serializeTool } from "@countersign/core/assistant"
import type { AnyProcedure } from "@countersign/core/contract"
import type { RegisteredTool } from "@countersign/core/host"
import { cardOf, type ExampleWorld, sending, testPlatform } from "@countersign/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { findProposal } from "../../../../../packages/core/src/proposals/proposal-store.ts"
import { whyStale } from "../../../../../packages/core/src/proposals/still-stands.ts"
import { sealedCard } from "../../../../../packages/testing/src/suites/sealed-card.ts"
import { showCard, useDocument } from "../../../../../packages/testing/src/suites/show-card.tsx"
import { textLeavesOf } from "../../../../../packages/testing/src/suites/text-leaves.ts"
import { aiContract } from "../../../../../plugins/ai/src/contract.ts"
import { examples, registered } from "../registered.fixture.ts"

type Outlook = Awaited<ReturnType<typeof cardOf>>

const { platform, database, as, trail } = await testPlatform({ plugins: registered })
const ana = await as("ana", "administrator")
const world: ExampleWorld = {
  call: (procedure, input, file) => platform.call(sending(ana, file), procedure, input),
  random: Math.random,
}
const changing = ana.runtime.tools.tools.filter(({ effect }) => effect !== "read")

const seen = { folded: new Set<string>(), instants: new Set<string>(), moved: new Set<string>() }

beforeAll(async () => {
  useDocument()
  await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 100000")
})

/** Every tool that changes something: its card as people have it before them. */
describe.each(changing.map((tool) => [tool.name, tool] as const))("the card of %s", (name, tool) => {
  const example = examples[name]!
  const prepare = async () => {
    const things = await example.world(world)
    return { things, input: example.input(things, world) as Record<string, unknown> }
  }

  it("says how much it folds, and is signed only by somebody who opened it where that matters", async () => {
    const { input } = await prepare()
    const folding = await foldingCards(tool, input, example.meant)
    for (const outlook of folding) {
      seen.folded.add(name)
      const tainted = await showCard(outlook, { taint: [{ toolName: name, toolCallId: "1", at: AT }] })
      expect(tainted.apply().disabled, "Apply on a tainted card with a fold").toBe(true)
      expect(tainted.text()).toMatch(/Open what is folded before you apply this: ./)
      const folds = tainted.folds()
      expect(folds.length).toBeGreaterThan(0)
      for (const fold of folds) {
        expect(fold.textContent).toMatch(
          /^Show [\d,]+ more (characters?|entry|entries)(, (added|removed|unchanged)|(: |, )[\d,]+ (added|removed|unchanged))+$/,
        )
        await tainted.press(fold)
      }
      expect(tainted.apply().disabled, "Apply once all is open").toBe(false)
      expect(tainted.text()).not.toContain("Open what is folded")
      await tainted.leave()

      const plain = await showCard(outlook, { effect: "mutate" })
      expect(plain.apply().disabled, "Apply on a card that nobody else's words steered").toBe(false)
      await plain.leave()
      const destructive = await showCard(outlook, { effect: "destructive" })
      expect(destructive.apply().disabled, "Apply on what cannot be undone").toBe(true)
      await destructive.leave()
    }
  })

  it("tells every moment in the zone of whoever reads it", async () => {
    const { input } = await prepare()
    const outlook = await cardOf(ana, name, await withMoments(tool, input))
    const moments = outlook.diff.flatMap(({ before, after }) => [before, after]).filter(isInstant)
    const cards = await Promise.all(["Asia/Tokyo", "America/New_York"].map((zone) => showCard(outlook, {}, {}, zone)))
    const told = cards.map((card) => card.moments())
    for (const { instant } of moments) {
      seen.instants.add(name)
      const words = told.map((times) => times.find(([at]) => at === new Date(instant).toISOString())?.[1])
      expect(words[0], instant).toBeTruthy()
      expect(words[0], instant).not.toBe(words[1])
    }
    for (const card of cards) {
      expect(card.text(), "a moment as machines write it").not.toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d/)
      await card.leave()
    }
  })

  it("says that it can no longer be signed as soon as what it is about has moved, and only then", async () => {
    for (const which of ["changeTarget", "changeNamed", "changeUnrelated"] as const) {
      const { things, input } = await prepare()
      const change = example[which]
      if (!change) continue
      const stored = await sealedCard(ana, name, input)
      const standing = async () => whyStale(ana, (await findProposal(database, stored.proposalId))!)
      expect(await standing(), "before anything moved").toBeNull()
      const before = (await trail()).length
      await change(world, things)
      const stale = await standing()
      if (which === "changeUnrelated") expect(stale, which).toBeNull()
      else {
        seen.moved.add(name)
        expect(stale, which).toMatch(/^[A-Z].*\.$/s)
        // An open card asks again when a thing of such a kind changes.
        const changed = (await trail()).slice(before).map(({ thing_type }) => thing_type)
        const { proposalId } = stored
        const { follows } = await platform.call(ana, aiContract.describeProposal, { proposalId })
        expect(follows, `kinds that the card follows, of ${changed}`).toEqual(
          expect.arrayContaining([expect.toBeOneOf(changed)]),
        )
        const card = await showCard(stored as unknown as Outlook, {}, { stale })
        expect(card.text()).toContain("This can no longer be signed")
        expect(card.applies()).toEqual([])
        await card.leave()
      }
      await database.pool.query("UPDATE platform.tool_call SET status = 'expired' WHERE status = 'proposed'")
    }
  })
})

describe("a card whose target is gone", () => {
  it("says so in words for people, without what a program would do next", async () => {
    for (const [name, gone] of [
      ["incident.resolve", "incident.delete"],
      ["maintenance.update", "maintenance.delete"],
      ["healthcheck.update", "healthcheck.delete"],
    ] as const) {
      const example = examples[name]!
      const input = example.input(await example.world(world), world) as { id: string }
      const { proposalId } = await sealedCard(ana, name, input)
      await platform.call(ana, ana.runtime.tools.find(gone)!.verb.procedure as AnyProcedure, { id: input.id } as never)
      const stale = await whyStale(ana, (await findProposal(database, proposalId))!)
      expect(stale).toMatch(/^[A-Z].*\.$/s)
      const words = stale?.match(/[A-Za-z][\w-]*(?:\.\w+)+/g) ?? []
      expect(words.filter(ana.runtime.isName), stale ?? "").toEqual([])
    }
  })
})

describe("the cards that were looked at", () => {
  const plugins = (names: Iterable<string>) => [...new Set([...names].map((name) => name.split(".")[0]!))].sort()

  it("folded something, named moments and moved, in every plugin where that can be", () => {
    expect(plugins(seen.folded)).toEqual(expect.arrayContaining(plugins(changing.filter(takesLong).map(nameOf))))
    expect(plugins(seen.instants)).toEqual(expect.arrayContaining(["healthcheck", "incident", "maintenance"]))
    expect(seen.folded.size).toBeGreaterThan(15)
    expect(seen.instants.size).toBeGreaterThan(8)
  })

  it("moved, wherever a tool is about something that is there already", () => {
    const targeted = changing.filter((tool) => takesTarget(tool) && !(tool.name in UNMOVED)).map(nameOf)
    expect(targeted.filter((name) => !seen.moved.has(name))).toEqual([])
    expect(Object.keys(UNMOVED).filter((name) => seen.moved.has(name))).toEqual([])
  })
})

/** Tools that are about something which nothing but the tool itself changes. */
const UNMOVED: Readonly<Record<string, string>> = {}

const AT = "2026-05-04T10:00:00Z"
const LONG = "We looked at this and at that. ".repeat(40)
const MANY = Array.from({ length: 12 }, (_, at) => `entry${at}`)

function nameOf({ name }: RegisteredTool): string {
  return name
}

function propertiesOf(tool: RegisteredTool): [string, Record<string, unknown>][] {
  return Object.entries((serializeTool(tool).inputSchema.properties ?? {}) as Record<string, Record<string, unknown>>)
}

function takesLong(tool: RegisteredTool): boolean {
  return propertiesOf(tool).some(([, { type, format, maxLength }]) => {
    return type === "string" && format === undefined && Number(maxLength) > LONG.length
  })
}

function takesTarget(tool: RegisteredTool): boolean {
  return propertiesOf(tool).some(([key, { format }]) => format === "uuid" && /^(id|\w+Id)$/.test(key))
}

/** One card for each field that takes enough to be folded. */
async function foldingCards(tool: RegisteredTool, input: object, meant: readonly string[] = []): Promise<Outlook[]> {
  const leaves = textLeavesOf(serializeTool(tool).inputSchema).filter(
    ({ path }) => !meant.includes(path.split(".")[0]!) && !path.includes("<"),
  )
  const lists = propertiesOf(tool).filter(
    ([key, { type, items }]) => type === "array" && (items as { type?: string }).type === "string" && !/Ids$/.test(key),
  )
  const inputs = [
    ...leaves.map(({ put }) => put(input, LONG)),
    ...lists.filter(([key]) => !meant.includes(key)).map(([key]) => ({ ...input, [key]: MANY })),
  ]
  const cards = await Promise.all(inputs.map((one) => cardOf(ana, tool.name, one).catch(() => null)))
  return cards.filter((card) => card !== null).filter(({ diff }) => diff.some(isFolded))
}

function isFolded({ before, after }: Outlook["diff"][number]): boolean {
  return [before, after].some((side) => (Array.isArray(side) ? side.length > 8 : String(side).length > 900))
}

/** With a moment in every field that takes one, where the tool takes that. */
async function withMoments(tool: RegisteredTool, input: Record<string, unknown>): Promise<object> {
  let made = input
  for (const [key, { format, anyOf = [] }] of propertiesOf(tool)) {
    const isMoment = [format, ...(anyOf as { format?: string }[]).map((one) => one.format)].includes("date-time")
    if (!isMoment || key in input) continue
    const next = { ...made, [key]: "2126-05-04T10:00:00+02:00" }
    if (await cardOf(ana, tool.name, next).then(Boolean, () => false)) made = next
  }
  return made
}

function isInstant(value: unknown): value is { instant: string } {
  return typeof value === "object" && value !== null && "instant" in value
}
