import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { isBuilt } from "./freshness.mjs"
import { ensureInstalled, findNode } from "./install.mjs"
import { endWithChildren, environment, root, run } from "./processes.mjs"

ensureInstalled()
endWithChildren()
const node = findNode()
const folder = join(root, "bench")
// As little as shows that a measurement still works, without the peers that only this folder's own install brings.
const smallest = process.argv.includes("--smallest")
const wanted = process.argv.slice(2).filter((word) => word !== "--smallest")

if (!smallest && existsSync(join(folder, "package.json")) && !existsSync(join(folder, "node_modules"))) {
  const { code } = await run("npm", ["install", "--no-save", "--prefix", folder, "--no-audit", "--no-fund"])
  if (code !== 0) process.exit(code)
}
if (!isBuilt()) {
  console.log("Building the server and the web app.")
  const { code } = await run(node, [join(root, "scripts", "build.mjs")])
  if (code !== 0) process.exit(code)
}
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".bench.ts"))
  .sort()
let failed = 0
for (const name of files.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))) {
  console.log(`\n${name.replace(".bench.ts", "")}`)
  // One after the other: two at once would measure each other.
  const env = { ...environment(), ...(smallest ? { BENCH_SMALLEST: "1" } : {}) }
  const { code } = await run(node, [join(folder, name)], { env })
  if (code !== 0) failed += 1
}
if (failed > 0) console.log(`\n${failed} of ${files.length} benchmarks failed.`)
process.exit(failed > 0 ? 1 : 0)
