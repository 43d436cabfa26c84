import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { checkNames } from "./check-names.mjs"
import { root } from "./processes.mjs"

const folders = []
afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })))

function namesIn(source, file = "packages/core/src/chat/a.ts") {
  const folder = mkdtempSync(join(tmpdir(), "names-"))
  folders.push(folder)
  for (const plugin of ["ai", "catalog", "incident"]) mkdirSync(join(folder, "plugins", plugin), { recursive: true })
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), source)
  return checkNames({ folder }).names
}

describe("the names of plugins", () => {
  it.each([
    ["a string", 'const a = "catalog.system"'],
    ["a sentence", "const a = 'List them with incident.list first.'"],
    ["the form models call", 'const a = "incident_list"'],
    ["a rule", 'holds(principal, "incident.incident.manage")'],
    ["SQL", "sql`SELECT * FROM catalog.system WHERE id = 1`"],
    ["a piece of a template", `const a = \`\${b} of catalog.system\``],
    ["the end of a template", `const a = \`\${b}catalog.system\``],
    ["a template within another", `const a = \`\${b ? \`catalog.system\` : c}\``],
    ["a regular expression", "const a = /^catalog.system$/"],
    ["what divides and what does not", 'const a = /"/.test(b) / "catalog.system".length'],
    ["a type", 'type A = "catalog.system"'],
    ["an attribute", '<Card of="catalog.system">it\'s</Card>', "packages/ui/src/A.tsx"],
    ["a plugin alone", 'servicePrincipal("incident")'],
    ["a thing of the assistant that core does not keep", 'const a = "ai.saveMemory"'],
    ["what only begins like something allowed", 'const a = "ai.chats"'],
  ])("are found in %s", (_, source, file) => {
    expect(namesIn(source, file)).toHaveLength(1)
  })

  it.each([
    ["what core keeps itself", 'publishSignals(["ai.proposal"]); holds("ai.chat.read"); servicePrincipal("ai")'],
    ["a comment", "// `catalog.system`\n/* incident.list */ const a = 1"],
    ["code that is called so", "const title = incident.title"],
    ["a table of the platform's own", "sql`SELECT * FROM platform.ai_settings`"],
    ["the file of another package", 'import { a } from "./incident.ts"'],
  ])("are not found in %s", (_, source) => {
    expect(namesIn(source)).toEqual([])
  })

  it("may stand in tests, and in plugins", () => {
    expect(namesIn('const a = "catalog.system"', "packages/core/src/chat/a.test.ts")).toEqual([])
    expect(namesIn('const a = "catalog.system"', "plugins/incident/src/a.ts")).toEqual([])
  })

  it("stand in no text of the centre of this repository", () => {
    const { texts, names, unused } = checkNames({ folder: root })
    expect(names).toEqual([])
    expect(unused, "Each allowed one is needed.").toEqual([])
    expect(texts).toBeGreaterThan(5_000)
  })
})
