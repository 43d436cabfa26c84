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
 * @returns {{ texts: number, names: string[] }} how many texts were read, and each name with its file and line
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
  const names = texts.flatMap(({ file, text, line }) => {
    const said = plugins.includes(text) ? [text] : (text.match(naming) ?? [])
    return said.filter((name) => !allowed.includes(name)).map((name) => `${file}:${line} names "${name}"`)
  })
  return { texts: texts.length, names }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { texts, names } = checkNames({ folder: root })
  for (const name of names) console.log(`${name}: the centre names no plugin. Let the plugin contribute it.`)
  console.log(`${texts} texts read, ${names.length} name what is a plugin's.`)
  // A checker that sees nothing must not pass.
  process.exit(names.length > 0 || texts === 0 ? 1 : 0)
}
