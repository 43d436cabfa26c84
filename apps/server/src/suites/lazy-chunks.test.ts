/**
 * The sources may import what the bundle cannot: a package's names can be there in one and missing in the other. So
 * every chunk of the built server that is loaded only when it is first wanted is loaded here, and does what it is for.
 */
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { type LazyUse, testingFacesOf, testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { createSessionCookie } from "../../../../packages/core/src/identity/session/session-cookie.ts"
import { silentLog } from "../../../../packages/core/src/log.ts"
import { startSmtpServer } from "../../../../packages/core/src/mail/smtp-server.fixture.ts"
import { plugins } from "../plugins.ts"

const dist = fileURLToPath(new URL("../../../../dist/", import.meta.url))
const chunks = JSON.parse(readFileSync(`${dist}lazy-chunks.json`, "utf8")) as { file: string; entryPoint: string }[]
/** Node's own loader, not the test runner's, which would transform what it loads. */
const loadNatively = createRequire(import.meta.url)
// biome-ignore lint/suspicious/noExplicitAny: a bundle has no types
const load = (file: string): any => loadNatively(`${dist}server/${file}`)
const chunkOf = (part: string) => load(chunks.find(({ entryPoint }) => entryPoint.includes(part))!.file)

/** By a part of the path of what was bundled, so that a version in it may change. */
const uses: Record<string, LazyUse> = {
  ...Object.assign({}, ...(await testingFacesOf(plugins)).map(({ lazy = {} }) => lazy)),
  "egress/send-pinned.ts": async ({ sendPinned }) => {
    const { address, requests } = await startHttpServer()
    const asked = {
      url: new URL(`http://client.example.test:${address.port}/document`),
      addresses: ["127.0.0.1"],
      method: "GET",
      headers: {},
      signal: AbortSignal.timeout(5_000),
      connectMs: 5_000,
    }
    expect(await sendPinned(asked, async (response: { status: number }) => response.status)).toBe(200)
    expect(requests).toEqual([{ host: `client.example.test:${address.port}`, url: "/document" }])
  },
  "identity/session/auth.ts": async ({ createAuth }) => {
    const cookie = createSessionCookie({ secret: "long enough for a test of the bundle only", publicUrl: null })
    const { password } = await createAuth({ cookie, publicUrl: null }).$context
    const hash = await password.hash("four unrelated words here")
    expect(await password.verify({ hash, password: "four unrelated words here" })).toBe(true)
  },
  "mcp/endpoint.ts": async ({ createMcpEndpoint }) => {
    const testing = await testPlatform({ plugins: [] })
    const caller = await testing.as("ana")
    const { runtime } = caller
    const body = { jsonrpc: "2.0", id: 1, method: "ping" }
    const request = new Request("http://localhost/api/ai/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(body),
    })
    const endpoint = createMcpEndpoint({ runtime, signals: testing.platform.signals, channel: "test", version: "1" })
    expect(await (await endpoint.answer({ request, caller, body })).json()).toMatchObject({ id: 1, result: {} })
  },
  "nodemailer/": async ({ createTransport }) => {
    const { port, received } = await startSmtpServer()
    const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true })
    await transport.sendMail({
      from: "ana@example.test",
      to: "ben@example.test",
      subject: "Hello",
      text: "Hello, Ben.",
    })
    transport.close()
    expect(received.map(({ to }) => to)).toEqual([["ben@example.test"]])
  },
  "/jose/": async ({ createLocalJWKSet, errors, exportJWK, generateKeyPair, jwtVerify, SignJWT }) => {
    const { privateKey, publicKey } = await generateKeyPair("ES256")
    const token = await new SignJWT({ sub: "ana" }).setProtectedHeader({ alg: "ES256" }).sign(privateKey)
    const keys = createLocalJWKSet({ keys: [await exportJWK(publicKey)] })
    expect((await jwtVerify(token, keys)).payload).toEqual({ sub: "ana" })
    await expect(jwtVerify(`${token.slice(0, -8)}AAAAAAAA`, keys)).rejects.toThrow(errors.JOSEError)
  },
  "docs/open-guide.ts": async ({ createDocsSearch, loadGuide }) => {
    const found = createDocsSearch(loadGuide()).search("sign a proposal", 3)
    expect(found).toHaveLength(3)
  },
  "recurrence/expand-rule.ts": async ({ expandRule }) => {
    const series = { rrule: "FREQ=DAILY", timeZone: "Europe/Berlin", from: new Date("2027-03-27T01:30:00Z") }
    // Clocks go forward between the two.
    expect(expandRule(series, null, 2)[1]).toEqual(new Date("2027-03-29T00:30:00Z"))
  },
  "/js-yaml/": async ({ dump }) => {
    expect(dump({ name: "Checkout" })).toBe("name: Checkout\n")
  },
  "telemetry-export.ts": async ({ exportTelemetry }) => {
    const { address, requests } = await startHttpServer()
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${address.port}`
    const exporting = exportTelemetry({ traces: true, metrics: false, log: silentLog, version: "1" })
    chunkOf("@opentelemetry/api/").trace.getTracer("test").startSpan("a span").end()
    await exporting.stop()
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
    expect(requests.map(({ url }) => url)).toEqual(["/v1/traces"])
  },
  "@opentelemetry/api/": async ({ trace }) => {
    expect(trace.getTracer("test").startSpan("nobody listens").isRecording()).toBe(false)
  },
  "catalog/src/cli.ts": async ({ cli }) => {
    expect(cli.commands.map(({ name }: { name: string }) => name)).toEqual(["catalog import"])
  },
  "ai/src/cli.ts": async ({ cli }) => {
    expect(cli.commands.map(({ name }: { name: string }) => name)).toEqual(["eval", "docs index"])
  },
  // Packages load these by themselves, some only on other systems: there it is enough that they answer at all.
  "@better-auth/memory-adapter/": async ({ memoryAdapter }) => {
    const adapter = memoryAdapter({ user: [] })({})
    const data = { email: "ana@example.test", name: "Ana" }
    expect(await adapter.create({ model: "user", data })).toMatchObject(data)
  },
  "machine-id/getMachineId-bsd": answersWithTextOrNothing,
  "machine-id/getMachineId-darwin": answersWithTextOrNothing,
  "machine-id/getMachineId-linux": answersWithTextOrNothing,
  "machine-id/getMachineId-unsupported": answersWithTextOrNothing,
  "machine-id/getMachineId-win": answersWithTextOrNothing,
}

describe("a chunk of the built server that is loaded only when it is wanted", () => {
  it.each(chunks)("does what it is for: $entryPoint", async ({ file, entryPoint }) => {
    const fitting = Object.keys(uses).filter((part) => entryPoint.includes(part))
    if (fitting.length !== 1)
      throw new Error(
        `${fitting.length} entries of the table above or of a plugin's testing face say how ${entryPoint} is used; one is wanted. Add what the server does with it.`,
      )
    await uses[fitting[0]!]!(load(file))
  })

  it("is there for every entry of the table", () => {
    expect(chunks.length).toBe(Object.keys(uses).length)
  })
})

describe("every file of the built server", () => {
  it("is written in Latin letters: one other makes Node keep its text in twice the memory", () => {
    const files = readdirSync(`${dist}server`).filter((file) => file.endsWith(".js"))
    // Put such letters of a regular expression into a string; the bundler escapes those.
    const foreign = files.flatMap((file) => [
      ...readFileSync(`${dist}server/${file}`, "utf8").matchAll(/.{0,40}[\u0100-\uffff]+/g),
    ])
    expect(foreign.map(([text]) => text)).toEqual([])
    expect(files.length).toBeGreaterThan(chunks.length)
  })
})

async function answersWithTextOrNothing({ getMachineId }: { getMachineId(): Promise<string | undefined> }) {
  expect(["string", "undefined"]).toContain(typeof (await getMachineId()))
}

async function startHttpServer() {
  const requests: { host: string | undefined; url: string | undefined }[] = []
  const server = createServer((request, response) => {
    requests.push({ host: request.headers.host, url: request.url })
    request.resume().on("end", () => response.setHeader("content-type", "application/json").end("{}"))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: server.address() as AddressInfo, requests }
}
