import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { MCP_PATH } from "../contract/platform/oauth.ts"
import { createApp } from "../http/app.ts"
import { serveOnLoopback } from "../http/serve.fixture.ts"
import { createApiKey } from "../identity/api-key.ts"
import { silentLog } from "../log.ts"
import { RESOURCE_CHANNEL } from "../platform.ts"
import { conformancePlugin, conformanceProfile } from "./conformance.fixture.ts"
import { createMcpDoor } from "./mcp-door.ts"

const require = createRequire(import.meta.url)
const suite = require.resolve("@modelcontextprotocol/conformance/package.json")
const run = promisify(execFile)
const { platform, database, as } = await testPlatform({ plugins: [conformancePlugin] })
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const { runtime } = await as("ana")
const { rows } = await database.pool.query("INSERT INTO platform.application (name) VALUES ('Suite') RETURNING id")
const { key } = await createApiKey(database.direct, rows[0].id)

const origins = new Set<string>()
const door = createMcpDoor({
  runtime,
  signals: platform.signals,
  channel: RESOURCE_CHANNEL,
  origins,
  version: "0.0.0",
  ...conformanceProfile,
})
const app = createApp({
  verbs: new Map(),
  routes: [],
  log: silentLog,
  version: "0.0.0",
  origins,
  siteOrigin: null,
  secure: false,
  authenticate: (request) => runtime.identity.authenticate(request),
  createCaller: (parts) => ({ ...parts, transport: "http", runtime }),
  extend: (extended) => extended.all(MCP_PATH, (c) => door.answer(c)),
})
/** The suite has no way to send a token, so it comes as if a proxy in front had added it. */
const { url, close } = await serveOnLoopback({
  fetch: async (request, address) => {
    const headers = new Headers(request.headers)
    headers.set("authorization", `Bearer ${key}`)
    const { method, signal } = request
    const body = method === "POST" ? await request.text() : undefined
    return app.fetch(new Request(request.url, { method, headers, body, signal }), { address })
  },
})
afterAll(close)

/** Fails on a failure that is not listed, and on a listed one that passes. */
function judge(revision: string, ...options: string[]): Promise<string> {
  const program = suite.replace("package.json", "dist/index.js")
  const baseline = fileURLToPath(new URL(`./expected-failures-${revision}.yml`, import.meta.url))
  const address = url.replace("127.0.0.1", "localhost") + MCP_PATH
  const given = [program, "server", "--url", address, "--expected-failures", baseline, ...options]
  return run(process.execPath, given, { maxBuffer: 32 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}\n${stderr}\nIt ended with a failure.`,
  )
}

function passedOf(report: string): number {
  return report.split("\n").filter((line) => line.startsWith("✓ ")).length
}

describe("the official conformance suite", () => {
  it("finds what the revision of 2026-07-28 requires", async () => {
    const report = await judge("2026-07-28", "--requirements", "2026-07-28")
    expect(report).not.toContain("It ended with a failure.")
    // Beyond what the revision requires, the suite also reports on the extension for tasks, which is not offered.
    expect(passedOf(report)).toBeGreaterThanOrEqual(37)
  }, 90_000)

  it("finds what the revision of 2025-11-25 has, but for what needs a session", async () => {
    const report = await judge("2025-11-25", "--spec-version", "2025-11-25")
    expect(report).not.toContain("It ended with a failure.")
    expect(passedOf(report)).toBeGreaterThanOrEqual(24)
  }, 90_000)
})
