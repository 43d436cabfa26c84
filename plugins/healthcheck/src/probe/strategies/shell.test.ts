import { createSandbox } from "@countersign/sandbox"
import { describe, expect, it } from "vitest"
import type { ScriptRunner } from "../../contract/script-runner.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

const given: unknown[] = []
const runner: ScriptRunner = {
  runTypeScript: () => Promise.reject(new Error("not asked for")),
  async runShell({ source, variables }) {
    given.push(variables)
    if (source === "forever")
      return { ok: false, error: { kind: "time", message: "" }, stdout: "", stderr: "", durationMs: 1, timedOut: true }
    return { ok: true, exitCode: 2, stdout: "out", stderr: "err", durationMs: 1, timedOut: false }
  },
}
const check = (config: object, collectors: object[] = []) =>
  tryCheck({ strategyId: "shell", config, collectors }, { runner })

describe("a shell script", () => {
  it("sees the facts as variables, and its exit code is a value", async () => {
    const run = await check({ source: "exit 2", variables: { WHERE: "{{ environment.name }}" } })
    expect(run).toMatchObject({ outcome: "ok", values: { result: { exitCode: 2, output: "out", errors: "err" } } })
    expect(given.at(-1)).toEqual({
      COUNTERSIGN_CHECK_NAME: "Shop",
      COUNTERSIGN_SYSTEM_NAME: "checkout",
      COUNTERSIGN_ENVIRONMENT_NAME: "production",
      COUNTERSIGN_CONFIG_WHERE: "production",
    })
    const judged = await check({ source: "exit 2" }, [
      { id: "result", assertions: [{ field: "exitCode", operator: "equals", value: 0 }] },
    ])
    expect(judged.outcome).toBe("failed")
  })

  it("runs in the sandbox", async () => {
    const sandbox = createSandbox()
    const config = { source: 'echo "$COUNTERSIGN_SYSTEM_NAME"; exit 3' }
    const run = await tryCheck({ strategyId: "shell", config, timeoutSeconds: 15 }, { runner: sandbox })
    await sandbox.close()
    expect(run.failure).toBeNull()
    expect(run.values.result).toMatchObject({ exitCode: 3, output: "checkout\n" })
  })

  it("fails when it does not end", async () => {
    expect((await check({ source: "forever" })).failure?.code).toBe("timeout")
  })
})
