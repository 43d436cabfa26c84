import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { spawnFixture } from "../../testing/src/spawn-fixture.ts"
import { examineMachine } from "./machine.ts"
import { type Launch, startChild } from "./process/child.ts"

const server = fileURLToPath(new URL("../../../dist/server/", import.meta.url))
const order = {
  type: "typescript",
  source: "export default (context: { a: number }) => context.a + 1",
  sdk: { name: "@countersign/sdk/healthcheck", source: "" },
  context: `{"a":1}`,
  ...{
    timeoutMs: 10_000,
    memoryBytes: 64 * 1024 * 1024,
    outputBytes: 1024,
    resultBytes: 1024,
    fetches: 0,
    fetchBytes: 0,
  },
} as const

describe("the built sandbox", () => {
  it("runs scripts of both kinds from what is shipped, and starts nothing before it is asked", async () => {
    const { said, child } = await spawnFixture("sandbox-process", {
      source: `import { defineHealthCheck } from "@countersign/sdk/healthcheck"\nexport default defineHealthCheck((): boolean => true)`,
      shell: "echo built | tr b B",
    })
    expect(JSON.parse(said)).toMatchObject({
      before: 0,
      typescript: { ok: true, value: true },
      shell: { ok: true, exitCode: 0, stdout: "Built\n" },
      interpreted: { ok: true, exitCode: 0, stdout: "Built\n", sandboxDowngraded: true },
    })
    if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve))
    expect(child.exitCode).toBe(0)
  })

  it("has its child in one file of the server, which alone the child may read", async () => {
    const { launch } = await examineMachine()
    const child = await startChild({ ...launch, program: `${server}sandbox-child.js` })
    expect(child.confined).toBe(true)
    expect(await child.run(order, order)).toMatchObject({ type: "done", json: "2" })
    await child.kill()
  })

  it("leaves the interpreters out of what the server itself loads", () => {
    const holding = readdirSync(server).filter(
      (file) => file.endsWith(".js") && /quickjs-emscripten|just-bash/.test(readFileSync(server + file, "utf8")),
    )
    expect(holding).toEqual(["sandbox-child.js"])
  })

  it.runIf(process.platform === "linux")(
    "takes its children along when the server is killed in the middle",
    async () => {
      const { said, child } = await spawnFixture("sandbox-process", {
        hang: `export default async () => { await fetch("x"); return "x".repeat(1e6).indexOf("x".repeat(5e5) + "y") }`,
      })
      const { children } = JSON.parse(said) as { children: number[] }
      expect(children).toHaveLength(1)
      child.kill("SIGKILL")
      await expect
        .poll(() =>
          children.filter(
            (pid) => existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "",
          ),
        )
        .toEqual([])
    },
  )
})

describe("a child whose script left QuickJS behind", () => {
  it("can neither read, write, start something nor see a variable", async () => {
    const { launch } = await examineMachine()
    const { permission, bubblewrap } = launch
    expect(permission).toBe(true)
    const bare = await whatItCan({ wrapper: [], permission: false, bubblewrap: false })
    expect(bare).toEqual(
      expect.arrayContaining(["reads a file", "starts a process", "starts a thread", "sees a file of the product"]),
    )
    expect(await whatItCan({ ...launch, bubblewrap: false })).toEqual(bare.filter((one) => one === "sees a network"))
    // What Node's permissions are for a second time, the network included, and by the kernel.
    if (bubblewrap) {
      expect(await whatItCan(launch)).toEqual([])
      expect(await whatItCan({ ...launch, permission: false })).toEqual(["starts a process", "starts a thread"])
    }
  })

  it.each(["console", "fetch", "no message of ours", "no JSON", "no line"])("is not believed: %s", async (source) => {
    const program = fileURLToPath(new URL("./lying-child.fixture.ts", import.meta.url))
    const child = await startChild({ wrapper: [], bubblewrap: false, permission: true, program })
    const outcome = await child.run({ ...order, source }, order)
    expect(outcome).toMatchObject({
      type: "failed",
      error: { kind: "crash", message: expect.stringContaining("misbehaved") },
    })
    expect(child.spent).toBe(true)
  })

  async function whatItCan(launch: Launch): Promise<string[]> {
    const program = fileURLToPath(new URL("./confined-child.fixture.ts", import.meta.url))
    const child = await startChild({ ...launch, program })
    const outcome = await child.run(order, order)
    await child.kill()
    return outcome.type === "done" ? JSON.parse(outcome.json!) : []
  }
})
