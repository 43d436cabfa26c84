import { fileURLToPath } from "node:url"
import { themeBoot } from "@countersign/ui/vite-plugin"
import tailwind from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import manifest from "../../package.json" with { type: "json" }
import { precompress } from "./precompress.ts"

const API = process.env.COUNTERSIGN_API ?? "http://localhost:4400"

/** On a slow machine it prints advice about the bundler's plugins between the lines of `npm start`. */
const QUIET = { bundlerTimings: false }

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  define: { __COUNTERSIGN_VERSION__: JSON.stringify(manifest.version) },
  plugins: [react(), tailwind(), themeBoot(), precompress()],
  server: {
    port: 4410,
    proxy: Object.fromEntries(
      ["/api", "/oauth/", "/.well-known", "/site/canvas", "/_media/"].map((path) => [
        path,
        { target: API, changeOrigin: false },
      ]),
    ),
  },
  // The event worker is a module of its own chunk.
  worker: { format: "es", rolldownOptions: { checks: QUIET } },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: "es2023",
    manifest: "manifest.json",
    // The policy allows no data: fonts and no inline script, so nothing is folded into another file.
    assetsInlineLimit: 0,
    // The code editor, which loads when code is shown. What the first page may weigh is held by bundle-size.test.ts.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: QUIET,
      treeshake: {
        // Ours run nothing on import but for the entry: what a page does not use stays out of its chunk.
        moduleSideEffects: (id) => !OURS_WITHOUT_EFFECTS.test(id),
      },
    },
  },
})

const OURS_WITHOUT_EFFECTS = /\/(packages\/(ui|core)|plugins\/[^/]+)\/src\/.*\.tsx?$/
