import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findChromium } from "./chromium.mjs"
import { isBuilt } from "./freshness.mjs"
import { findNode } from "./install.mjs"
import { modules, root, run } from "./processes.mjs"
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
 * @param {{ config: string, args: string[], timed?: boolean }} options `timed`: what takes far too long fails the run
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>} `failed` also counts what no test caught
 */
export async function runSuite({ config, args, timed = false }) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-report-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, "report.json")
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const vitest = [join(modules, "vitest/vitest.mjs"), "run", "--config", join(root, config), ...reporters, ...args]
  const { code } = await run(findNode(), vitest)
  const report = readReport(file)
  const { passed, failed, skipped } = countsOf(report)
  const { lines, late } = timed && report ? judgeTimes(report) : { lines: [], late: 0 }
  for (const line of lines) console.log(line)
  // Vitest also fails for what no test caught, and for finding no test at all.
  return { passed, failed: late + (code !== 0 && failed === 0 ? 1 : failed), skipped }
}

/** The last line of a run. Ends the process. */
export function conclude({ passed, failed, skipped }) {
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return null
  }
}

function countsOf(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  // A file that does not even load has no tests to count, and is a failure all the same.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
