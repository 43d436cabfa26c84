import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, inject, it } from "vitest"
import { startVitest } from "vitest/node"

const folder = mkdtempSync(join(tmpdir(), "countersign-mutants-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

/** Runs a suite over the log book in a process of its own, sound or with its mistake. Answers which of its tests failed. */
async function failuresOf(name: string, mutated: boolean, tests: string): Promise<{ ran: number; failed: string[] }> {
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
  return { ran: ran.length, failed: ran.filter(({ status }) => status === "failed").map(({ fullName }) => fullName) }
}

describe("a plugin that lets everybody reach everything", () => {
  const LOOKED_AT = "logbook|out of sight"

  it("is caught where it reads, changes, lists, counts, searches and says what is wrong", {
    timeout: 120_000,
  }, async () => {
    const sound = await failuresOf("reach", false, LOOKED_AT)
    expect(sound.failed).toEqual([])
    expect(sound.ran).toBeGreaterThan(10)

    const { failed } = await failuresOf("reach", true, LOOKED_AT)
    for (const verb of ["logbook.get", "logbook.rename"])
      expect(failed).toContainEqual(expect.stringContaining(`${verb} reaches what its caller may reach`))
    for (const resource of ["logbook.entry"])
      expect(failed).toContainEqual(expect.stringContaining(`knows of a ${resource} out of sight`))
    expect(failed).toContainEqual(expect.stringContaining("told from nothing at all by nobody: logbook.get.id"))
  })
})

describe("a plugin whose card leaves out a field", () => {
  it("is caught by the suite over tools", { timeout: 120_000 }, async () => {
    const sound = await failuresOf("card", false, "^logbook.rename")
    expect(sound.failed).toEqual([])
    expect(sound.ran).toBeGreaterThan(5)

    const { failed } = await failuresOf("card", true, "^logbook.rename")
    expect(failed).toContainEqual(expect.stringContaining("its card says all that it does"))
  })
})
