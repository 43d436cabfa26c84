import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import type { Plugin } from "vite"

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt)$/

// The compiler for scripts: at the highest quality its 4 MB took most of the whole build, for a tenth less.
const LARGE = 1_000_000
const LARGE_QUALITY = 9

/** Writes .br and .gz beside every text file of the build, so that the server never compresses while someone waits. */
export function precompress(): Plugin {
  let outDir = ""
  return {
    name: "countersign-precompress",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, encoding: "utf8" })) {
        if (!COMPRESSIBLE.test(entry)) continue
        const path = join(outDir, entry)
        const text = readFileSync(path)
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: text.length > LARGE ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        }
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }))
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
      }
    },
  }
}
