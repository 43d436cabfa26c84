import { afterAll, describe, expect, it } from "vitest"
import { createSandbox, secretPlaceholders, type TypeScriptRun } from "./index.ts"
import { examineMachine } from "./machine.ts"
import { SandboxBusy } from "./result.ts"

const sandbox = createSandbox()
afterAll(() => sandbox.close())

const run = (source: string, more: Partial<TypeScriptRun> = {}) =>
  sandbox.runTypeScript({ kind: "healthcheck-script", source, context: { config: { path: "/health" } }, ...more })
const response = {
  status: 200,
  statusText: "OK",
  url: "https://example.test/",
  headers: { "X-Kind": "json" },
  body: `{"up":true}`,
}

describe("a TypeScript run", () => {
  it("answers what the script returned, and what it wrote", async () => {
    const ran = await run(`import { defineHealthCheck, type HealthCheckReport } from "@countersign/sdk/healthcheck"

export default defineHealthCheck(async ({ config }): Promise<HealthCheckReport> => {
  console.log("asking", config)
  console.warn("slow", 1, null)
  // A wait by time: that timers work is the subject.
  await new Promise<void>((resolve) => setTimeout(resolve, 1))
  return { success: true, value: 42, when: btoa("a:b"), back: atob(btoa("hello")) }
})`)
    expect(ran).toMatchObject({
      ok: true,
      value: { success: true, value: 42, when: "YTpi", back: "hello" },
      console: [
        { level: "info", text: `asking {"path":"/health"}` },
        { level: "warn", text: "slow 1 null" },
      ],
      consoleTruncated: false,
      timedOut: false,
    })
  })

  it.each([
    ["nothing", "() => {}", undefined],
    ["true", "() => true", true],
    ["a number", "async () => 3", 3],
  ])("may answer %s", async (_, script, value) => {
    const ran = await run(`export default ${script}`)
    expect(ran).toMatchObject({ ok: true })
    expect(ran.ok && ran.value).toEqual(value)
  })

  it.each([
    [
      "thrown",
      `interface Wide {\n  a: number\n}\nexport default () => {\n  throw new Error("broken")\n}`,
      "script",
      "broken",
      5,
    ],
    [
      "thrown after an await",
      `export default async () => {\n  await null\n  const x: any = null\n  return x.y\n}`,
      "script",
      "TypeError",
      4,
    ],
    [
      "thrown by a timer",
      // A wait by time: that a timer's error is told is the subject.
      `export default () => {\n  setTimeout(() => {\n    throw new Error("late")\n  }, 1)\n  return new Promise(() => {})\n}`,
      "script",
      "late",
      3,
    ],
    ["of syntax", `const a = 1\nconst b: = 2`, "source", "Unexpected token", 2],
    ["of syntax that needs a compiler", `\nenum Colour { Red }`, "source", "enum", 2],
    ["no function", `export default 3`, "source", "export default", undefined],
    [
      "an import",
      `import { readFile } from "node:fs"\nexport default () => 1`,
      "script",
      `"node:fs" cannot be imported`,
      undefined,
    ],
  ])("tells an error with its line: %s", async (_, source, kind, message, line) => {
    const ran = await run(source)
    expect(ran).toMatchObject({ ok: false, error: { kind, message: expect.stringContaining(message) } })
    expect(!ran.ok && ran.error.line).toBe(line)
  })

  it("fetches by the function it was granted, and by nothing else", async () => {
    const requests: unknown[] = []
    const ran = await run(
      `export default async () => {
  const answer = await fetch("https://example.test/", { method: "POST", headers: { A: "b" }, body: "x" })
  return [answer.ok, answer.status, answer.headers.get("x-kind"), answer.headers.has("nope"), await answer.json(), [...answer.headers.entries()]]
}`,
      {
        fetch: async (request) => {
          requests.push(request)
          return response
        },
      },
    )
    expect(requests).toEqual([{ url: "https://example.test/", method: "POST", headers: { A: "b" }, body: "x" }])
    expect(ran).toMatchObject({ ok: true, value: [true, 200, "json", false, { up: true }, [["x-kind", "json"]]] })
  })

  it("fetches so often and so much, and is told when it is more", async () => {
    let count = 0
    const ran = await run(
      `export default async () => {
  const answers = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => fetch("https://example.test/" + at)))
  return answers.map((one) => one.status === "fulfilled" ? "ok" : String(one.reason))
}`,
      {
        limits: { fetches: 3, fetchBytes: 100 },
        fetch: async () => {
          count += 1
          return { ...response, body: "x".repeat(count === 2 ? 101 : 100) }
        },
      },
    )
    expect(count).toBe(3)
    const answers = ran.ok ? (ran.value as string[]) : []
    expect(answers.slice(0, 3)).toEqual(["ok", expect.stringContaining("longer than 100 bytes"), "ok"])
    expect(answers.filter((answer) => answer.includes("3 times in one run"))).toHaveLength(47)
  })

  it("hears why a fetch failed and can go on", async () => {
    const ran = await run(`export default async () => fetch("https://example.test/").catch((error) => error.message)`, {
      fetch: async () => {
        throw new Error("This address may not be reached.")
      },
    })
    expect(ran).toMatchObject({ ok: true, value: "This address may not be reached." })
  })

  it("gives back no value of a secret, wherever the script put it", async () => {
    const ran = await run(
      `export default ({ secrets }: any) => {
  console.log("the token is " + secrets.TOKEN)
  return { [secrets.TOKEN]: ["x" + secrets.TOKEN + "x"], longer: secrets.TOKEN_TWO }
}`,
      { secrets: { TOKEN: "hunter22", TOKEN_TWO: "hunter22-and-more" } },
    )
    expect(JSON.stringify(ran)).not.toContain("hunter22")
    expect(ran).toMatchObject({ value: { __SECRET_TOKEN__: ["x__SECRET_TOKEN__x"], longer: "__SECRET_TOKEN_TWO__" } })
    const thrown = await run(`export default ({ secrets }: any) => { throw new Error(secrets.TOKEN) }`, {
      secrets: { TOKEN: "hunter22" },
    })
    expect(thrown).toMatchObject({ ok: false, error: { message: "__SECRET_TOKEN__" } })
  })

  it("tries a draft with placeholders where the values may not be seen", async () => {
    const ran = await run("export default ({ secrets }: any) => secrets", { secrets: secretPlaceholders(["TOKEN"]) })
    expect(ran).toMatchObject({ ok: true, value: { TOKEN: "__SECRET_TOKEN__" } })
  })

  it.each([
    ["an error that it threw", "export default () => { throw new Error('broken') }"],
    ["a mistake in its source", "export default () => {"],
    [
      "a result that is none",
      "export default () => { let a: any = 1; for (let i = 0; i < 100; i++) a = [a]; return a }",
    ],
    ["its time", "export default () => { for (;;); }"],
  ])(
    "leaves its child to the next after a result, and to nobody after %s: a spare is warm for the next",
    async (_, bad) => {
      const alone = createSandbox({ concurrency: 1 })
      const ask = (source: string, timeoutMs = 30_000) =>
        alone.runTypeScript({ kind: "healthcheck-script", source, context: {}, limits: { timeoutMs } })
      await ask("export default () => 1")
      const first = alone.children()
      await ask("export default () => 2")
      expect(alone.children()).toEqual(first)

      expect(await ask(bad, bad.includes("for (;;)") ? 300 : 30_000)).toMatchObject({ ok: false })
      expect(alone.children()).not.toContain(first[0])
      await expect.poll(() => alone.children()).toHaveLength(1)
      const spare = alone.children()
      expect(await ask("export default () => 3")).toMatchObject({ ok: true, value: 3 })
      expect(alone.children()).toEqual(spare)
      await alone.close()
      expect(alone.children()).toEqual([])
    },
  )

  it("does not wait for two when one fails, and leaves none that was still starting", async () => {
    const alone = createSandbox({ concurrency: 1 })
    const ask = (source: string) => alone.runTypeScript({ kind: "healthcheck-script", source, context: {} })
    await ask("export default () => { throw new Error('broken') }")
    // The spare is on its way: whoever comes now gets it, and no second one is started.
    await ask("export default () => 1")
    expect(alone.children()).toHaveLength(1)
    await ask("export default () => { throw new Error('broken') }")
    await alone.close()
    expect(alone.children()).toEqual([])
  })

  it("is ended by whoever asked for it", async () => {
    const leaving = new AbortController()
    const ran = await run(`export default async () => { await fetch("https://example.test/"); for (;;); }`, {
      signal: leaving.signal,
      fetch: async () => {
        leaving.abort()
        return response
      },
    })
    expect(ran).toMatchObject({ ok: false, timedOut: false, error: { kind: "cancelled" } })
  })

  it("is refused when too many wait, and nothing starts after the end", async () => {
    const narrow = createSandbox({ concurrency: 1, queue: 1 })
    await narrow.state()
    const ask = () =>
      narrow.runTypeScript({ kind: "healthcheck-script", source: "export default () => 1", context: {} })
    const results = await Promise.allSettled([ask(), ask(), ask()])
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"])
    expect((results[2] as PromiseRejectedResult).reason).toBeInstanceOf(SandboxBusy)
    await narrow.close()
    await expect(ask()).rejects.toThrow("closed")
    expect(narrow.children()).toEqual([])
  })

  it("has as much memory as it was given", async () => {
    const take = (megabytes: number) =>
      run(`export default () => Array.from({ length: ${megabytes} }, () => new Uint8Array(1e6).fill(1)).length`, {
        limits: { memoryBytes: 64 * 1024 * 1024 },
      })
    expect(await take(20)).toMatchObject({ ok: true, value: 20 })
    expect(await take(80)).toMatchObject({
      ok: false,
      error: { kind: "memory", message: expect.stringContaining("64 MiB") },
    })
  })

  it.each([1_000, 10_000])("is told to return something flatter after %i levels", async (levels) => {
    const ran = await run(
      `export default () => { let nested: any = 1; for (let i = 0; i < ${levels}; i++) nested = { nested }; return nested }`,
      { limits: { timeoutMs: 30_000 } },
    )
    expect(ran).toMatchObject({ ok: false, error: { message: expect.stringContaining("Return something flatter.") } })
  })

  it("answers text that every program reads: no half of a character, in a key neither", async () => {
    const ran = await run(
      `export default () => ({ text: "a\\ud800b", "key\\udc00": ["\\udfff"], whole: "\\ud83d\\ude00" })`,
    )
    expect(ran).toMatchObject({
      ok: true,
      value: { text: "a\ufffdb", "key\ufffd": ["\ufffd"], whole: "\ud83d\ude00" },
    })
  })

  it("is too long at a hundred thousand characters and one", async () => {
    expect(await run(" ".repeat(100_001))).toMatchObject({ ok: false, error: { kind: "source" } })
  })
})

describe("validate", () => {
  it("names every import that is not there, with its line, and runs nothing", async () => {
    const source = `import { defineHealthCheck } from "@countersign/sdk/healthcheck"
import fs from "node:fs"
import { type Lodash } from "lodash"
for (;;);
export default defineHealthCheck(() => true)`
    expect(await sandbox.validate(source, "healthcheck-script")).toEqual({
      valid: false,
      issues: [
        { message: expect.stringContaining(`"node:fs" cannot be imported`), line: 2 },
        { message: expect.stringContaining(`"lodash" cannot be imported`), line: 3 },
      ],
    })
  })

  it("tells where the syntax is wrong, and that all is well", async () => {
    expect(await sandbox.validate("\nlet a: = 1", "healthcheck-script")).toMatchObject({
      valid: false,
      issues: [{ line: 2 }],
    })
    expect(await sandbox.validate("const a = 1; const a = 2", "healthcheck-script")).toMatchObject({ valid: false })
    expect(await sandbox.validate("export default () => true", "healthcheck-script")).toEqual({
      valid: true,
      issues: [],
    })
  })
})

describe.each(["what this machine has", "the interpreter"])("a shell run in %s", (how) => {
  const shells = createSandbox({}, async () => {
    const machine = await examineMachine()
    return how === "the interpreter" ? { ...machine, missingForShell: ["Bubblewrap is missing."] } : machine
  })
  afterAll(() => shells.close())

  it("answers exit code and output, knows its variables and no others", async () => {
    const ran = await shells.runShell({
      source: `echo "on $COUNTERSIGN_SYSTEM_NAME"\necho wrong >&2\nfor i in 1 2 3; do echo $i; done | sort -r | head -n 1\nenv | cut -d = -f 1 | grep COUNTERSIGN | sort\nexit 3`,
      variables: { COUNTERSIGN_SYSTEM_NAME: "Shop; $(id) \"'" },
      secrets: { TOKEN: "hunter22" },
    })
    expect(ran).toMatchObject({
      ok: true,
      exitCode: 3,
      stdout: "on Shop; $(id) \"'\n3\nCOUNTERSIGN_SECRET_TOKEN\nCOUNTERSIGN_SYSTEM_NAME\n",
      stderr: "wrong\n",
      timedOut: false,
    })
  })

  it("gives back no value of a secret", async () => {
    const ran = await shells.runShell({ source: "echo $COUNTERSIGN_SECRET_TOKEN", secrets: { TOKEN: "hunter22" } })
    expect(ran.stdout).toBe("__SECRET_TOKEN__\n")
  })

  it("has a place of its own to write to, which the next does not see", async () => {
    const source = `cat /tmp/note 2>/dev/null; echo first > /tmp/note; cat /tmp/note`
    expect((await shells.runShell({ source })).stdout).toBe("first\n")
    expect((await shells.runShell({ source })).stdout).toBe("first\n")
  })

  it("refuses variables that are not its own", async () => {
    await expect(shells.runShell({ source: "", variables: { LD_PRELOAD: "x" } })).rejects.toThrow("LD_PRELOAD")
    await expect(shells.runShell({ source: "", variables: { COUNTERSIGN_A: "a\0b" } })).rejects.toThrow("NUL")
  })
})
