import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ensureInstalled, findNode } from "./install.mjs"
import { endWithChildren, root, run } from "./processes.mjs"

// What the compiler found last time: a check after a small change takes it 3 s of processor time instead of 40.
const TYPES = ["--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"]

/** Runs every check to its end. @returns {Promise<string[]>} the names of those that failed */
export async function check() {
  const node = findNode()
  const steps = [
    // By its path: the older compiler that pages bring for their editor has a program of the same name.
    { name: "types", command: node, args: ["node_modules/typescript/bin/tsc", "--noEmit", ...TYPES] },
    { name: "lint and format", command: "biome", args: ["check", "--error-on-warnings"] },
    { name: "import directions", command: node, args: ["scripts/check-imports.mjs"] },
    { name: "names of plugins", command: node, args: ["scripts/check-names.mjs"] },
    { name: "waits by time", command: node, args: ["scripts/check-waits.mjs"] },
    { name: "unused code", command: "knip", args: ["--no-progress", "--no-config-hints"] },
    { name: "events only grow", command: node, args: ["scripts/events.mjs", "--check"] },
    { name: "pages of the guide", command: node, args: ["scripts/check-guide.mjs"] },
  ].filter(({ args: [first] }) => !first.endsWith(".mjs") || existsSync(join(root, first)))

  const results = await Promise.all(
    steps.map(async ({ name, command, args }) => ({ name, ...(await run(command, args, { capture: true })) })),
  )
  const failed = results.filter(({ code }) => code !== 0)
  for (const { name, output } of failed) console.log(`\n--- ${name} ---\n${output.trimEnd()}`)
  console.log(
    failed.length === 0
      ? `Checked: ${steps.map(({ name }) => name).join(", ")}.`
      : `\nFailed: ${failed.map(({ name }) => name).join(", ")}.`,
  )
  return failed.map(({ name }) => name)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled()
  endWithChildren()
  process.exit((await check()).length === 0 ? 0 : 1)
}
