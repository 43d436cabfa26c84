import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { findNode } from "./install.mjs"
import { environment, root } from "./processes.mjs"

const files = readdirSync(`${root}/bench`).filter((name) => name.endsWith(".bench.ts"))

describe("npm run bench, in its smallest form", () => {
  it("has every measurement that its README explains, and explains every one it has", () => {
    const readme = readFileSync(`${root}/bench/README.md`, "utf8")
    const listed = [...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => `${name}.bench.ts`)
    expect(listed.sort()).toEqual(files.toSorted())
  })

  it.for(files)("runs %s to its table of figures", { timeout: 120_000 }, async (name, { signal }) => {
    const { stdout } = await promisify(execFile)(
      findNode(),
      [fileURLToPath(new URL("./bench.mjs", import.meta.url)), "--smallest", name],
      { cwd: root, env: environment(), signal },
    )
    // Figures mean nothing in this form, so any verdict will do; a figure that is none will not.
    expect(stdout).toMatch(/│ '(met|MISSED|not compared)'/)
    expect(stdout).not.toMatch(/NaN|Infinity|undefined/)
  })
})
