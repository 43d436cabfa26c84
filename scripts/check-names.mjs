import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { rules } from "./import-rules.mjs"
import { root } from "./processes.mjs"
import { scanTexts } from "./scan-imports.mjs"

const { files: covered, allowed } = rules.namesOfPlugins
const TESTS = /\.(test|fixture)\.tsx?$/

/**
 * The centre names no plugin, nor a thing or verb of one: `catalog.system`, `incident_list`. An import is not the only way
 * to depend on somebody. Comments may, as examples.
 *
 * @returns {{ texts: number, names: string[], unused: string[] }} how many texts were read, each name with its file and
 * line, and which of the allowed ones nobody says
 */
export function checkNames({ folder }) {
  const plugins = existsSync(join(folder, "plugins")) ? readdirSync(join(folder, "plugins")) : []
  const naming = new RegExp(`(?<![\\w./@-])(${plugins.join("|")})([._])[a-zA-Z]\\w*`, "g")
  const files = globSync("packages/**/*.{ts,tsx}", { cwd: folder, exclude: (name) => name.includes("node_modules") })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => covered.test(file) && !TESTS.test(file))
  const texts = files.flatMap((file) =>
    scanTexts(readFileSync(join(folder, file), "utf8")).map((text) => ({ file, ...text })),
  )
  const said = texts.flatMap(({ file, text, line }) =>
    (plugins.includes(text) ? [text] : (text.match(naming) ?? [])).map((name) => ({ name, at: `${file}:${line}` })),
  )
  return {
    texts: texts.length,
    names: said.filter(({ name }) => !allowed.includes(name)).map(({ name, at }) => `${at} names "${name}"`),
    unused: allowed.filter((name) => !said.some((one) => one.name === name)),
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { texts, names, unused } = checkNames({ folder: root })
  for (const name of unused) console.log(`Nobody names "${name}" any more: take it off the list in import-rules.mjs.`)
  for (const name of names) console.log(`${name}: the centre names no plugin. Let the plugin contribute it.`)
  console.log(`${texts} texts read, ${names.length} name what is a plugin's.`)
  // A checker that sees nothing must not pass.
  process.exit(names.length + unused.length > 0 || texts === 0 ? 1 : 0)
}
