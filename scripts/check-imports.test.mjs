import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { checkImports } from "./check-imports.mjs"
import { root } from "./processes.mjs"
import { scanImports } from "./scan-imports.mjs"

const folders = []
afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })))

describe("scanImports", () => {
  const specifiers = (source) => scanImports(source).map(({ specifier }) => specifier)

  it("finds every form of import and export, with its line", () => {
    const source = `
      import "side-effect"
      import one, { two as deux, type Three } from "static"
      import type { Four } from "types"
      import * as five from 'namespace'
      export { six } from "re-export"
      export * from "star"
      export * as seven from "star-as"
      export type { Eight } from "type-export"
      const nine = await import("dynamic")
      type Ten = import("type-query").Ten
      import {
        eleven,
      } from "many-lines"
      const twelve = require("required")
      const thirteen = import(\`template\`)
      import data from "./data.json" with { type: "json" }`

    expect(specifiers(source)).toEqual([
      ...["side-effect", "static", "types", "namespace", "re-export", "star", "star-as", "type-export"],
      ...["dynamic", "type-query", "many-lines", "required", "template", "./data.json"],
    ])
    expect(scanImports(source)[1]).toEqual({ specifier: "static", line: 3, typeOnly: false })
    expect(scanImports(source)[2]).toEqual({ specifier: "types", line: 4, typeOnly: true })
  })

  it("ignores what stands in comments, strings, templates, regular expressions and the text of elements", () => {
    const source = `
      // import "comment"
      /* import x from "block" */
      const a = 'import "string"'
      const b = \`import "template" \${call({ nested: \`\${c}\` })} import y from "template"\`
      const d = /import "regex['"\`]/.test(e) / 2
      const element = <p title="import">Don't import "text" from here / there</p>
      const f = import.meta.url
      export const from = "not-an-import"
      object.import("method")
      export { local }
      const g = "also-not-an-import"`

    expect(specifiers(source)).toEqual([])
  })

  it("still sees imports after an apostrophe, a division, a closing tag and a template with braces", () => {
    const source = `
      const a = <p>It's here</p>
      const b = c / d / e
      const f = \`\${{ g: "}" }.g} and \${"\`"}\`
      const h = (<br />)
      const i = await import("after")`

    expect(specifiers(source)).toEqual(["after"])
  })
})

describe("checkImports", () => {
  it("passes a tree in which every import follows the table", () => {
    const { violations } = check({
      "packages/core/src/contract.ts": 'import { z } from "zod"\nexport * from "./contract/effect.ts"',
      "packages/core/src/contract/effect.ts": "export {}",
      "packages/core/src/server.ts": 'export * from "./chat/run-turn.ts"',
      "packages/core/src/chat/run-turn.ts": 'import "../db/open.ts"\nimport "@countersign/llm"\nimport "node:fs"',
      "packages/core/src/db/open.ts": 'import "../errors.ts"\nimport pg from "pg"',
      "packages/core/src/errors.ts": 'import "./contract/effect.ts"',
      "packages/core/src/db/open.test.ts": 'import "@countersign/testing"\nimport "../chat/run-turn.ts"',
      "plugins/a/src/contract.ts":
        'import "zod"\nimport "@countersign/core/contract"\nimport "@countersign/b/contract"',
      "plugins/a/src/server.ts": 'import "./contract.ts"\nimport "@countersign/core/server"\nimport "./server/verb.ts"',
      "plugins/a/src/server/verb.ts": 'import "../contract.ts"\nimport "@countersign/b/contract"',
      "plugins/a/src/web.tsx": 'import "./contract.ts"\nimport "@countersign/core/web"\nimport "@countersign/ui"',
      "apps/server/src/plugins.ts": 'import "@countersign/a/server"',
      "apps/web/src/plugins.ts": 'import "@countersign/a/web"',
      "e2e/journey.test.ts": 'import "@countersign/testing"\nimport "../packages/core/src/db/open.ts"',
    })

    expect(violations).toEqual([])
  })

  const wrong = [
    [
      "llm knows nothing of us",
      "packages/llm/src/index.ts",
      "@countersign/core/contract",
      "llm may import nothing else of ours",
    ],
    [
      "contract is for browsers too",
      "packages/core/src/contract.ts",
      "./db/open.ts",
      "core/contract may import only core/characters",
    ],
    ["contract has no Node", "packages/core/src/contract/effect.ts", "node:crypto", "runs in a browser"],
    ["a lower folder", "packages/core/src/db/open.ts", "../chat/run-turn.ts", "core/chat stands below"],
    ["the wiring", "packages/core/src/db/open.ts", "../create-platform.ts", "wire them together"],
    ["a plugin's contract runs nothing", "plugins/a/src/contract.ts", "drizzle-orm", "no package but zod"],
    [
      "a contract below a folder",
      "plugins/a/src/contract/x.ts",
      "@countersign/core/server",
      "plugin/contract may import only",
    ],
    ["server in web", "plugins/a/src/web/Page.tsx", "../server/verb.ts", "this is plugin/server"],
    ["web in server", "plugins/a/src/server/verb.ts", "@countersign/ui", "this is ui"],
    ["another plugin's server", "plugins/a/src/server.ts", "@countersign/b/server", "by its contract only"],
    [
      "another plugin by path",
      "plugins/a/src/server.ts",
      "../../b/src/contract.ts",
      "@countersign/b is another package",
    ],
    [
      "beyond the exports",
      "plugins/a/src/server.ts",
      "@countersign/core/src/db/open.ts",
      "offers only ./contract, ./server, ./web",
    ],
    [
      "testing in the product",
      "plugins/a/src/server.ts",
      "@countersign/testing",
      "tests, e2e, scripts and bench alone",
    ],
    ["core's server in the page", "apps/web/src/main.tsx", "@countersign/core/server", "this is core/server"],
    ["what apps need", "plugins/a/src/server.ts", "@countersign/core/host", "for apps only"],
    [
      "what the assistant needs",
      "plugins/a/src/server.ts",
      "@countersign/core/assistant",
      "for the assistant's plugin",
    ],
    ["a plugin in core", "packages/core/src/server.ts", "@countersign/a/server", "this is plugin/server"],
    ["a provider's SDK", "packages/llm/src/drivers/openai.ts", "openai", "tests and benchmarks only"],
    [
      "a provider's SDK at run time",
      "packages/llm/src/drivers/ai-sdk.ts",
      "@ai-sdk/provider",
      "tests and benchmarks only",
    ],
    ["a test", "plugins/a/src/server.ts", "./server/verb.test.ts", "a test is imported by nothing"],
    ["an unknown package of ours", "plugins/a/src/server.ts", "@countersign/nowhere", "there is no such package"],
  ]
  it.each(wrong)("refuses %s, naming file, line, import and rule", (_, file, specifier, rule) => {
    const { violations } = check({
      [file]: `\nimport type { X } from ${JSON.stringify(specifier)}`.replace("type ", isType(file)),
    })

    expect(violations).toHaveLength(1)
    expect(violations[0]).toContain(`${file}:2 imports "${specifier}": `)
    expect(violations[0]).toContain(rule)
  })

  it("refuses a dynamic import like any other", () => {
    const { violations } = check({ "plugins/a/src/web.tsx": 'const load = () => import("@countersign/b/web")' })

    expect(violations).toEqual([expect.stringContaining("by its contract only")])
  })

  it("lets the adapter name the types of a foreign provider", () => {
    const source = 'import type { LanguageModelV3 } from "@ai-sdk/provider"'

    expect(check({ "packages/llm/src/drivers/ai-sdk.ts": source }).violations).toEqual([])
  })

  it("refuses a file that no area covers", () => {
    expect(check({ "apps/desktop/src/main.ts": 'import "zod"' }).violations).toEqual([
      expect.stringContaining("no area"),
    ])
  })

  it("sees the files of this repository", () => {
    expect(checkImports({ folder: root }).files).toBeGreaterThan(20)
  })
})

/** The exemption is for types only, so that case is tried with a value. */
function isType(file) {
  return file.endsWith("ai-sdk.ts") ? "" : "type "
}

function check(sources) {
  const folder = mkdtempSync(join(tmpdir(), "imports-test-"))
  folders.push(folder)
  const faces = { "./contract": "./src/contract.ts", "./server": "./src/server.ts", "./web": "./src/web.tsx" }
  const packages = {
    "packages/core": [
      "core",
      { ...faces, "./web": "./src/web.ts", "./assistant": "./src/assistant.ts", "./host": "./src/host.ts" },
    ],
    "packages/llm": ["llm", { ".": "./src/index.ts" }],
    "packages/ui": ["ui", { ".": "./src/index.ts" }],
    "packages/testing": ["testing", { ".": "./src/index.ts" }],
    "plugins/a": ["a", faces],
    "plugins/b": ["b", faces],
  }
  const manifests = Object.entries(packages).map(([path, [name, exports]]) => [
    `${path}/package.json`,
    JSON.stringify({ name: `@countersign/${name}`, exports }),
  ])
  for (const [path, content] of [...manifests, ...Object.entries(sources)]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return checkImports({ folder })
}
