import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "vite"
import { describe, expect, it } from "vitest"
import { isSlow, textsAgainst } from "./expressions.fixture.ts"

/**
 * Every regular expression of the product is read against texts that nearly fit it. What goes back for every character stands
 * here with what keeps its text short.
 */
const SHORT: Readonly<Record<string, string>> = {
  "packages/core/src/db/migration-targets.ts": "Reads the statements of our own migrations.",
  "packages/core/src/tools/tool.ts": "Reads one line of a stack that our own sources made.",
  "packages/ui/src/chat/answer/split-markdown.ts":
    "Reads single lines, and of a link that is being written its last thousand characters; the whole is a row of the functions.",
  "plugins/healthcheck/src/web/script/script-checker.ts": "Reads the hundred characters before the cursor.",
}

/** Modules that put an expression together while they run; the others of these are rows of the functions. */
const COMPOSED: Readonly<Record<string, string>> = {
  "packages/core/src/access/recorded-in.ts": "Reads what a contract of ours declares, at the start.",
  "packages/core/src/db/migration-targets.ts": "Reads the statements of our own migrations.",
  "packages/core/src/http/idempotency-key.ts": "Reads a header by a pattern of one class with bounds.",
  "packages/llm/src/rehearsal/rehearse.ts":
    "Reads questions by the scripts of our own plugins, for the Rehearsal model alone.",
  "plugins/ai/src/docs/doc-page.ts": "Reads pages of our own guide, when it is built.",
}

const root = join(import.meta.dirname, "../../../..")
const files = globSync("{packages,plugins,apps}/*/src/**/*.{ts,tsx}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.(?:test|fixture|mutant)\.tsx?$|\/testing(?:\/|\.ts$)|^packages\/testing\//.test(file))

interface Found {
  file: string
  /** Null where it is put together while the module runs. */
  source: string | null
  flags: string
}

function expressionsIn(file: string): Found[] {
  const found: Found[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    const { type, regex, callee } = node as Node
    if (type === "Literal" && regex) found.push({ file, source: regex.pattern, flags: regex.flags })
    if (/^(?:New|Call)Expression$/.test(type ?? "") && callee?.name === "RegExp")
      found.push({ file, source: null, flags: "" })
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseAst(readFileSync(join(root, file), "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }, file))
  return found
}

interface Node {
  type?: string
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

const all = files.flatMap(expressionsIn)
const written = new Map(all.map((one) => [`${one.file} ${one.source} ${one.flags}`, one]))
const repeating = [...written.values()].filter(({ source }) => source !== null && /[*+]|\{\d+,\}/.test(source))
const rows = readFileSync(join(import.meta.dirname, "linear-text.functions.ts"), "utf8")

describe("regular expressions of the product", () => {
  it("are all found", () => {
    expect(files.length).toBeGreaterThan(1_000)
    expect(repeating.length).toBeGreaterThan(150)
  })

  it("are linear, or read what is short", () => {
    const slow = repeating.filter(({ source, flags }) => isSlow(new RegExp(source!, flags), textsAgainst(source!)))
    const told = slow.map(({ file, source, flags }) => `${file} /${source}/${flags}`)
    expect(told.filter((one) => !Object.keys(SHORT).some((file) => one.startsWith(`${file} `)))).toEqual([])
    expect(Object.keys(SHORT).filter((file) => !slow.some((one) => one.file === file))).toEqual([])
  })

  it("that are put together while a module runs are in modules that the functions are of, or that have a reason", () => {
    const composed = [...new Set(all.flatMap(({ file, source }) => (source === null ? [file] : [])))]
    const unknown = composed.filter((file) => !rows.includes(file.replace(/^(?:packages|plugins)\//, "/")))
    expect(unknown.sort()).toEqual(Object.keys(COMPOSED).sort())
  })

  it("that go back for every character are told from those that do not", () => {
    const slow = (expression: RegExp) => isSlow(expression, textsAgainst(expression.source))
    expect([/\s+$/, /(?:-|a)*;/, /\[[^\]]*;/].filter((one) => !slow(one))).toEqual([])
    expect([/^\s+/, /^[a-z]+$/, /(?<!\s)\s+$/, /a{1,20}b/].filter(slow)).toEqual([])
  })
})
