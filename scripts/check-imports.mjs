import { existsSync, readdirSync, readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { dirname, join, posix } from "node:path"
import { pathToFileURL } from "node:url"
import { rules } from "./import-rules.mjs"
import { root } from "./processes.mjs"
import { scanImports } from "./scan-imports.mjs"

const builtins = new Set(builtinModules)

/**
 * @param {{ folder: string }} where the clone to check
 * @returns {{ files: number, violations: string[] }} each violation names file, line, import and rule
 */
export function checkImports({ folder }) {
  const packages = readPackages(folder)
  const files = ["apps", "packages", "plugins", "e2e", "bench"].flatMap((top) => sourcesIn(folder, top))
  const violations = files.flatMap((file) =>
    scanImports(readFileSync(join(folder, file), "utf8")).flatMap((named) => {
      const problem = judge(file, named, packages)
      return problem ? [`${file}:${named.line} imports "${named.specifier}": ${problem}`] : []
    }),
  )
  return { files: files.length, violations }
}

function judge(file, named, packages) {
  const area = areaOf(file)
  if (!area) return "no area of scripts/import-rules.mjs covers this file. Move it, or add its folder there."
  const { specifier } = named
  if (!specifier.startsWith(".") && !specifier.startsWith("@countersign/") && !isOursByName(specifier, packages)) {
    return judgeForeign(file, area, named)
  }
  const target = specifier.startsWith(".")
    ? { file: posix.normalize(posix.join(dirname(file), specifier)), byPath: true }
    : resolveExport(specifier, packages)
  if (target.problem) return target.problem
  const kept = rules.entries.find((entry) => entry.specifier === specifier)
  if (kept && area.ours !== "*" && !kept.from.test(file)) return `this entry is for ${kept.for} only.`
  const here = packageOf(file, packages)
  const there = packageOf(target.file, packages)
  if (target.byPath && there !== undefined && here !== there && !rules.byPath.includes(area.name)) {
    return `${there.name} is another package. Import it by its name, through one of its entries.`
  }
  // Data carries no direction of its own.
  if (target.file.endsWith(".json")) return null
  return judgeOurs(file, area, target.file, here === there)
}

function judgeForeign(file, area, { specifier, typeOnly }) {
  if (area.browser && (specifier.startsWith("node:") || builtins.has(specifier))) {
    return `${area.name} runs in a browser, which has no ${specifier}.`
  }
  const { packages, allowed } = rules.providerSdks
  if (area.name !== "test" && packages.test(specifier)) {
    const exempt = allowed.some((one) => one.file === file && one.specifier === specifier && one.typeOnly === typeOnly)
    if (!exempt) return "the SDK of a model provider may serve tests and benchmarks only. Speak HTTP from packages/llm."
  }
  if (area.packages && !area.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
    return `${area.name} may import no package but ${area.packages.join(", ")}.`
  }
  return null
}

function judgeOurs(file, area, target, samePackage) {
  const reached = areaOf(target)
  if (!reached) return `no area of scripts/import-rules.mjs covers ${target}.`
  if (area.ours === "*") return null
  if (reached.name === "testing" || (reached.name === "test" && !samePackage)) {
    return "tests, e2e, scripts and bench alone may import it."
  }
  if (reached.name === "test") return "a test is imported by nothing."
  const isPlugin = file.startsWith("plugins/") && target.startsWith("plugins/")
  if (isPlugin && !samePackage && !rules.betweenPlugins.includes(reached.name)) {
    return "one plugin reaches another by its contract only."
  }
  if (reached.name !== area.name && !area.ours.includes(reached.name)) {
    const may = area.ours.length > 0 ? `only ${area.ours.join(", ")}` : "nothing else of ours"
    return `${area.name} may import ${may}, and this is ${reached.name}.`
  }
  return area.name === "core/server" && samePackage ? judgeCoreOrder(file, target) : null
}

function judgeCoreOrder(file, target) {
  const from = coreRank(file)
  const to = coreRank(target)
  // Entries and the files that wire everything stand below every folder.
  if (from === -1) return null
  if (to === -1) return "the folders of core may not import the files that wire them together."
  if (to <= from) return null
  const [upper, lower] = [rules.coreOrder[from], rules.coreOrder[to]]
  return `core/${upper} may import only what stands above it, and core/${lower} stands below.`
}

/** -1 for what is not in the order. */
function coreRank(file) {
  const path = file.replace(/^packages\/core\/(src\/)?/, "")
  return rules.coreOrder.findIndex((name) => path.startsWith(`${name}/`) || path === `${name}.ts`)
}

function areaOf(file) {
  return rules.areas.find(({ files }) => files.test(file))
}

function isOursByName(specifier, packages) {
  return packages.some(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
}

function resolveExport(specifier, packages) {
  const found = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  if (!found) return { problem: "there is no such package in this repository." }
  const entry = found.exports[`.${specifier.slice(found.name.length)}`]
  if (entry) return { file: posix.join(found.folder, entry) }
  return { problem: `${found.name} offers only ${Object.keys(found.exports).join(", ")}.` }
}

function packageOf(file, packages) {
  return packages.find(({ folder }) => file.startsWith(`${folder}/`))
}

function readPackages(folder) {
  return ["apps", "packages", "plugins"]
    .flatMap((top) =>
      existsSync(join(folder, top)) ? readdirSync(join(folder, top)).map((name) => `${top}/${name}`) : [],
    )
    .filter((path) => existsSync(join(folder, path, "package.json")))
    .map((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(folder, path, "package.json"), "utf8"))
      return { name, folder: path, exports }
    })
}

function sourcesIn(folder, path) {
  if (!existsSync(join(folder, path))) return []
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = `${path}/${entry.name}`
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : sourcesIn(folder, inner)
    return /\.(tsx?|mts|mjs|js)$/.test(entry.name) ? [inner] : []
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { files, violations } = checkImports({ folder: root })
  for (const violation of violations) console.log(violation)
  console.log(
    violations.length === 0
      ? `${files} files import in the right direction.`
      : `${violations.length} imports go the wrong way.`,
  )
  // A checker that sees nothing must not pass.
  process.exit(violations.length > 0 || files === 0 ? 1 : 0)
}
