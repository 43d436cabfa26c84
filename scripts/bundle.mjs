import { renameSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { build } from "esbuild"
import { root } from "./processes.mjs"

/** What tests start beside the product: the same code with a plugin more, or one that dies where it is told to. */
export const fixtureEntries = {
  "apply-process": "packages/core/src/gate/apply-process.fixture.ts",
  "chat-process": "packages/core/src/chat/chat-process.fixture.ts",
  conformance: "apps/server/src/from-outside/conformance-main.fixture.ts",
  "deliver-process": "packages/core/src/events/deliver-process.fixture.ts",
  "errand-process": "packages/core/src/workers/errand-process.fixture.ts",
  "mcp-process": "packages/core/src/mcp/mcp-process.fixture.ts",
  "probe-process": "plugins/healthcheck/src/probe/servers/probe-process.fixture.ts",
  "publish-process": "plugins/site/src/server/publish/publish-process.fixture.ts",
  "sandbox-process": "packages/sandbox/src/sandbox-process.fixture.ts",
  "small-internet": "apps/server/src/from-outside/small-internet-main.fixture.ts",
  "turn-process": "plugins/site/src/server/tools/turn-process.fixture.ts",
  visited: "apps/server/src/from-outside/visited-main.fixture.ts",
  "worker-process": "packages/core/src/jobs/worker-process.fixture.ts",
}

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  minifySyntax: true,
  // Node keeps the text of what it runs in memory, twice as large where a single letter is not Latin, and packages have such
  // letters in their comments: without comments and blanks a server at rest needs 8 MB less. Lines stay short for stack traces.
  minifyWhitespace: true,
  lineLimit: 120,
  legalComments: "external",
  logLevel: "warning",
  // Packages in the older module format call require() for what Node brings, and some (ssh2) ask for their folder.
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"\nconst require = createRequireOfBundle(import.meta.url), folderOfBundle = import.meta.dirname',
  },
  define: { __dirname: "folderOfBundle" },
}

/**
 * Bundles programs of the server. The product and what tests start are made here alike, so that a test cannot run what
 * nobody ships. Answers the chunks that are loaded only when they are first wanted.
 *
 * @returns {Promise<{ file: string, entryPoint: string }[]>}
 */
export async function bundleServer(entryPoints, outdir) {
  const { metafile } = await build({
    ...options,
    entryPoints,
    outdir,
    splitting: true,
    sourcemap: "linked",
    sourcesContent: false,
    metafile: true,
    // Never installed: pg looks for the first two and ssh2, whose native code is optional, for the others; both do without.
    external: ["pg-native", "cloudflare:sockets", "cpu-features", "*/sshcrypto.node"],
    plugins: [guideIndex, oneLanguage],
  })
  // The process that runs scripts may read this one file, so nothing of it lies in chunks.
  await build({
    ...options,
    entryPoints: { "sandbox-child": "packages/sandbox/src/child/main.ts" },
    outdir,
  })
  // Files that people bring to the site are worked on in a process of their own. Pictures need native code, which stays a package.
  await build({
    ...options,
    entryPoints: { "site-child": "plugins/site/src/server/apart/program.ts" },
    outdir,
    external: ["sharp"],
  })
  writeFileSync(join(outdir, "package.json"), '{ "type": "module" }\n')
  const eager = new Set(Object.values(entryPoints))
  const chunks = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint && !eager.has(entryPoint) ? [{ file: relative(outdir, join(root, path)), entryPoint }] : [],
  )
  for (const { entryPoint } of chunks) demandNamedExports(entryPoint, metafile.inputs[entryPoint])
  return chunks.sort((a, b) => a.entryPoint.localeCompare(b.entryPoint))
}

/** The guide goes along as it stands now: what is shipped has no guide folders. */
const guideIndex = {
  name: "guide index",
  setup(build) {
    build.onLoad({ filter: /[\\/]plugins[\\/]ai[\\/]src[\\/]docs[\\/]load-guide\.ts$/ }, async () => {
      const { indexGuide } = await import("../plugins/ai/src/docs/read-guide.ts")
      // A string that is parsed when it is wanted costs a start less than an object written out.
      const index = JSON.stringify(JSON.stringify(indexGuide(root)))
      return { contents: `let index\nexport const loadGuide = () => (index ??= JSON.parse(${index}))\n` }
    })
  },
}

/** Of the fifty languages that zod brings, errors are worded in one. */
const oneLanguage = {
  name: "one language",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => {
      return { contents: 'export { default as en } from "./en.js"\n' }
    })
  },
}

export function putInPlace(made, folder) {
  rmSync(folder, { recursive: true, force: true })
  renameSync(made, folder)
}

/** Node finds the names of such a package when the sources run; in the bundle only `default` is left of it. */
function demandNamedExports(entryPoint, { format }) {
  if (format === "cjs")
    throw new Error(
      `${entryPoint} is of the older module format and is imported lazily, so the bundle would export nothing of it but "default". ` +
        "Import it by name in a file of ours, and that file lazily (as egress/send-pinned.ts does).",
    )
}
