import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./processes.mjs"

/**
 * What people run is the bundle, so what tests start is the bundle: `spawnServer` and `spawnFixture` start nothing else.
 * Whatever starts a process by another way, bundles for itself or puts the sources behind a socket stands here with its reason.
 */
const STARTERS = ["packages/testing/src/spawn-server.ts", "packages/testing/src/spawn-fixture.ts"]

const PROCESSES = {
  "e2e/npm-start.ts": "Starts `npm start` itself, in a copy of the repository that it builds first.",
  "packages/core/src/db/embedded/embedded.test.ts":
    "Holds the embedded Postgres from a process that is killed; no server of ours is in it.",
  "packages/core/src/mcp/clients.test.ts": "Runs the Inspector, a client by others, against the bundle.",
  "packages/core/src/mcp/conformance.test.ts": "Runs the conformance suite, a client by others, against the bundle.",
  "packages/sandbox/src/confined-child.fixture.ts":
    "Is what runs inside the sandbox, and tries to start what it must not.",
  "packages/sandbox/src/contexts/contexts.test.ts": "Compiles a script of the test's own; no server of ours is in it.",
  "packages/sandbox/src/escapes.test.ts": "Asks the machine's own programs what it offers; no server of ours is in it.",
  "packages/testing/src/built.ts": "Runs the build that makes the bundle.",
  "packages/testing/src/suites/describe-contracts.ts": "Runs a linter over the description of the API.",
  "plugins/healthcheck/src/probe/real.long.test.ts":
    "Runs servers of other people, such as databases, for the probes to look at.",
  "plugins/healthcheck/src/probe/servers/run-probes.fixture.ts":
    "Runs a program of dist/fixtures, with a flag for Node that lets memory be counted.",
  "scripts/bench.test.mjs": "Runs `npm run bench`, which measures the bundle.",
}

const SOCKETS = {
  "packages/core/src/chat/chat-process.fixture.ts": "Is itself an entry of scripts/bundle.mjs.",
  "packages/core/src/chat/chat.fixture.ts":
    "Serves tests that look into the platform's memory or replace a part; those about servers ask for `built`.",
  "packages/core/src/chat/stream/resume.test.ts":
    "Counts the sockets that the server holds for a reader who reads nothing.",
  "packages/core/src/http/event-stream.test.ts":
    "Reads how many streams the platform has open, and publishes from within.",
  "packages/core/src/http/health.test.ts": "Stops the database below the platform and reads the lines of its log.",
  "packages/core/src/http/serve.fixture.ts": "Is the socket that the others use.",
  "packages/core/src/http/topics.test.ts": "Tells pages from within the platform, on two of them.",
  "packages/core/src/mcp/clients.test.ts": "Is a proxy between clients and two servers of the bundle.",
  "packages/core/src/mcp/mcp-process.fixture.ts": "Is itself an entry of scripts/bundle.mjs.",
  "packages/core/src/reserved/audit/audit-files.test.ts":
    "Fills the audit log behind the platform's back and reads one long answer as it is streamed.",
}

const FILES = [
  "{apps,packages,plugins,scripts,deploy}/**/*.{test,fixture}.{ts,tsx,mjs}",
  "e2e/**/*.ts",
  "packages/testing/**/*.ts",
]
const files = globSync(FILES, { cwd: root, exclude: (name) => name.includes("node_modules") })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !STARTERS.includes(file) && file !== "scripts/servers-from-source.test.mjs")
  .map((file) => [file, readFileSync(join(root, file), "utf8")])

/** Imports that start a process or bundle for one; of types alone, nothing starts. */
function startsProcesses(source) {
  const imports = [...source.matchAll(/^import\s+(?!type\b)([\s\S]*?)\s+from\s+"([^"]+)"/gm)]
  const late = /\bimport\(\s*"(?:node:)?(?:child_process|cluster|worker_threads|esbuild)"/.test(source)
  const started = imports.some(([, names, from]) => {
    if (!/^(?:node:)?(?:child_process|cluster|worker_threads)$|^esbuild$/.test(from)) return false
    return names
      .replace(/[{}]/g, "")
      .split(",")
      .some((name) => name.trim() && !/^\s*type\s/.test(name))
  })
  return started || late
}

/** A platform behind a socket, in the process of the test. */
function servesPlatform(source) {
  return /\b(?:serveOnLoopback|createAdaptorServer)\(|from "@hono\/node-server"/.test(source)
}

const found = (looks) => files.filter(([, source]) => looks(source)).map(([file]) => file)

describe("servers that tests start", () => {
  it("are found by looking at every file of tests", () => expect(files.length).toBeGreaterThan(250))

  it("are the built ones, but for processes with a reason", () => {
    expect(found(startsProcesses).sort()).toEqual(Object.keys(PROCESSES).sort())
  })

  it("are the built ones, but for sockets with a reason", () => {
    expect(found(servesPlatform).sort()).toEqual(Object.keys(SOCKETS).sort())
  })

  it("have reasons in sentences", () => {
    for (const reason of [...Object.values(PROCESSES), ...Object.values(SOCKETS)])
      expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  })

  it.each(STARTERS)("start only what was built, in %s", (file) => {
    const source = readFileSync(join(root, file), "utf8")
    const started = [...source.matchAll(/\bspawn\(([^)]*\))/g)].map(([, call]) => call)
    expect(started.length).toBeGreaterThan(0)
    for (const call of started) expect(call).toMatch(/^process\.execPath, \[builtProgram\(/)
  })
})

describe("the look for processes", () => {
  it.each([
    ['import { spawn } from "node:child_process"', true],
    ['import { type ChildProcess, fork } from "child_process"', true],
    ['import {\n  type ChildProcess,\n  spawn,\n} from "node:child_process"', true],
    ['import { build } from "esbuild"', true],
    ['const { spawn } = await import("node:child_process")', true],
    ['import { Worker } from "node:worker_threads"', true],
    ['import type { ChildProcess } from "node:child_process"', false],
    ['import { type ChildProcess } from "node:child_process"', false],
    ['import { once } from "node:events"', false],
  ])("judges %s: %s", (source, expected) => expect(startsProcesses(source)).toBe(expected))
})
