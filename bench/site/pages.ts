/** Pages nobody here wrote: npm packages of whole sites, fetched as they were published and never installed. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

const PACKAGES = [
  "startbootstrap-agency@7.0.12",
  "startbootstrap-clean-blog@6.0.9",
  "startbootstrap-new-age@6.0.7",
  "startbootstrap-freelancer@7.0.7",
  "startbootstrap-modern-business@5.0.7",
  "bulma-templates@0.6.0",
  "argon-design-system-free@1.2.0",
  "blk-design-system@1.0.2",
  "impress.js@1.1.0",
  "98.css@0.1.21",
  "spectre.css@0.5.9",
  "skeleton-css@2.0.4",
]
/** The documentation of spectre.css is 60 pages alike; a few of each package show as much. */
const MOST_OF_ONE = 16

export interface FoundPage {
  packageName: string
  folder: string
  /** Within the folder. */
  path: string
}

/** Every page of every package; those that cannot be fetched are told by name. */
export function findPages(cache: string): { pages: FoundPage[]; absent: string[] } {
  const pages: FoundPage[] = []
  const absent: string[] = []
  mkdirSync(cache, { recursive: true })
  for (const packageName of PACKAGES) {
    const folder = join(cache, packageName.replace("@", "-"))
    if (!existsSync(folder) && !fetched(packageName, cache, folder)) absent.push(packageName)
    else for (const path of htmlIn(folder).slice(0, MOST_OF_ONE)) pages.push({ packageName, folder, path })
  }
  return { pages, absent }
}

function fetched(packageName: string, cache: string, folder: string): boolean {
  try {
    const told = execFileSync("npm", ["pack", "--silent", packageName], { cwd: cache, encoding: "utf8", stdio: "pipe" })
    const file = told.trim().split("\n").at(-1)!
    mkdirSync(folder)
    execFileSync("tar", ["xzf", join(cache, file), "-C", folder, "--strip-components=1"])
    return true
  } catch {
    return false
  }
}

function htmlIn(folder: string): string[] {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.html?$/.test(entry.name))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .filter((path) => !/(^|\/)(node_modules|src)\//.test(path))
      // A page that only sends its reader on has nothing to look at.
      .filter((path) => !/http-equiv=["']?refresh/i.test(readFileSync(join(folder, path), "utf8")))
      .sort()
  )
}

/** Every host that the pages and their styles name. */
export function hostsIn(pages: readonly FoundPage[]): string[] {
  const hosts = new Set<string>()
  for (const folder of new Set(pages.map((page) => page.folder))) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:html?|css)$/.test(entry.name)) continue
      const text = readFileSync(join(entry.parentPath, entry.name), "utf8")
      for (const [, host] of text.matchAll(/\/\/([a-z0-9.-]+(?::\d+)?)/gi)) hosts.add(host!.toLowerCase())
    }
  }
  return [...hosts]
}
