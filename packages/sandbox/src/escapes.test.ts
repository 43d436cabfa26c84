import { spawnSync } from "node:child_process"
import { describe, expect, inject, it } from "vitest"
import { describeSandbox } from "./describe-sandbox.fixture.ts"
import { describeMachine, examineMachine } from "./machine.ts"

const machine = await examineMachine()
// A machine that other tests keep busy kills late. Alone it has half a second, which the long form holds it to.
const latenessMs = inject("long") ? 500 : 3_000

// Where there is no bubblewrap this is the interpreter, and is said to be less.
describeSandbox({
  name: "with what this machine has",
  machine: async () => machine,
  typescriptDowngraded: machine.missingForTypeScript.length > 0,
  shellDowngraded: machine.missingForShell.length > 0,
  latenessMs,
  exhaustive: true,
})

describeSandbox({
  name: "with every layer missing that can be missing",
  machine: async () => ({
    launch: { wrapper: [], bubblewrap: false, permission: false },
    missingForTypeScript: ["Permissions are missing."],
    missingForShell: ["Bubblewrap is missing."],
  }),
  typescriptDowngraded: true,
  shellDowngraded: true,
  latenessMs,
  // The limits are kept by the same code; all of it again takes 15 seconds of a core.
  exhaustive: inject("long") === true,
})

// What a container without user namespaces has: Node's permissions and the limits of util-linux.
describeSandbox({
  name: "with all but bubblewrap",
  machine: async () => ({
    launch: { wrapper: machine.launch.wrapper, bubblewrap: false, permission: true },
    missingForTypeScript: [],
    missingForShell: ["Bubblewrap is missing."],
  }),
  typescriptDowngraded: false,
  shellDowngraded: true,
  latenessMs,
  exhaustive: inject("long") === true,
})

describe("what is told about this machine", () => {
  it("misses nothing that works", () => {
    // Asked without any code of ours: a fault in ours must not pass for a machine that cannot.
    const asNobody = process.getuid?.() === 0 && { uid: 65534, gid: 65534 }
    const plain = ["--unshare-user", "--unshare-all", "--ro-bind", "/", "/", "/usr/bin/prlimit", "--nofile=10", "true"]
    const { status } = spawnSync("bwrap", plain, { ...asNobody, stdio: "ignore" })
    expect(machine.missingForShell.length === 0).toBe(status === 0)
    expect(machine.missingForTypeScript).toEqual([])
  })

  it("is in sentences", () => {
    const sentences = describeMachine(machine)
    expect(sentences.length).toBeGreaterThan(2)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].+\.$/)
  })
})
