import { check } from "./check.mjs"
import { ensureInstalled } from "./install.mjs"
import { endWithChildren } from "./processes.mjs"
import { conclude, prepare, runSuite } from "./suite.mjs"

ensureInstalled()
endWithChildren()

const built = await prepare()
const unchecked = await check()
const { passed, failed, skipped } = await runSuite({
  config: "vitest.config.ts",
  args: process.argv.slice(2),
  timed: true,
  twice: true,
})
conclude({ passed, failed: failed + unchecked.length + (built ? 0 : 1), skipped })
