import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { findNode } from "./install.mjs"
import { environment, root } from "./processes.mjs"

const files = readdirSync(`${root}/bench`).filter((name) => name.endsWith(".bench.ts"))

const command = fileURLToPath(new URL("./bench.mjs", import.meta.url))

describe("npm run bench, in its smallest form", () => {
  it("has every measurement that its README explains, and explains every one it has", () => {
    const readme = readFileSync(`${root}/bench/README.md`, "utf8")
    const listed = [...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => `${name}.bench.ts`)
    expect(listed.sort()).toEqual(files.toSorted())
  })

  it.for(files)("runs %s to its table of figures", { timeout: 120_000 }, async (name, { signal }) => {
    const { stdout } = await promisify(execFile)(findNode(), [command, "--smallest", name], {
      cwd: root,
      env: environment(),
      signal,
    })
    // Figures of time mean nothing in this form and are not judged; a figure that is none will not do.
    expect(stdout).toMatch(/│ '(met|not judged|not compared)'/)
    expect(stdout).not.toMatch(/NaN|Infinity|undefined|MISSED/)
  })
})

describe("the verdict of npm run bench", () => {
  const imports = ["table", "size"].map((name) => pathToFileURL(join(root, "bench/stage", `${name}.ts`)).href)
  const aims = (...ends) =>
    `printAims("Speed", ${JSON.stringify(ends.map(([what, met, more]) => ({ what, measured: "9 ms", aim: "at most 5 ms", met, ...more })))})`

  /** Runs the command over measurements of the test's own: its code, what it says of each aim, and its last lines. */
  async function judge(bodies, { args = [], env = {} } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "countersign-verdicts-"))
    try {
      for (const [name, body] of Object.entries(bodies)) {
        const lines = [`import { printAims } from "${imports[0]}"`, `import { size } from "${imports[1]}"`, body]
        writeFileSync(join(folder, `${name}.bench.ts`), lines.join("\n"))
      }
      const { code = 0, stdout } = await promisify(execFile)(findNode(), [command, ...args], {
        cwd: root,
        env: { ...environment(), BENCH_FOLDER: folder, ...env },
      }).catch((error) => error)
      const verdicts = [...stdout.matchAll(/'(met|MISSED|not compared|not judged)'/g)].map(([, verdict]) => verdict)
      return { code, verdicts, end: stdout.slice(stdout.lastIndexOf("┘") + 1).trim() }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it("is an error that names each missed aim, apart from what broke, and it goes on after both", async () => {
    const { code, verdicts, end } = await judge({
      a: aims(["reading", true], ["writing", false], ["peer", null]),
      b: 'throw new Error("It broke.")',
      c: `${aims(["starting", false])}\nprocess.exit()`,
    })
    expect(code).toBe(1)
    expect(verdicts).toEqual(["met", "MISSED", "not compared", "MISSED"])
    expect(end).toBe(
      [
        "1 of 3 measurements broke: b.",
        "",
        "Aims that were missed:",
        "- Speed: writing: 9 ms, aim: at most 5 ms",
        "- Speed: starting: 9 ms, aim: at most 5 ms",
      ].join("\n"),
    )
  })

  it("is an error where an aim alone was missed, and none where every aim was met", async () => {
    expect((await judge({ slow: aims(["writing", false]) })).code).toBe(1)
    expect(await judge({ fine: aims(["reading", true], ["peer", null]) })).toEqual({
      code: 0,
      verdicts: ["met", "not compared"],
      end: "",
    })
  })

  it.each([
    ["in the smallest form", { args: ["--smallest"] }],
    ["in a run that was made shorter", { env: { BENCH_COUNT: "30" } }],
  ])("judges no time %s, and counts all the same", async (_, how) => {
    const measuring = 'size(1_000, 10, "BENCH_COUNT")'
    const timed = await judge({ timed: `${measuring}\n${aims(["writing", false])}` }, how)
    expect(timed).toEqual({ code: 0, verdicts: ["not judged"], end: "" })
    const counted = `${measuring}\n${aims(["applied twice", false, { counted: true }])}`
    expect(await judge({ counted }, how)).toMatchObject({ code: 1, verdicts: ["MISSED"] })
  })
})
