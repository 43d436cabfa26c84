import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./processes.mjs"

/** Numbers that a test keeps for `npm run test:long` are read nowhere, unless a `*.long.test.*` beside it imports it. */
const asking = globSync("{apps,packages,plugins,e2e,scripts,deploy}/**/*.test.{ts,tsx,mjs}", {
  cwd: root,
  exclude: (name) => name.includes("node_modules"),
})
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file !== "scripts/long-forms.test.mjs")
  .filter((file) => readFileSync(join(root, file), "utf8").includes('inject("long")'))

describe("a test with big numbers", () => {
  it("is found by looking at every test", () => expect(asking.length).toBeGreaterThan(28))

  it.each(asking)("has a long form that imports it: %s", (file) => {
    const long = join(root, file.replace(/\.test\.(\w+)$/, ".long.test.$1"))
    expect(existsSync(long) ? readFileSync(long, "utf8") : "There is none.").toContain(`import "./${basename(file)}"`)
  })
})
