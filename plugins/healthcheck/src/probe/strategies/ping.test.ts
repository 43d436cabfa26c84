import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { tryCheck } from "../servers/try-check.fixture.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-ping-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Machines differ in whether they let anybody ping; what the program says does not. */
function program(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}
const check = (pingCommand: string, host = "client.example.test", timeoutSeconds = 5) =>
  tryCheck({ strategyId: "ping", config: { host }, timeoutSeconds }, { pingCommand })

describe("a ping", () => {
  it("gives the program an address alone, behind the end of its options", async () => {
    const works = program(
      "works",
      `printf '%s ' "$@" > ${folder}/given\necho "rtt min/avg/max/mdev = 0.031/0.031/0.031/0.000 ms"`,
    )
    const { values, lookups } = await check(works)
    expect(values.reply).toEqual({ roundTripMs: 0.031, address: "127.0.0.1" })
    expect(lookups).toHaveLength(1)
    const { readFileSync } = await import("node:fs")
    expect(readFileSync(join(folder, "given"), "utf8").trim()).toBe("-n -q -c 1 -W 5 -w 5 -- 127.0.0.1")
  })

  it("takes no answer for a failure, and a program that may not ping for one with another way out", async () => {
    expect((await check(program("silent", "exit 1"))).failure?.code).toBe("no-reply")
    const forbidden = program("forbidden", "echo 'ping: socket: Operation not permitted' >&2; exit 2")
    expect((await check(forbidden)).failure).toEqual({
      code: "ping-unavailable",
      message:
        "This server cannot ping: ping: socket: Operation not permitted. Allow the server's user to ping (net.ipv4.ping_group_range, or the capability net_raw for the program), or check a TCP port instead.",
    })
    expect((await check(join(folder, "not-there"))).failure?.code).toBe("ping-unavailable")
  })

  it("ends a program that does not end", async () => {
    const began = performance.now()
    expect((await check(program("endless", "exec tail -f /dev/null"), "client.example.test", 0.2)).failure?.code).toBe(
      "timeout",
    )
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})
