import { rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { build as buildWeb } from "vite"
import { bundleServer, fixtureEntries, putInPlace } from "./bundle.mjs"
import { fingerprint, markBuilt, staleOf } from "./freshness.mjs"
import { root } from "./processes.mjs"

const makers = {
  async server(outdir) {
    const chunks = await bundleServer({ main: "apps/server/src/main.ts", cli: "apps/cli/src/main.ts" }, outdir)
    writeFileSync(join(root, "dist", "lazy-chunks.json"), `${JSON.stringify(chunks, null, 2)}\n`)
  },
  /** Its own configuration says everything else, the compressed copies beside each file included. */
  async web(outDir) {
    const app = join(root, "apps", "web")
    await buildWeb({ root: app, logLevel: "warn", build: { outDir: relative(app, outDir), emptyOutDir: true } })
  },
  /** Never part of what is shipped. */
  fixtures: (outdir) => bundleServer(fixtureEntries, outdir),
}

// Without words all of the product is built; `--stale server web fixtures` builds what is older than its sources.
const [flag, ...named] = process.argv.slice(2)
try {
  await Promise.all((flag === "--stale" ? staleOf(named) : ["server", "web"]).map(make))
} catch (error) {
  // The bundlers have printed where; their stacks say nothing more.
  console.error(`The build failed: ${error.message}`)
  process.exit(1)
}

async function make(name) {
  const builtFrom = fingerprint(name)
  const folder = join(root, "dist", name)
  // Made beside and then renamed, so that a running server never sees half a build.
  rmSync(`${folder}.new`, { recursive: true, force: true })
  await makers[name](`${folder}.new`)
  putInPlace(`${folder}.new`, folder)
  markBuilt(name, builtFrom)
}
