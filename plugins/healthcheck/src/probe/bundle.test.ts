/**
 * The sources may import what the bundle cannot: mysql2, ssh2 and others are of the older module format. So every strategy
 * does its work here once in a process that has the bundle alone.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { builtProgram } from "../../../../packages/testing/src/built.ts"
import "../../../../packages/testing/src/vitest-context.ts"
import { TEST_CERTIFICATE } from "./servers/certificates.fixture.ts"
import * as friendly from "./servers/friendly.fixture.ts"
import type { ProbeOrder } from "./servers/probe-process.fixture.ts"
import { runProbes } from "./servers/run-probes.fixture.ts"
import { HOST as host } from "./servers/variants.fixture.ts"
import { strategies } from "./strategies.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-bundle-"))
const servers: friendly.FriendlyServer[] = []
const orders: ProbeOrder[] = []

beforeAll(async () => {
  const start = async <T extends friendly.FriendlyServer>(server: Promise<T>) => {
    const started = await server
    servers.push(started)
    return started
  }
  const cluster = inject("postgres")
  const web = await start(friendly.httpServer((_, response) => response.end('{"state":"up"}')))
  const secure = await start(friendly.httpsServer((_, response) => response.end("hello")))
  const dns = await start(friendly.dnsServer([{ name: "example.test", type: "A", ttl: 60, data: "192.0.2.1" }]))
  const ssh = await start(friendly.sshServer())
  const configs: Record<string, object> = {
    http: { url: `https://${host}:${secure.port}/` },
    tcp: { host, port: web.port },
    tls: { host, port: secure.port },
    dns: { name: "example.test", server: host, port: dns.port },
    ping: { host },
    postgres: {
      host,
      port: (await start(friendly.postgresServer(cluster))).port,
      database: cluster.database,
      user: cluster.user,
    },
    mysql: { host, port: (await start(friendly.mysqlServer())).port, database: "shop", user: "watcher" },
    redis: { host, port: (await start(friendly.redisServer())).port },
    smtp: { host, port: (await start(friendly.smtpServer())).port },
    grpc: { host, port: (await start(friendly.grpcServer(true))).port },
    websocket: {
      url: `ws://${host}:${(await start(friendly.webSocketServer())).port}/`,
      send: "x",
      waitForMessage: true,
    },
    ssh: { host, port: ssh.port, user: "watcher", password: `$\{{ secrets.PASSWORD }}`, command: "uptime" },
    heartbeat: { everySeconds: 60 },
    journey: {
      steps: [
        {
          name: "Open",
          url: `http://${host}:${web.port}/`,
          extract: [
            { name: "state", from: "json", expression: "$.state" },
            { name: "letters", from: "pattern", expression: "[a-z]+" },
          ],
        },
      ],
    },
    script: { source: `http://${host}:${web.port}/` },
    shell: { source: "0" },
  }
  for (const { id } of strategies)
    orders.push({
      name: id,
      draft: { strategyId: id, config: configs[id], timeoutSeconds: 15 },
      secrets: { PASSWORD: { value: "open sesame", hosts: [host] } },
    })
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(folder, { recursive: true })
})

describe("the bundle", () => {
  it("runs every strategy, and ends when it is done", async () => {
    const pingCommand = join(folder, "ping")
    writeFileSync(pingCommand, '#!/bin/sh\necho "rtt min/avg/max/mdev = 0.031/0.031/0.031/0.000 ms"\n')
    chmodSync(pingCommand, 0o755)
    const { reports, exitCode, complaints } = await runProbes({
      cases: orders,
      atOnce: 4,
      ca: TEST_CERTIFICATE,
      pingCommand,
    })
    expect(complaints).toBe("")
    expect(exitCode).toBe(0)
    expect(reports.map(({ name, run }) => [name, run.outcome, run.failure]).sort()).toEqual(
      strategies.map(({ id }) => [id, "ok", null]).sort(),
    )
  })

  it("loads a client when its strategy first runs, and not before", () => {
    const entry = builtProgram("fixture:probe-process")
    const eager = [...filesBehind(entry)].flatMap((file) => JSON.parse(readFileSync(`${file}.map`, "utf8")).sources)
    expect(eager).toContainEqual(expect.stringMatching(/node_modules\/zod\//))
    for (const name of ["mysql2", "ssh2", "ws", "nodemailer", "json-p3", "re2js", "pg", "dns-packet"])
      expect(eager.filter((source) => source.includes(`node_modules/${name}/`))).toEqual([])
  })
})

/** What a program loads before its first line runs. */
function filesBehind(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const imports = readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*"(\.\/[^"]+)"/g)
  for (const [, name] of imports) filesBehind(join(dirname(file), name!), found)
  return found
}
