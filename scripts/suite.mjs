import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findChromium } from "./chromium.mjs"
import { isBuilt } from "./freshness.mjs"
import { findNode } from "./install.mjs"
import { environment, modules, root, run } from "./processes.mjs"
import { filesToLookAtAgain, joinLooks } from "./second-look.mjs"
import { judgeTimes } from "./time-budget.mjs"

/** Builds what is not built. @returns {Promise<boolean>} whether there is a product to test */
export async function prepare() {
  // Before the tests ask for it, many at once.
  findChromium()
  if (isBuilt()) return true
  console.log("Building the server and the web app.")
  return (await run(findNode(), [join(root, "scripts/build.mjs")])).code === 0
}

/**
 * Runs the tests that a configuration of vitest names.
 *
 * @param {{ config: string, args: string[], timed?: boolean, twice?: boolean }} options `timed`: what takes far too long fails the run;
 *   `twice`: a few files that failed are looked at again, see second-look.mjs
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>} `failed` also counts what no test caught
 */
export async function runSuite({ config, args, timed = false, twice = false }) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-report-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  const first = await runOnce(config, args, join(folder, "first"))
  const { lines, late } = timed && first.report ? judgeTimes(first.report) : { lines: [], late: 0 }
  for (const line of lines) console.log(line)
  const files = twice ? filesToLookAtAgain(first.report) : []
  if (files.length === 0) return { ...countsOf(first), failed: late + countsOf(first).failed }
  console.log(
    `${files.length === 1 ? "One file" : `${files.length} files`} failed. A second look, with nothing beside it.`,
  )
  const second = await runOnce(config, files, join(folder, "second"))
  const joined = joinLooks(first.report, second.report)
  for (const line of joined.lines) console.log(line)
  const counts = countsOf({ report: joined.report, uncaught: first.uncaught + second.uncaught })
  return { ...counts, failed: late + counts.failed }
}

async function runOnce(config, args, path) {
  const reporters = ["default", "json", join(root, "scripts/uncaught-reporter.mjs")].map((name) => `--reporter=${name}`)
  const vitest = [join(modules, "vitest/vitest.mjs"), "run", "--config", join(root, config), ...reporters]
  const env = { ...environment(), COUNTERSIGN_UNCAUGHT: `${path}.uncaught` }
  const { code } = await run(findNode(), [...vitest, `--outputFile.json=${path}.json`, ...args], { env })
  const report = readJson(`${path}.json`)
  const uncaught = readJson(`${path}.uncaught`) ?? 1
  // Vitest also fails for finding no test at all.
  return { report, uncaught: uncaught === 0 && code !== 0 && report?.success ? 1 : uncaught }
}

/** The last line of a run. Ends the process. */
export function conclude({ passed, failed, skipped }) {
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return null
  }
}

function countsOf({ report, uncaught }) {
  const files = report?.testResults ?? []
  const count = (...wanted) =>
    files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => wanted.includes(status)).length
  // A file that does not even load has no tests to count, and is a failure all the same.
  const broken = files.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  )
  return {
    passed: count("passed"),
    failed: count("failed") + broken.length + uncaught,
    skipped: count("pending", "skipped", "todo"),
  }
}
