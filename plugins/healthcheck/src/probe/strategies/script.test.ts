import { createSandbox } from "@countersign/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ScriptRunner } from "../../contract/script-runner.ts"
import { type FriendlyServer, httpServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

let server: FriendlyServer
beforeAll(async () => {
  server = await httpServer((request, response) => response.end(`for ${request.url}`))
})
afterAll(() => server.stop())

type Run = Parameters<ScriptRunner["runTypeScript"]>[0]
const runner = (answer: (run: Run) => unknown): ScriptRunner => ({
  async runTypeScript(run) {
    try {
      return { ok: true, value: await answer(run), durationMs: 1, timedOut: false }
    } catch (error) {
      return {
        ok: false,
        error: { kind: "script", message: (error as Error).message, line: 3 },
        durationMs: 1,
        timedOut: false,
      }
    }
  },
  runShell: () => Promise.reject(new Error("not asked for")),
})
const secret = `$\{{ secrets.TOKEN }}`
const check = (answer: (run: Run) => unknown, config: object = {}) =>
  tryCheck(
    { strategyId: "script", config: { source: "export default 1", ...config } },
    { runner: runner(answer), secrets: { TOKEN: { value: "open sesame", hosts: ["client.example.test"] } } },
  )

describe("a script", () => {
  it("answers with an object, true or false, a number or nothing", async () => {
    const outcomes = await Promise.all([
      check(() => ({ success: true, message: "fine", value: 3, depth: 4 })),
      check(() => false),
      check(() => 7),
      check(() => undefined),
      check(() => "words"),
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["ok", "failed", "ok", "ok", "failed"])
    expect(outcomes[0]!.values.answer).toMatchObject({ success: true, message: "fine", value: 3, fields: { depth: 4 } })
    expect(outcomes[2]!.values.answer).toMatchObject({ value: 7 })
    expect(outcomes[4]!.failure?.code).toBe("script-failed")
  })

  it.each([
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [{ success: true, value: Number.NEGATIVE_INFINITY }, "-Infinity"],
  ])("that returns %j is told what it returned, and what to return instead", async (value, word) => {
    const run = await check(() => value)
    expect(run.failure).toEqual({
      code: "script-failed",
      message: `The script returned ${word}, which is no number that can be kept. Return a finite number, or no value where there is none.`,
    })
  })

  it("fails when it throws, with the line", async () => {
    const run = await check(() => {
      throw new Error("no such thing")
    })
    expect(run.failure).toEqual({ code: "script-failed", message: "The script failed (line 3): no such thing" })
  })

  it("ends what a script says with one full stop", async () => {
    const run = await check(async () => ({ success: false, message: "The export is missing." }))
    expect(run.assertions[0]?.sentence).toBe("The script answered that something is wrong: The export is missing.")
  })

  it("reads its context, and calls addresses through the guard", async () => {
    let context: unknown
    const run = await check(
      async ({ context: given, secrets, fetch }) => {
        context = { given, secrets }
        const { status, body } = await fetch({ url: `http://client.example.test:${server.port}/status` })
        return { success: status === 200, message: body }
      },
      { config: { of: "{{ system.name }}" }, secrets: { TOKEN: secret } },
    )
    expect(run.assertions[0]?.sentence).toBe("The script answered that all is well: for /status.")
    expect(context).toEqual({
      given: {
        config: { of: "checkout" },
        check: { name: "Shop" },
        system: { name: "checkout" },
        environment: { name: "production" },
      },
      secrets: { TOKEN: "open sesame" },
    })
    expect((await check(({ fetch }) => fetch({ url: "http://10.0.0.1/" }))).failure?.message).toContain(
      "private network",
    )
  })

  it("with a secret calls only where it may go", async () => {
    const elsewhere = ({ fetch }: Run) => fetch({ url: `http://other.example.test:${server.port}/` }).then(() => true)
    expect((await check(elsewhere)).outcome).toBe("ok")
    expect((await check(elsewhere, { secrets: { TOKEN: secret } })).failure?.message).toContain(
      "may not go to other.example.test",
    )
  })

  it("runs in the sandbox, with a fetch that the guard watches", async () => {
    const sandbox = createSandbox()
    const source = `import { defineHealthCheck } from "@countersign/sdk/healthcheck"
      export default defineHealthCheck(async ({ config, secrets }) => {
        const response = await fetch(config.url as string)
        return { success: response.ok, message: \`\${secrets.TOKEN} \${await response.text()}\`, value: 7 }
      })`
    const config = {
      source,
      config: { url: `http://client.example.test:${server.port}/real` },
      secrets: { TOKEN: secret },
    }
    const given = { runner: sandbox, secrets: { TOKEN: { value: "open sesame", hosts: ["client.example.test"] } } }
    const run = await tryCheck({ strategyId: "script", config, timeoutSeconds: 15 }, given)
    const elsewhere = { ...config, config: { url: "http://10.0.0.1/" } }
    const refused = await tryCheck({ strategyId: "script", config: elsewhere, timeoutSeconds: 15 }, given)
    await sandbox.close()
    expect(run.failure).toBeNull()
    expect(run.values.answer).toMatchObject({ success: true, message: "__SECRET_TOKEN__ for /real", value: 7 })
    expect(refused.failure?.code).toBe("script-failed")
  })

  it("says where there is no sandbox", async () => {
    expect((await tryCheck({ strategyId: "script", config: { source: "x" } })).failure?.code).toBe("no-runner")
  })
})
