import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { databaseFromTemplate, runProduct, signIn, spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { plugins } from "../plugins.ts"

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
afterAll(drop)
const variables = {
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "a secret that is long enough for the tests",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
}

interface Attribute {
  key: string
  value: { stringValue?: string }
}

/** As much of OTLP as is looked at. */
interface Sent {
  resourceSpans?: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: { name: string; attributes: Attribute[] }[] }[]
  }[]
  resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[]
}

async function startCollector() {
  const received: { path: string; headers: Record<string, unknown>; body: Sent }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    response.setHeader("content-type", "application/json").end("{}")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => server.close(),
  }
}

describe("a server with a collector", { timeout: 90_000 }, () => {
  it("sends it spans and metrics, the last ones before it ends", async () => {
    const collector = await startCollector()
    const server = await spawnServer({
      ...variables,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=payments",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    })
    const ana = await signIn(server.url, "ana@example.test", "correct horse battery")
    const answer = await ana.call("ai.callTool", { toolName: "ai.searchDocs", input: { query: "a canary word" } })
    expect(answer).toMatchObject({ status: 200, body: { status: "executed" } })
    expect(await server.stop()).toBe(0)
    collector.close()

    const traces = collector.received.filter(({ path }) => path === "/v1/traces")
    const resource = traces[0]!.body.resourceSpans![0]!.resource.attributes
    expect(resource).toContainEqual({ key: "service.name", value: { stringValue: "countersign" } })
    expect(resource).toContainEqual({ key: "service.version", value: { stringValue: expect.any(String) } })
    expect(resource).toContainEqual({ key: "deployment.environment.name", value: { stringValue: "test" } })
    expect(traces[0]!.headers["x-tenant"]).toBe("payments")
    const spans = traces.flatMap(({ body }) => body.resourceSpans![0]!.scopeSpans.flatMap((scope) => scope.spans))
    const tool = spans.find(({ name }) => name === "execute_tool ai.searchDocs")
    expect(tool?.attributes).toContainEqual({ key: "gen_ai.operation.name", value: { stringValue: "execute_tool" } })
    expect(JSON.stringify(collector.received)).not.toContain("a canary word")

    const metrics = collector.received
      .filter(({ path }) => path === "/v1/metrics")
      .flatMap(({ body }) => body.resourceMetrics![0]!.scopeMetrics.flatMap((scope) => scope.metrics))
    expect(metrics.map(({ name }) => name)).toContain("gen_ai.execute_tool.duration")
  })

  it("sends spans alone when only their address is set, with what was said when that is wanted", async () => {
    const collector = await startCollector()
    const server = await spawnServer({
      ...variables,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/custom/traces`,
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
    })
    const ana = await signIn(server.url, "ana@example.test", "correct horse battery")
    await ana.call("ai.callTool", { toolName: "ai.searchDocs", input: { query: "a canary word" } })
    await server.stop()
    collector.close()

    expect(new Set(collector.received.map(({ path }) => path))).toEqual(new Set(["/custom/traces"]))
    expect(JSON.stringify(collector.received)).toContain("a canary word")
  })

  it("serves and ends in time without it, and says so once", async () => {
    const collector = await startCollector()
    collector.close()
    const server = await spawnServer({
      ...variables,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: "300",
      OTEL_METRIC_EXPORT_INTERVAL: "400",
    })
    const ana = await signIn(server.url, "ana@example.test", "correct horse battery")
    const warnings = () =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes("OpenTelemetry collector"))
    const call = () => ana.call("ai.callTool", { toolName: "catalog.listSystems", input: {} })
    expect(await call()).toMatchObject({ status: 200 })
    await expect.poll(warnings, { timeout: 20_000 }).toHaveLength(1)
    expect(await call()).toMatchObject({ status: 200 })

    expect(await server.stop()).toBe(0)
    expect(warnings()).toHaveLength(1)
  })

  it("does not start with an address that is none", async () => {
    const { code, output } = await runProduct("server", [], {
      ...variables,
      OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317",
    })
    expect(code).toBe(1)
    expect(output).toContain("OTEL_EXPORTER_OTLP_ENDPOINT takes an address that begins with http:// or https://")
  })
})
