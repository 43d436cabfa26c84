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
  "apps/cli/src/cli.test.ts": "Asks whether bubblewrap is on this machine, as the doctor does.",
  "apps/server/src/suites/metrics.test.ts": "Runs promtool, a linter by others, over what the bundle tells.",
  "deploy/image.test.ts": "Starts the bundle from a folder that holds what the image holds, and nothing else.",
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
  "plugins/healthcheck/src/server/machine-points.test.ts":
    "Runs the machine's own ping, as the doctor does; no server of ours is in it.",
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
  "packages/core/src/http/text-answer.test.ts":
    "Writes one answer of its own in two ways and reads both from the wire.",
  "packages/core/src/http/topics.test.ts": "Tells pages from within the platform, on two of them.",
  "packages/core/src/mcp/clients.test.ts": "Is a proxy between clients and two servers of the bundle.",
  "packages/core/src/mcp/mcp-process.fixture.ts": "Is itself an entry of scripts/bundle.mjs.",
  "packages/core/src/reserved/audit/audit-files.test.ts":
    "Fills the audit log behind the platform's back and reads one long answer as it is streamed.",
  "plugins/site/src/server/export/export.test.ts":
    "Serves one plugin alone; two built servers with it are visited in serve/visited-site.test.ts.",
  "plugins/site/src/server/import/import.test.ts":
    "Serves one plugin alone; two built servers with it are visited in serve/visited-site.test.ts.",
  "plugins/site/src/server/live.test.ts": "Calls verbs from within, on two platforms that pages listen to.",
  "plugins/site/src/server/media/media.test.ts":
    "Serves one plugin alone; two built servers with it are visited in serve/visited-site.test.ts.",
  "plugins/site/src/server/tools/turn-process.fixture.ts": "Is itself an entry of scripts/bundle.mjs.",
}

/** Conversations with a platform in the process of the test: `testChat` without `built: true`. */
const CHATS = {
  "packages/core/src/chat/begin/decisions.test.ts":
    "Signs through functions of the platform itself; the other servers that hear of it are the bundle.",
  "packages/core/src/chat/border/bad-input.test.ts": "Has the platform forget the connections that it keeps in memory.",
  "packages/core/src/chat/border/no-secret.test.ts": "Reads every line of the platform's log, unmasked.",
  "packages/core/src/chat/bridge/bridge.test.ts":
    "Calls verbs of the platform beside the turn; what is about servers starts pods of the bundle.",
  "packages/core/src/chat/prompt/prompt-cache.test.ts": "Moves the platform's clock.",
  "packages/core/src/chat/stream/resume.test.ts":
    "Counts sockets that the platform holds; its other pod is the bundle.",
  "packages/core/src/chat/turn/run-headless.test.ts": "Calls a function of the platform that no door leads to.",
  "packages/core/src/chat/turn/unbelievable-usage.test.ts":
    "Has the platform forget the connections that it keeps in memory.",
  "plugins/site/src/server/tools/killed-tools.test.ts":
    "Looks at what a killed turn left; the servers that are killed are the bundle's turn-process.",
  "plugins/site/src/server/tools/prompt-bytes.test.ts":
    "Weighs what is sent to a provider of the test's own, with a page that it writes by functions.",
  "plugins/ai/src/server/worst-case-model.test.ts":
    "Replaces what names resolve to; the bundle's share is apps/server/src/suites/tools/worst-case-model.test.ts.",
}

/** Second platforms in the process of a test: `secondPod`. */
const PODS = {
  "packages/core/src/access/idempotency.test.ts": "Calls verbs as functions, and replaces what one of them prints on.",
  "packages/core/src/chat/prompt/turn-notes.test.ts": "Calls a function that collects notes; no door leads to it.",
  "packages/core/src/connections/choose-model.test.ts": "Reads what the second platform keeps in memory.",
  "packages/core/src/events/backup-of-events.test.ts": "Hears deliveries in a plugin of the test's own.",
  "packages/core/src/events/deliveries.test.ts":
    "Hears deliveries in a plugin of the test's own; killed workers are the bundle's deliver-process.",
  "packages/core/src/gate/exactly-once.test.ts":
    "Calls the gate as a function, as doors do; killed servers are the bundle's apply-process.",
  "packages/core/src/gate/open-proposals.test.ts": "Calls the gate as a function, as a conversation does.",
  "packages/core/src/http/event-stream.test.ts": "Publishes from within the second platform.",
  "packages/core/src/http/topics.test.ts": "Tells pages from within the second platform.",
  "packages/core/src/reserved/oauth/tokens.test.ts":
    "Asks identities from within; two servers and one code are apps/server/src/faults/two-servers.test.ts.",
  "packages/core/src/reserved/oidc/oidc-sign-in.test.ts":
    "Sends requests into platforms without a socket, each with a public address of its own.",
  "packages/core/src/reserved/session/account/one-time-links.test.ts": "Lets a worker send the mail of the platform.",
  "packages/core/src/reserved/session/sign-in/sign-in.test.ts":
    "Comes from many addresses, which one machine has not; the siege of the bundle is sign-in-siege.test.ts.",
  "packages/core/src/workers/workers.test.ts": "Looks at a worker of the test's own; killed ones are errand-process.",
  "packages/testing/src/test-platform.ts": "Is the platform of a test, and makes the second one.",
  "plugins/ai/src/server/reminders/remind-signers.test.ts": "Calls a job as a function on two platforms at once.",
  "plugins/healthcheck/src/server/history/maintenance/remark-runs.test.ts":
    "Stops its worker at a moment of its choice.",
  "plugins/healthcheck/src/server/history/upkeep/keep-history.test.ts": "Moves the clock between two sweeps.",
  "plugins/maintenance/src/server/move-on.test.ts": "Moves the clock under two workers.",
  "plugins/site/src/server/authority.test.ts":
    "Calls verbs as functions over lines that it cuts; killed servers are the bundle's, in killed-servers.long.test.ts.",
  "plugins/site/src/server/live.test.ts": "Calls verbs from within, on two platforms that pages listen to.",
  "plugins/site/src/server/publish/publish.test.ts":
    "Asks two platforms without a socket for the same page; two built servers are visited in serve/visited-site.test.ts.",
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

/** Tests that talk to a platform of the sources. */
function chatsWithSources(source) {
  return (
    /\btestChat\(/.test(source) &&
    !/\bfunction testChat\(/.test(source) &&
    !/^\s*built: true,|\{ built: true,/m.test(source)
  )
}

function startsSecondPod(source) {
  return /\bsecondPod\b.*\(|\bsecondPod:/.test(source)
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

  it("are the built ones, but for conversations with a reason", () => {
    expect(found(chatsWithSources).sort()).toEqual(Object.keys(CHATS).sort())
  })

  it("are the built ones, but for second platforms with a reason", () => {
    expect(found(startsSecondPod).sort()).toEqual(Object.keys(PODS).sort())
  })

  it("have reasons in sentences", () => {
    for (const reason of [PROCESSES, SOCKETS, CHATS, PODS].flatMap((reasons) => Object.values(reasons)))
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
