import { execFile } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { createServer, request } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { databaseFromTemplate, spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { plugins } from "../../../../apps/server/src/plugins.ts"
import { MCP_PATH } from "../contract/platform/oauth.ts"
import { openDatabase } from "../db/database.ts"
import { createApiKey } from "../identity/api-key.ts"

const require = createRequire(import.meta.url)
const suite = require.resolve("@modelcontextprotocol/conformance/package.json")
const run = promisify(execFile)

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const server = await spawnServer(
  {
    DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
    COUNTERSIGN_SECRET: "a secret that is long enough for the tests",
  },
  "fixture:conformance",
)
const database = openDatabase(config, { poolSize: 1, onError: () => {} })
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const { rows } = await database.pool.query("INSERT INTO platform.application (name) VALUES ('Suite') RETURNING id")
const { key } = await createApiKey(database.direct, rows[0].id)

/** The suite has no way to send a token, so it comes as if a proxy in front had added it. */
const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
  const onward = request(server.url + incoming.url, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on("error", () => outgoing.destroy())
  outgoing.on("close", () => onward.destroy())
  incoming.pipe(onward)
}).listen(0, "localhost")
await once(proxy, "listening")
const address = `http://localhost:${(proxy.address() as AddressInfo).port}${MCP_PATH}`
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await server.stop()
  await database.close()
  await drop()
})

/** Fails on a failure that is not listed, and on a listed one that passes. */
function judge(revision: string, ...options: string[]): Promise<string> {
  const program = suite.replace("package.json", "dist/index.js")
  const baseline = fileURLToPath(new URL(`./expected-failures-${revision}.yml`, import.meta.url))
  const given = [program, "server", "--url", address, "--expected-failures", baseline, ...options]
  return run(process.execPath, given, { maxBuffer: 32 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}\n${stderr}\nIt ended with a failure.`,
  )
}

function passedOf(report: string): number {
  return report.split("\n").filter((line) => line.startsWith("✓ ")).length
}

describe("the official conformance suite, asking the product", () => {
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

describe("what is shipped", () => {
  it("cannot be told to be what the suite asks", () => {
    const folder = fileURLToPath(new URL("../../../../dist/server/", import.meta.url))
    const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"))
    expect(scripts).toContain("main.js")
    // The words are there to be found in what the suite asks.
    const asked = readFileSync(`${folder}../fixtures/conformance.js`, "utf8")
    expect(asked).toMatch(/for the conformance suite/i)
    expect(asked).toMatch(/simple_text/)
    for (const name of scripts)
      expect(readFileSync(folder + name, "utf8"), name).not.toMatch(
        /conformancePlugin|conformanceProfile|for the conformance suite|test_tool_with_logging|simple_text/i,
      )
  })
})
