import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "./processes.mjs"

// Tests, and what only tests use.
const FILES = [
  "{apps,packages,plugins,scripts,deploy}/**/*.{test,fixture}.{ts,tsx,mjs}",
  "e2e/**/*.ts",
  "packages/testing/**/*.ts",
]
const WAITS = /\b(setTimeout|setInterval|waitForTimeout|pg_sleep|networkidle|Atomics\.wait)\b/
const REASON = /^\s*\/\/ A wait by time: \S+/
const COMMENT = /^\s*(\/\/|\*|\/\*)/

/**
 * A test that waits by time is slow on a fast machine and fails on a slow one. Where the time itself is the subject the
 * line before says so: `// A wait by time: <why>`.
 *
 * @returns {{ files: number, waits: string[] }} each wait without a reason, by file and line
 */
export function checkWaits({ folder }) {
  const files = globSync(FILES, { cwd: folder, exclude: (name) => name.includes("node_modules") })
  const waits = files.flatMap((file) => {
    // This check's own test speaks of all of them.
    if (file === join("scripts", "check-waits.test.mjs")) return []
    return waitsIn(readFileSync(join(folder, file), "utf8")).map(({ line, word }) => `${file}:${line} uses ${word}`)
  })
  return { files: files.length, waits }
}

export function waitsIn(source) {
  const lines = source.split("\n")
  return lines.flatMap((text, at) => {
    const word = COMMENT.test(text) ? undefined : WAITS.exec(text)?.[1]
    return word && !REASON.test(lines[at - 1] ?? "") ? [{ line: at + 1, word }] : []
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { files, waits } = checkWaits({ folder: root })
  for (const wait of waits) console.log(`${wait}. Wait for the event, or say why above: // A wait by time: ...`)
  console.log(`${files} files of tests were read.`)
  // A checker that sees nothing must not pass.
  process.exit(waits.length > 0 || files === 0 ? 1 : 0)
}
