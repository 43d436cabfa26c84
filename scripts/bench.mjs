import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isBuilt } from "./freshness.mjs"
import { ensureInstalled, findNode } from "./install.mjs"
import { endWithChildren, environment, root, run } from "./processes.mjs"

ensureInstalled()
endWithChildren()
const node = findNode()
const folder = process.env.BENCH_FOLDER ?? join(root, "bench")
/** As bench/stage/table.ts ends a measurement that works and misses an aim. */
const MISSED_CODE = 3
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
const names = files.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
if (names.length === 0) {
  console.log(`No measurement is called ${wanted.join(" or ")}.`)
  process.exit(1)
}

const scratch = mkdtempSync(join(tmpdir(), "countersign-bench-"))
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }))
const list = join(scratch, "missed.txt")
const env = { ...environment(), BENCH_MISSED: list, ...(smallest ? { BENCH_SMALLEST: "1" } : {}) }
const broken = []
for (const file of names) {
  const name = file.replace(".bench.ts", "")
  console.log(`\n${name}`)
  // One after the other: two at once would measure each other.
  const { code } = await run(node, [join(folder, file)], { env })
  if (code !== 0 && code !== MISSED_CODE) broken.push(name)
}
const missed = existsSync(list) ? readFileSync(list, "utf8").trimEnd().split("\n") : []
if (broken.length > 0) console.log(`\n${broken.length} of ${names.length} measurements broke: ${broken.join(", ")}.`)
if (missed.length > 0) console.log(`\nAims that were missed:\n${missed.map((one) => `- ${one}`).join("\n")}`)
process.exit(broken.length + missed.length > 0 ? 1 : 0)
