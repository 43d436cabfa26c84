import { testPlatform } from "@countersign/testing"
import { describe, expect, inject, it } from "vitest"
import { siteContract } from "../contract.ts"
import { problemsOf } from "../document.ts"
import { sitePlugin } from "../server.ts"
import { pretendChanges } from "./many-changes.fixture.ts"
import { chances, editByChance, lineOf, plain, startPage } from "./site.fixture.ts"
import { HOME, type Line, openTab } from "./tab.fixture.ts"

const testing = await testPlatform({ plugins: [sitePlugin] })
const { platform, database } = testing
const servers = [platform, await testing.secondPod(), await testing.secondPod()]
const people = [await testing.as("ana"), await testing.as("ben"), await testing.as("cleo"), await testing.as("dan")]
const first = lineOf(platform, people[0]!)

/** The page that commands by chance are made for, in place of whatever is there. */
async function freshPage(): Promise<void> {
  const { tab } = await first.joinTab()
  const { documents } = await platform.call(people[0]!, siteContract.listDocuments, {})
  const old = documents.some(({ id }) => id === HOME.id)
  const commands = [...(old ? [{ type: "document.remove" as const, document: HOME }] : []), startPage]
  const { answers } = await first.applyCommands({ tab, seen: 0, batches: [{ counter: 1, commands }] })
  expect(answers).toMatchObject([{ accepted: true }])
}

describe("three servers and four tabs", () => {
  it("end with the equal document, lose nothing that was acknowledged, and give a reason for every refusal", async () => {
    await freshPage()
    const tabs = await Promise.all(people.map((person) => openTab(lineOf(platform, person))))
    let dropped = 0
    for (const [step, { intent, number }] of chances(20261117, inject("long") ? 2_000 : 120).entries()) {
      const at = step % tabs.length
      const tab = tabs[at]!
      editByChance(tab, intent)
      if (number % 3 === 0) continue
      const line = lineOf(servers[number % servers.length]!, people[at]!)
      const fault = number % 7
      // A request that never arrives, and one whose answer never does.
      const faulty: Line = {
        ...line,
        applyCommands: async (input) => {
          if (fault === 0) throw new Error("The request was lost.")
          const answer = await line.applyCommands(input)
          if (fault === 1) throw new Error("The answer was lost.")
          return answer
        },
      }
      await tab.send(faulty).catch(() => {
        dropped += 1
      })
      if (number % 5 === 0) await tab.listen(line)
    }
    for (const [at, tab] of tabs.entries())
      for (let round = 0; tab.replica().pending.length > 0 && round < 100; round += 1)
        await tab.send(lineOf(servers[at % servers.length]!, people[at]!))
    for (const [at, tab] of tabs.entries()) await tab.listen(lineOf(servers[at % servers.length]!, people[at]!))

    const judge = await openTab(first)
    const truth = plain(judge.replica().confirmed)
    for (const tab of tabs) {
      expect(tab.replica().pending).toEqual([])
      expect(plain(tab.replica().confirmed)).toEqual(truth)
      expect(plain(tab.replica().shown)).toEqual(truth)
    }
    for (const document of judge.replica().confirmed.documents.values()) expect(problemsOf(document)).toEqual([])

    // Every change is in the log once, or has a reason.
    const { rows } = await database.pool.query<{ tab: string; counter: string; sequence: string }>(
      "SELECT tab, counter, sequence FROM site.command WHERE tab = ANY ($1)",
      [tabs.map(({ name }) => name)],
    )
    const kept = new Map(rows.map(({ tab, counter, sequence }) => [`${tab}:${counter}`, Number(sequence)]))
    expect(rows.length).toBe(kept.size)
    let reasons = 0
    for (const tab of tabs) {
      for (let counter = 1; counter <= tab.made(); counter += 1) {
        const sequence = tab.acknowledged.get(counter)
        expect(kept.get(`${tab.name}:${counter}`)).toBe(sequence)
        if (sequence === undefined) expect(tab.reasons.get(counter)).toMatch(/^[A-Z"].*[.]$/s)
        if (sequence === undefined) reasons += 1
      }
    }
    // Chance that met no fault, no refusal and hardly a change would prove nothing.
    expect(dropped).toBeGreaterThan(3)
    expect(reasons).toBeGreaterThan(3)
    expect(kept.size).toBeGreaterThan(20)
  })
})

describe("a batch that is sent again", () => {
  it("is answered as the first time and not repeated, also where it was refused", async () => {
    await freshPage()
    const { tab } = await first.joinTab()
    const { sequence: seen } = await first.openDocument({ document: HOME })
    const splice = { type: "spliceText", document: HOME, node: "t1", at: 0, removed: "", inserted: "Oh. " } as const
    const batches = [
      { counter: 1, commands: [splice] },
      { counter: 2, commands: [{ type: "remove" as const, document: HOME, node: "gone" }] },
    ]

    const once = await first.applyCommands({ tab, seen, batches })
    const again = await lineOf(servers[1]!, people[0]!).applyCommands({ tab, seen, batches })

    expect(once.answers).toEqual([
      { accepted: true, counter: 1, sequence: seen + 1, notes: [] },
      {
        accepted: false,
        counter: 2,
        reason: "There is no node gone in page home. It may have been removed; read the document again.",
      },
    ])
    expect(again.answers).toEqual(once.answers)
    expect(await textOf("t1")).toBe("Oh. Hello there")
  })

  it("does not pass for another person's", async () => {
    const { tab } = await first.joinTab()
    const batches = [{ counter: 1, commands: [{ type: "document.set" as const, document: HOME, title: "Mine" }] }]

    await expect(lineOf(platform, people[1]!).applyCommands({ tab, seen: 0, batches })).rejects.toThrow(
      `The page "${tab}" was opened by somebody else. Open the document again.`,
    )
    await expect(first.applyCommands({ tab: "zzzz", seen: 0, batches })).rejects.toThrow('No page is known as "zzzz".')
  })
})

describe("two people who type in one text", () => {
  it("both keep their letters where they put them", async () => {
    await freshPage()
    const [ana, ben] = [await first.joinTab(), await lineOf(servers[1]!, people[1]!).joinTab()]
    const { sequence: seen } = await first.openDocument({ document: HOME })
    const typed = (at: number, inserted: string, removed = "") =>
      ({ type: "spliceText", document: HOME, node: "t1", at, removed, inserted }) as const

    await first.applyCommands({ tab: ana.tab, seen, batches: [{ counter: 1, commands: [typed(0, "Oh. ")] }] })
    const bens = {
      tab: ben.tab,
      seen,
      batches: [
        { counter: 1, commands: [typed(11, ", you")] },
        { counter: 2, commands: [typed(16, " two")] },
      ],
    }
    await lineOf(servers[1]!, people[1]!).applyCommands(bens)
    // The answer was lost, and Ben has gone on typing.
    const later = { ...bens, batches: [...bens.batches, { counter: 3, commands: [typed(17, "all ")] }] }
    const { answers } = await lineOf(servers[2]!, people[1]!).applyCommands(later)

    expect(answers.map(({ accepted }) => accepted)).toEqual([true, true, true])
    expect(await textOf("t1")).toBe("Oh. Hello there, you all two")
  })
})

describe("bad input", () => {
  it("gets a sentence, and nothing is lost: a document that is gone, a stale place, a page far behind", async () => {
    await freshPage()
    const { tab } = await first.joinTab()
    const { sequence: seen } = await first.openDocument({ document: HOME })
    const about = { type: "page", id: "about" } as const
    const words = { roots: ["n1"], nodes: [{ kind: "text" as const, id: "n1", text: "New" }] }
    const insert = (parent: string, after: string | null) =>
      ({ type: "insert", document: HOME, place: { parent, after, before: null }, fragment: words }) as const

    const { answers } = await first.applyCommands({
      tab,
      seen,
      batches: [
        { counter: 1, commands: [{ type: "document.set", document: about, title: "About" }] },
        { counter: 2, commands: [insert("gone", null)] },
        { counter: 3, commands: [insert("d1", "gone")] },
      ],
    })

    expect(answers).toEqual([
      {
        accepted: false,
        counter: 1,
        reason: "There is no page about. It may have been deleted; list the documents again.",
      },
      {
        accepted: false,
        counter: 2,
        reason: "Its place is gone: there is no node gone in page home any more. Choose another parent.",
      },
      {
        accepted: true,
        counter: 3,
        sequence: seen + 1,
        notes: ["Its neighbour gone is no longer in d1, so it stands at the end of d1."],
      },
    ])
    await expect(first.openDocument({ document: about })).rejects.toThrow(
      "There is no page about. List the documents to find the right one.",
    )
  })

  it("brings a page that is 10,000 changes behind up to date, with what it had not sent", async () => {
    await freshPage()
    const tab = await openTab(first)
    tab.edit(() => ({ type: "rename", document: HOME, node: "d1", label: "Hero" }))
    tab.edit(() => ({ type: "spliceText", document: HOME, node: "t1", at: 0, removed: "", inserted: "Oh. " }))
    const { sequence } = await first.openDocument({ document: HOME })
    await pretendChanges(database, { after: sequence, count: 10_000, author: people[0]!.principal.id })

    expect(await first.readSince({ document: HOME, after: sequence })).toEqual({
      changes: [],
      sequence,
      tooFar:
        "This page is 10000 changes behind, more than are told one by one. Open the document again; what is not sent yet can be sent then.",
    })
    await tab.send(first)

    expect([...tab.acknowledged.keys()]).toEqual([1])
    expect(tab.reasons.get(2)).toBe(
      "This page is 10001 changes behind, so nobody can tell where these letters belong. Open the document again and type them there.",
    )
    expect(tab.replica().pending).toEqual([])
    const { content } = await first.openDocument({ document: HOME })
    expect(content.title).toBe(`Title ${sequence + 10_000}`)
    expect(content.fragment.nodes.find(({ id }) => id === "d1")).toMatchObject({ label: "Hero" })
  })
})

async function textOf(id: string): Promise<string | undefined> {
  const { content } = await first.openDocument({ document: HOME })
  const node = content.fragment.nodes.find((one) => one.id === id)
  return node?.kind === "element" ? undefined : node?.text
}
