import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import type { Manifest } from "vite"
import { describe, expect, it } from "vitest"

// Promised for the first page after signing in.
const MOST_BYTES = 250_000
// Promised for a page that is edited; the reader of HTML comes behind it.
const MOST_BYTES_OF_EDITOR = 450_000
// TypeScript with the declarations of the language, as measured, and a little room.
const MOST_BYTES_OF_COMPILER = 1_150_000

const folder = fileURLToPath(new URL("../../../dist/web", import.meta.url))

describe("the web app's bundle", () => {
  it("needs at most 250 kB of compressed script for the first page after signing in", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest
    const files = scriptsOf(manifest, ["index.html", "src/home/HomePage.tsx"])
    const sizes = files.map((file) => ({ file, bytes: gzipSync(readFileSync(join(folder, file))).length }))

    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)

    expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(MOST_BYTES)
  })

  it("needs at most 450 kB of compressed script for the editor of the site", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest
    const files = scriptsOf(manifest, ["index.html", "../../plugins/site/src/web/editor/EditorPage.tsx"])
    const sizes = files.map((file) => ({ file, bytes: gzipSync(readFileSync(join(folder, file))).length }))

    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)

    expect(total, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(MOST_BYTES_OF_EDITOR)
  })

  it("leaves Markdown, QR codes and settings out of the first load", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest
    const first = scriptsOf(manifest, ["index.html", "src/home/HomePage.tsx"]).map((file) =>
      readFileSync(join(folder, file), "utf8"),
    )

    for (const words of ["Set up an authenticator app", "which teams they are in", "remark-gfm"])
      expect(first.some((script) => script.includes(words))).toBe(false)
  })

  it("loads the compiler for scripts in a worker of its own, with the first script that is edited", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest
    const compiler = readdirSync(join(folder, "assets")).filter((file) => /^script-worker-.*\.js$/.test(file))
    const scripts = readdirSync(join(folder, "assets")).filter((file) => file.endsWith(".js"))
    const naming = scripts.filter((file) =>
      readFileSync(join(folder, "assets", file), "utf8").includes(compiler[0] ?? "no compiler"),
    )
    const opening = scriptsOf(manifest, [
      "index.html",
      "../../plugins/healthcheck/src/web/form/CheckFormPage.tsx",
      "../../plugins/healthcheck/src/web/check/CheckPage.tsx",
    ])

    expect(compiler).toHaveLength(1)
    expect(naming).toEqual([expect.stringMatching(/^script-service-/)])
    expect(opening.filter((file) => file.endsWith(naming[0]!) || file.endsWith(compiler[0]!))).toEqual([])
    const bytes = gzipSync(readFileSync(join(folder, "assets", compiler[0]!))).length
    expect(bytes).toBeLessThan(MOST_BYTES_OF_COMPILER)
  })

  it("has no inline script or style, which the content security policy would refuse", () => {
    const page = readFileSync(join(folder, "index.html"), "utf8")

    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
    expect(page).not.toMatch(/<style|style=|\son\w+=/)
  })
})

/** What the browser loads for these entries: their chunks and everything those import statically. */
function scriptsOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set<string>()
  const open = [...entries]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build's manifest has no ${key}.`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    open.push(...(chunk.imports ?? []))
  }
  return [...files].filter((file) => file.endsWith(".js"))
}
