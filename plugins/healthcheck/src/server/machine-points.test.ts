import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { examinePoints } from "@countersign/core/host"
import { createSandbox } from "@countersign/sandbox"
import { afterAll, describe, expect, it } from "vitest"
import { machinePoints, pingFinding, sandboxFinding } from "./machine-points.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-points-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Of a machine that is as told. */
async function findingOf({ bubblewrap, permission }: { bubblewrap: boolean; permission: boolean }) {
  const sandbox = createSandbox({}, async () => ({
    launch: { wrapper: ["setpriv"], bubblewrap, permission },
    missingForTypeScript: permission ? [] : ["This Node has no --permission."],
    missingForShell: bubblewrap ? [] : ["Bubblewrap is not installed. Install the package bubblewrap."],
  }))
  return sandboxFinding(await sandbox.state())
}

describe("the sandbox", () => {
  it("is good where every layer works", async () => {
    const { state, says, remedy } = await findingOf({ bubblewrap: true, permission: true })
    expect({ state, remedy }).toEqual({ state: "good" })
    expect(says).toMatch(/^every layer works\. TypeScript runs in QuickJS .* Shell scripts run under bubblewrap/)
  })

  it("says what plays shell scripts without bubblewrap, and what to install", async () => {
    const { state, says, remedy } = await findingOf({ bubblewrap: false, permission: true })
    expect(state).toBe("doubtful")
    expect(says).toMatch(/^some layers are missing\. TypeScript runs in QuickJS .* a built-in interpreter/)
    expect(says).not.toContain("not installed")
    expect(remedy).toBe(
      "Bubblewrap is not installed. Install the package bubblewrap. A server looks once, so restart it afterwards.",
    )
  })

  it("names everything that is missing", async () => {
    const { remedy } = await findingOf({ bubblewrap: false, permission: false })
    expect(remedy).toContain("This Node has no --permission. Bubblewrap is not installed.")
  })
})

describe("ping", () => {
  const program = (name: string, script: string) => {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
    return path
  }

  it.each([
    ["answers", "exit 0", "good", /^this server can send echo requests\.$/, undefined],
    [
      "may not",
      "echo 'ping: socket: Operation not permitted' >&2; exit 2",
      "doubtful",
      /^this server cannot ping: ping: socket: Operation not permitted\.$/,
      /^Allow the server's user to ping .*net\.ipv4\.ping_group_range.* or check a TCP port instead\.$/,
    ],
    ["is not heard", "exit 1", "doubtful", /does not answer its own echo requests\.$/, /firewall/],
  ])("is told where it %s", async (name, script, state, says, remedy) => {
    const found = await pingFinding(program(name, script))
    expect(found).toMatchObject({ state, says: expect.stringMatching(says) })
    if (remedy) expect(found.remedy).toMatch(remedy)
    else expect(found.remedy).toBeUndefined()
  })

  it("is told where the program is not there", async () => {
    const { state, says, remedy } = await pingFinding(join(folder, "nowhere"))
    expect(state).toBe("doubtful")
    expect(says).toMatch(/^this server cannot ping: the program .* is not there\.$/)
    expect(remedy).toMatch(/^Install it/)
  })
})

it("says of this machine what plain programs say of it", async () => {
  const [sandbox, ping] = await examinePoints([{ doctor: machinePoints }])
  expect([sandbox?.subject, ping?.subject]).toEqual(["Sandbox", "Ping"])
  const has = (command: string, args: string[]) => spawnSync(command, args, { stdio: "ignore" }).status === 0
  if (!has("bwrap", ["--version"])) expect(sandbox?.remedy).toContain("Install the package bubblewrap")
  expect(ping?.state === "good").toBe(has("ping", ["-n", "-c", "1", "-w", "2", "127.0.0.1"]))
})
