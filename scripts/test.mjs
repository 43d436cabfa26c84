import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { check } from "./check.mjs"
import { findChromium } from "./chromium.mjs"
import { isBuilt } from "./freshness.mjs"
import { ensureInstalled, findNode } from "./install.mjs"
import { endWithChildren, modules, root, run } from "./processes.mjs"

ensureInstalled()
endWithChildren()
const node = findNode()
let failures = 0

// Before the tests ask for it, many at once.
findChromium()
if (!isBuilt()) {
  console.log("Building the server and the web app.")
  if ((await run(node, [join(root, "scripts/build.mjs")])).code !== 0) failures += 1
}
failures += (await check()).length

const folder = mkdtempSync(join(tmpdir(), "countersign-report-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, "report.json")
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
const vitest = [join(modules, "vitest/vitest.mjs"), "run", ...reporters, ...process.argv.slice(2)]
const { code } = await run(node, vitest)
const { passed, failed, skipped } = readReport(file)
failures += failed
// Vitest also fails for what no test caught, and for finding no test at all.
if (code !== 0 && failed === 0) failures += 1

console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
process.exit(failures > 0 || passed === 0 ? 1 : 0)

function readReport(path) {
  let report
  try {
    report = JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
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
