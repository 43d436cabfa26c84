import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { resolveScriptContext } from "@countersign/sandbox"
import ts from "typescript-for-pages"
import { describe, expect, it } from "vitest"
import { createScriptChecker } from "./script-checker.ts"

const folder = join(dirname(createRequire(import.meta.url).resolve("typescript-for-pages/package.json")), "lib")
const libraries = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => /^lib\.(es|decorators).*\.d\.ts$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
)
const context = resolveScriptContext("healthcheck-script")
const checker = createScriptChecker(ts, libraries, context.declarations)

const script = (body: string) =>
  `import { defineHealthCheck } from "@countersign/sdk/healthcheck"\nexport default defineHealthCheck(async (context) => {\n${body}\n})\n`

describe("the checker of scripts", () => {
  it("finds nothing wrong with the example that people begin with", () => {
    expect(checker.problems(context.starterExample)).toEqual([])
  })

  it.each([
    ["a field that is not there", "return context.nothing", "'nothing' does not exist", "nothing"],
    ["what only a browser has", "return document.title", "Cannot find name 'document'", "document"],
    ["an unfinished line", "const x = (", "Expression expected", "}"],
    ["an answer that means nothing", 'return { success: "yes" }', "not assignable", "async (context) => {"],
  ])("says where and what is wrong: %s", (_, body, words, where) => {
    const source = script(body)
    const [problem] = checker.problems(source)

    expect(problem?.message).toContain(words)
    expect(source.slice(problem?.from, problem?.to)).toBe(where)
  })

  it("offers what fits at a place, from the same declarations", () => {
    const source = script("return context.")
    const found = checker.completions(source, source.indexOf("context.") + "context.".length)
    expect(found?.options.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["check", "config", "environment", "secrets", "system"]),
    )

    const begun = script("const answer = await fet")
    const at = begun.indexOf("fet\n") + 3
    expect(checker.completions(begun, at)).toMatchObject({ from: at - 3 })
    expect(checker.completions(begun, at)?.options).toContainEqual({ label: "fetch", type: "function" })
  })

  it("offers nothing where nothing is named, and knows no module but its own", () => {
    expect(checker.completions(script("1 + "), script("1 + ").indexOf("+ ") + 2)).toBeNull()
    expect(checker.problems('import { x } from "fs"\nexport default () => x')[0]?.message).toContain("'fs'")
  })
})
