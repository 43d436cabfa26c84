// What docs/add-a-plugin.md tells is what the code has: every point, every file, every excerpt.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./processes.mjs"

const read = (file) => readFileSync(join(root, file), "utf8")
const guide = read("docs/add-a-plugin.md")
/** As code: between backquotes, with whatever else stands between them. */
const told = new Set([...guide.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code.split(/\W+/)))

/** The names of the members between a line and the first that closes it at the same depth. */
function membersOf(file, opening) {
  const lines = read(file).split("\n")
  const start = lines.findIndex((line) => line.startsWith(opening))
  expect(start, `${file} has ${opening}`).toBeGreaterThanOrEqual(0)
  const end = lines.findIndex((line, at) => at > start && /^\}/.test(line))
  return lines.slice(start + 1, end).flatMap((line) => /^ {2}(?:readonly )?(\w+)\??[:(]/.exec(line)?.[1] ?? [])
}

describe("the guide for authors of plugins", () => {
  it.each([
    ["packages/core/src/define-plugin.ts", "export function definePlugin<", 25],
    ["packages/core/src/web/web-plugin.ts", "export interface WebPlugin {", 15],
    ["packages/testing/src/plugin-testing.ts", "export interface PluginTesting {", 15],
  ])("tells of every point in %s", (file, opening, least) => {
    const members = membersOf(file, opening)
    expect(members.length).toBeGreaterThan(least)
    expect(members.filter((name) => !told.has(name) && !SHOWN.has(name))).toEqual([])
  })

  it("names files that are there", () => {
    const files = [...guide.matchAll(/`((?:plugins|packages|apps|docs)\/[\w./-]+)`/g)].map(([, file]) => file)
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
    const links = [...guide.matchAll(/\]\(([\w./-]+\.md)/g)].map(([, file]) => file)
    expect(links.filter((file) => !existsSync(join(root, "docs", file)))).toEqual([])
  })

  it("shows hello as it is", () => {
    const sources = ["contract.ts", "contract/access.ts", "server.ts", "server/greet.ts"].map((file) =>
      read(`plugins/hello/src/${file}`),
    )
    const excerpts = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code.trim().split("\n"))
    expect(excerpts.length).toBe(3)
    const lines = new Set(sources.flatMap((source) => source.split("\n")).map((line) => line.trim()))
    const invented = excerpts.flat().filter((line) => line.trim() !== "" && !/^\s*\/\//.test(line))
    expect(invented.filter((line) => !lines.has(line.trim()))).toEqual([])
  })
})

/** Shown in the excerpts, where no backquotes stand around single words. */
const SHOWN = new Set(["id", "contract", "access", "migrations", "verbs", "tools"])
