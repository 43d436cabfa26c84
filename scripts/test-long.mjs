import { ensureInstalled } from "./install.mjs"
import { endWithChildren } from "./processes.mjs"
import { conclude, prepare, runSuite } from "./suite.mjs"

ensureInstalled()
endWithChildren()

const built = await prepare()
const { passed, failed, skipped } = await runSuite({
  config: "vitest.long.config.ts",
  args: process.argv.slice(2),
})
conclude({ passed, failed: failed + (built ? 0 : 1), skipped })
