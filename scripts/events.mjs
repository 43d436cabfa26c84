// Writes the JSON Schemas of every plugin's events, or with --check says whether they are up to date. Either way an event
// that lost something stops it: others read what they know of it. Runs under Node 24.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { lossesOf, schemasOf } from "../packages/core/src/events/event-schemas.ts"
import { root } from "./processes.mjs"

/** What is written down of one list of events, against what it says now. @returns {string | null} what is wrong */
export function judge(written, events, file) {
  const wanted = schemasOf(events)
  const losses = lossesOf(written === null ? {} : JSON.parse(written), wanted)
  if (losses.length > 0)
    return [
      `${file}: events may only grow, because others read what they know of them. Keep what was there, and add beside it.`,
      ...losses.map((loss) => `  ${loss}`),
    ].join("\n")
  const upToDate = written === null ? events.length === 0 : written === printed(wanted)
  return upToDate ? null : `${file}: the events have grown, but this file has not. Run: npm run events`
}

/** Every list of events with the file that its schemas stand in. */
async function listEvents() {
  const lists = [{ folder: "packages/core", source: "src/reserved/platform-plugin.ts" }]
  for (const name of readdirSync(join(root, "plugins")))
    lists.push({ folder: `plugins/${name}`, source: "src/server.ts" })
  return Promise.all(
    lists
      .filter(({ folder, source }) => existsSync(join(root, folder, source)))
      .map(async ({ folder, source }) => {
        const exported = Object.values(await import(pathToFileURL(join(root, folder, source)).href))
        const events = exported.flatMap((one) => (Array.isArray(one?.events) ? one.events : []))
        return { file: join(root, folder, "generated/events.json"), events }
      }),
  )
}

function printed(schemas) {
  return `${JSON.stringify(schemas, null, 2)}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const check = process.argv.includes("--check")
  for (const { file, events } of await listEvents()) {
    const written = existsSync(file) ? readFileSync(file, "utf8") : null
    const problem = judge(written, events, relative(root, file))
    if (!problem) continue
    if (check || !problem.endsWith("npm run events")) {
      console.error(problem)
      process.exitCode = 1
    } else {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, printed(schemasOf(events)))
    }
  }
}
