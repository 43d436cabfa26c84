import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, inject, it } from "vitest"
import { startVitest } from "vitest/node"
import type { Mutation } from "./logbook.fixture.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-mutants-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Report {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[]
}

interface Failures {
  ran: number
  failed: string[]
  /** What they complained of. */
  words: string
}

/** Runs a suite over the log book in a process of its own, sound or with a mistake. */
async function failuresOf(name: string, mutated: Mutation | null, tests: string): Promise<Failures> {
  const outputFile = join(folder, `${name}-${mutated}.json`)
  const run = await startVitest("test", [], {
    root: join(import.meta.dirname, "../../../.."),
    config: false,
    watch: false,
    include: [`packages/testing/src/mutants/${name}.mutant.ts`],
    setupFiles: [],
    pool: "forks",
    maxWorkers: 1,
    testNamePattern: tests,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: [["json", { outputFile }]],
    provide: { postgres: inject("postgres"), mutated },
  })
  await run.close()
  const { testResults } = JSON.parse(readFileSync(outputFile, "utf8")) as Report
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const ran = all.filter(({ status }) => status === "passed" || status === "failed")
  const failed = ran.filter(({ status }) => status === "failed")
  return {
    ran: ran.length,
    failed: failed.map(({ fullName }) => fullName),
    words: failed.flatMap(({ failureMessages = [] }) => failureMessages).join("\n"),
  }
}

describe("a plugin that lets everybody reach everything", () => {
  const LOOKED_AT = "logbook|out of sight"

  it("is caught where it reads, changes, lists, counts, searches and says what is wrong, through every door", {
    timeout: 120_000,
  }, async () => {
    const sound = await failuresOf("reach", null, LOOKED_AT)
    expect(sound.failed).toEqual([])
    expect(sound.ran).toBeGreaterThan(10)

    const { failed, words } = await failuresOf("reach", "reachesAll", LOOKED_AT)
    for (const verb of ["logbook.get", "logbook.rename"])
      expect(failed).toContainEqual(expect.stringContaining(`${verb} reaches what its caller may reach`))
    expect(failed).toContainEqual(expect.stringContaining("knows of a logbook.entry out of sight"))
    for (const read of [
      "logbook.list",
      "logbook.list by text",
      "logbook.count",
      "logbook.listIssues",
      "catalog.issues",
    ])
      expect(words).toMatch(new RegExp(`^.* asks ${read}$`, "m"))
    expect(failed).toContainEqual(expect.stringContaining("told from nothing at all by nobody: logbook.get.id"))
    for (const [door, tool] of [
      ["ai.callTool", "get"],
      ["ai.proposeTool", "rename"],
    ])
      expect(failed).toContainEqual(
        expect.stringContaining(`by nobody who asks through ${door}: logbook.${tool}.id of logbook.${tool}`),
      )
  })

  it("is caught where it forgets only what people search for", { timeout: 120_000 }, async () => {
    const { failed, words } = await failuresOf("reach", "searchesAll", "a logbook.entry out of sight")
    expect(failed).toEqual([expect.stringContaining("knows of a logbook.entry out of sight")])
    expect(words).toMatch(/ asks logbook\.list by text$/m)
    expect(words).not.toMatch(/ asks logbook\.list$/m)
  })
})

describe("a plugin whose card leaves out a field", () => {
  it("is caught by the suite over tools", { timeout: 120_000 }, async () => {
    const sound = await failuresOf("card", null, "^logbook.rename")
    expect(sound.failed).toEqual([])
    expect(sound.ran).toBeGreaterThan(5)

    const { failed } = await failuresOf("card", "dropsNote", "^logbook.rename")
    expect(failed).toContainEqual(expect.stringContaining("its card says all that it does"))
  })
})
