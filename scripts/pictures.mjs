import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { ensureInstalled } from "./install.mjs"
import { endWithChildren, root } from "./processes.mjs"
import { conclude, prepare, runSuite } from "./suite.mjs"

ensureInstalled()
endWithChildren()

const folder = join(root, "test-results", "pictures")
const wanted = process.argv.slice(2)
// A picture of a page that is gone would look like one of today.
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const built = await prepare()
const { passed, failed, skipped } = await runSuite({ config: "vitest.pictures.config.ts", args: wanted })
console.log(`${readdirSync(folder).length} pictures are in ${folder}.`)
conclude({ passed, failed: failed + (built ? 0 : 1), skipped })
