import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./processes.mjs"

/** What is built, what there is of it when it is, and which sources go into it: scripts/import-rules.mjs holds them apart. */
const builds = {
  server: {
    outputs: ["dist/server/main.js", "dist/server/cli.js", "dist/server/sandbox-child.js", "dist/lazy-chunks.json"],
    reads: (path) => !/^(apps\/web|packages\/ui)\/|\/src\/web\//.test(path),
  },
  web: {
    outputs: ["dist/web/index.html"],
    reads: (path) => /^apps\/web\/|^packages\/ui\/|\/src\/(web|contract)(\/|\.tsx?$)|^scripts\/|^[^/]*$/.test(path),
  },
  fixtures: {
    outputs: ["dist/fixtures/package.json"],
    reads: (path) => builds.server.reads(path),
  },
}
const sources = [
  "apps",
  "packages",
  "plugins",
  "docs/guide",
  "package-lock.json",
  "tsconfig.json",
  "scripts/build.mjs",
  "scripts/bundle.mjs",
]
/** What `npm start` runs. */
const product = ["server", "web"]

export function isBuilt(names = product) {
  return staleOf(names).length === 0
}

/** Those that were not built from the sources as they stand. */
export function staleOf(names = product) {
  return names.filter((name) => {
    const paths = [stampOf(name), ...builds[name].outputs].map((path) => join(root, path))
    return !paths.every((path) => existsSync(path)) || readFileSync(paths[0], "utf8") !== fingerprint(name)
  })
}

export function markBuilt(name, builtFrom) {
  writeFileSync(join(root, stampOf(name)), builtFrom)
}

/** Names, sizes and times, not contents: 1,000 files take 15 ms, so that a fresh start does not wait. */
export function fingerprint(name) {
  const hash = createHash("sha256")
  for (const source of sources) addTo(hash, source, builds[name].reads)
  return hash.digest("hex")
}

function stampOf(name) {
  return `dist/${name}.built-from`
}

function addTo(hash, path, reads) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isDirectory()) {
    if (reads(path) && !/\.test\.\w+$/.test(path)) hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`)
    return
  }
  for (const entry of readdirSync(join(root, path)).sort()) {
    if (entry !== "node_modules" && entry !== "dist") addTo(hash, `${path}/${entry}`, reads)
  }
}
