import { pathToFileURL } from "node:url"
import { problemsOf } from "../plugins/ai/src/docs/doc-page.ts"
import { readGuide } from "../plugins/ai/src/docs/read-guide.ts"
import { root } from "./processes.mjs"

/**
 * Every page says what it is about, has an address of its own, and links only to pages and headings that exist. Runs
 * under Node 24.
 *
 * @returns {{ pages: number, problems: string[] }}
 */
export function checkGuide({ folder }) {
  const pages = readGuide(folder)
  return { pages: pages.length, problems: problemsOf(pages) }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { pages, problems } = checkGuide({ folder: root })
  for (const problem of problems) console.log(problem)
  console.log(`${pages} pages of the guide were read.`)
  // A checker that sees nothing must not pass.
  process.exit(problems.length > 0 || pages === 0 ? 1 : 0)
}
