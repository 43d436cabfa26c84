import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sshServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

let server: Awaited<ReturnType<typeof sshServer>>
beforeAll(async () => {
  server = await sshServer()
})
afterAll(() => server.stop())

const named = (name: string) => `$\{{ secrets.${name} }}`
const check = (config: object = {}, password = "open sesame") =>
  tryCheck(
    { strategyId: "ssh", config: { host: "client.example.test", port: server.port, ...config } },
    {
      secrets: {
        PASSWORD: { value: password, hosts: ["client.example.test"] },
        KEY: { value: server.clientKey, hosts: ["client.example.test"] },
      },
    },
  )

describe("a check by SSH", () => {
  it("looks at the host key without signing in", async () => {
    const { values, lookups } = await check()
    expect(values).toEqual({
      hostKey: { fingerprint: server.fingerprint, type: "ssh-ed25519", connectMs: expect.any(Number) },
    })
    expect(lookups).toHaveLength(1)
  })

  it("runs a command, by password and by key, and takes its exit code for a value", async () => {
    const byPassword = await check({
      user: "watcher",
      password: named("PASSWORD"),
      command: "exit 3",
      hostKey: server.fingerprint,
    })
    expect(byPassword.outcome).toBe("ok")
    expect(byPassword.values.command).toMatchObject({ exitCode: 3, output: "ran exit 3\n", errors: "and complained\n" })
    const byKey = await check({ user: "watcher", privateKey: named("KEY"), command: "uptime" })
    expect(byKey.values.command).toMatchObject({ exitCode: 0 })
  })

  it("sends nothing secret to a server with another host key", async () => {
    const hostKey = `SHA256:${"A".repeat(43)}`
    const { failure } = await check({ user: "watcher", password: named("PASSWORD"), command: "uptime", hostKey })
    expect(failure).toMatchObject({ code: "host-key-changed", message: expect.stringContaining(server.fingerprint) })
  })

  it("says when it may not sign in, or cannot read its key", async () => {
    expect(
      (await check({ user: "watcher", password: named("PASSWORD"), command: "uptime" }, "wrong")).failure?.code,
    ).toBe("login-refused")
    expect((await check({ user: "watcher", privateKey: named("PASSWORD"), command: "uptime" })).failure?.code).toBe(
      "configuration",
    )
  })
})
