import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { build as bundle } from "esbuild"
import { build as buildWeb } from "vite"
import { fingerprint, markBuilt } from "./freshness.mjs"
import { root } from "./processes.mjs"

const builtFrom = fingerprint()
// Made beside and then renamed, so that a running server never sees half a build.
const made = { server: join(root, "dist", "server.new"), web: join(root, "dist", "web.new") }
mkdirSync(join(root, "dist"), { recursive: true })
for (const folder of Object.values(made)) rmSync(folder, { recursive: true, force: true })

try {
  await Promise.all([makeServer(made.server), makeWeb(made.web)])
} catch (error) {
  // The bundlers have printed where; their stacks say nothing more.
  console.error(`The build failed: ${error.message}`)
  process.exit(1)
}
for (const [name, folder] of Object.entries(made)) {
  rmSync(join(root, "dist", name), { recursive: true, force: true })
  renameSync(folder, join(root, "dist", name))
}
markBuilt(builtFrom)

async function makeServer(outdir) {
  await bundle({
    absWorkingDir: root,
    entryPoints: { main: "apps/server/src/main.ts", cli: "apps/cli/src/main.ts" },
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node24",
    minifySyntax: true,
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "warning",
    // Never installed: pg looks for both and does without.
    external: ["pg-native", "cloudflare:sockets"],
    // Packages in the older module format call require() for what Node brings.
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"\nconst require = createRequireOfBundle(import.meta.url)',
    },
  })
  writeFileSync(join(outdir, "package.json"), '{ "type": "module" }\n')
}

/** Its own configuration says everything else, the compressed copies beside each file included. */
async function makeWeb(outDir) {
  const app = join(root, "apps", "web")
  await buildWeb({ root: app, logLevel: "warn", build: { outDir: relative(app, outDir), emptyOutDir: true } })
}
