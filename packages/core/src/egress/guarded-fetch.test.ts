import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { createLog } from "../log.ts"
import { TEST_CERTIFICATE, TEST_KEY } from "./certificate.fixture.ts"
import { EgressFaultError, EgressRefusedError } from "./egress-errors.ts"
import { type EgressOptions, type GuardedRequest, guardedFetch } from "./guarded-fetch.ts"

const seen: { host: string | undefined; url: string | undefined; method: string | undefined; body: string }[] = []
const answer: RequestListener = async (request, response) => {
  seen.push({ host: request.headers.host, url: request.url, method: request.method, body: await bodyOf(request) })
  const path = new URL(request.url ?? "/", "http://x").pathname
  if (path === "/redirect") return response.writeHead(302, { location: "/elsewhere" }).end()
  if (path === "/redirect-inside") return response.writeHead(301, { location: "http://169.254.169.254/" }).end()
  if (path === "/large") return response.end(Buffer.alloc(300 * 1024))
  if (path === "/bomb")
    return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(8 * 1024 * 1024)))
  if (path === "/zipped") return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("unfolded"))
  if (path === "/endless") return response.writeHead(200).write("never more")
  if (path === "/silent") return
  response.writeHead(200, { "content-type": "text/plain" }).end("hello")
}
const plain = await listen(createServer(answer))
const secure = await listen(createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, answer))

const SPELLINGS = [
  // Loopback and the metadata service, in the spellings URL parsers know.
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.0.1",
  "0177.0.0.1",
  "00177.0.0.01",
  "0x7f.0.0.1",
  "0x7f.1",
  "0x7f000001",
  "0X7F000001",
  "2130706433",
  "017700000001",
  "127.0.0.0x1",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "\uff11\uff12\uff17.0.0.1",
  "127\u30020\u30020\u30021",
  "\u2460\u2461\u2466.0.0.1",
  "0",
  "0.0.0.0",
  "0x0",
  "169.254.169.254",
  "0xa9fea9fe",
  "2852039166",
  "0251.0376.0251.0376",
  "169.254.43518",
  "168.63.129.16",
  "10.1",
  "192.168.257",
  "172.1048577",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:0:127.0.0.1]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::127.0.0.1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[fe80::1]",
  "[fe80::5efe:127.0.0.1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[4000::1]",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3",
  "metadata.google.internal",
  "intranet",
  "xn--nxasmq6b",
  "127.0.0.1.nip.io",
]

const TRICKS = [
  ...SPELLINGS.flatMap((host) => [`http://${host}/`, `https://${host}/`, `http://${host}:8080/x`, `http://${host}?x`]),
  "http://user@client.example.test/",
  "http://user:password@client.example.test/",
  "http://:password@client.example.test/",
  "http://client.example.test@127.0.0.1/",
  "http://client.example.test:80@127.0.0.1/",
  "http://127.0.0.1\\@client.example.test/",
  "http://127.0.0.1#@client.example.test/",
  "http://127.0.0.1%23@client.example.test/",
  "http://[fe80::1%25eth0]/",
  "http://[fe80::1%eth0]/",
  "http://[::1%25lo]/",
  "http://[::1/",
  "http://::1/",
  "http://1.2.3.4.5/",
  "http://256.256.256.256/",
  "http://0x100000000/",
  "http:///",
  "http://",
  "http:127.0.0.1/",
  "http:/127.0.0.1/",
  "http:\\\\127.0.0.1\\",
  "\thttp://127.0.0.1/",
  "ht\ntp://127.0.0.1/",
  "//127.0.0.1/",
  "/etc/passwd",
  "file:///etc/passwd",
  "ftp://client.example.test/",
  "gopher://127.0.0.1:25/x",
  "data:text/plain,hello",
  "blob:http://127.0.0.1/x",
  "javascript:alert(1)",
  "ws://127.0.0.1/",
  "unix:/run/docker.sock",
  "http+unix://%2Frun%2Fdocker.sock/",
  "",
  "nonsense",
]

/** As if client.example.test lay on this machine and an administrator had allowed it. */
const here: EgressOptions = { resolve: async () => ["127.0.0.1"], standsForPublic: () => true, refusalMs: 0 }
const ask = (path: string, request: GuardedRequest = {}) =>
  guardedFetch(`http://client.example.test${path}`, request, { ...here, port: plain })

describe("guardedFetch", () => {
  it("asks the address that was checked, under the name that was asked for", async () => {
    const response = await ask("/document?x=1#part")

    expect(response.status).toBe(200)
    expect(Buffer.from(response.body).toString()).toBe("hello")
    expect(seen.at(-1)).toMatchObject({ host: "client.example.test", url: "/document?x=1", method: "GET" })
  })

  it("sends a body by POST and reads none by HEAD", async () => {
    await ask("/", { method: "POST", body: "to say", headers: { "content-type": "text/plain" } })
    expect(seen.at(-1)).toMatchObject({ method: "POST", body: "to say" })
    expect((await ask("/", { method: "HEAD" })).body).toHaveLength(0)
  })

  it("reports where a redirect leads and does not go there", async () => {
    const before = seen.length
    expect(await ask("/redirect")).toMatchObject({ status: 302, redirect: "http://client.example.test/elsewhere" })
    expect(await ask("/redirect-inside")).toMatchObject({ status: 301, redirect: "http://169.254.169.254/" })
    expect(seen.length).toBe(before + 2)
  })

  it("unpacks what is packed, and stops at the size it would have", async () => {
    expect(Buffer.from((await ask("/zipped")).body).toString()).toBe("unfolded")
    await expect(ask("/large")).rejects.toThrow(EgressRefusedError)
    await expect(ask("/bomb")).rejects.toThrow(EgressRefusedError)
    expect((await ask("/large", { maxBytes: 300 * 1024 })).body).toHaveLength(300 * 1024)
  })

  it("gives up on answers that do not come or do not end", async () => {
    await expect(ask("/silent", { timeoutMs: 100 })).rejects.toThrow(EgressRefusedError)
    await expect(ask("/endless", { timeoutMs: 100 })).rejects.toThrow(EgressRefusedError)
    const unresolved = { ...here, resolve: () => new Promise<never>(() => {}) }
    await expect(guardedFetch("http://slow.test/", { timeoutMs: 50 }, unresolved)).rejects.toThrow(EgressRefusedError)
  })

  it("speaks TLS to the name, and to no other than the certificate's", async () => {
    const options = { ...here, port: secure, ca: TEST_CERTIFICATE }
    const get = (url: string, more: EgressOptions = {}) =>
      guardedFetch(url, { httpsOnly: true }, { ...options, ...more })

    expect((await get("https://client.example.test/")).status).toBe(200)
    expect((await get("https://CLIENT.example.test:8443/")).status).toBe(200)
    await expect(get("https://stranger.example.test/")).rejects.toThrow(EgressRefusedError)
    await expect(get("https://127.0.0.1/")).rejects.toThrow(EgressRefusedError)
    await expect(get("https://client.example.test/", { ca: undefined })).rejects.toThrow(EgressRefusedError)
    await expect(get("http://client.example.test/")).rejects.toThrow(EgressRefusedError)
  })

  it("refuses a name as soon as one of its addresses is not public", async () => {
    const before = seen.length
    for (const addresses of [
      ["127.0.0.1"],
      ["93.184.215.14", "10.0.0.1"],
      ["2606:4700::1", "::1"],
      ["::ffff:127.0.0.1"],
      ["fe80::1%eth0"],
      ["nonsense"],
      [],
    ]) {
      const options = { resolve: async () => addresses, refusalMs: 0, port: plain }
      await expect(guardedFetch("http://rebound.test/", {}, options), addresses.join()).rejects.toThrow(
        EgressRefusedError,
      )
    }
    expect(seen.length).toBe(before)
  })

  it("asks the allow-list about the very address, and connects to nothing else", async () => {
    const asked: string[][] = []
    let times = 0
    // A resolver that answers otherwise the second time is never asked a second time.
    const options: EgressOptions = {
      resolve: async () => (times++ === 0 ? ["127.0.0.1"] : ["10.9.9.9"]),
      standsForPublic: (host, address) => asked.push([host, address]) > 0,
      port: plain,
      refusalMs: 0,
    }
    expect((await guardedFetch("http://inside.test/", {}, options)).status).toBe(200)
    expect(asked).toEqual([["inside.test", "127.0.0.1"]])
    expect(times).toBe(1)
    await expect(guardedFetch("http://127.0.0.1/", {}, { ...options, standsForPublic: () => false })).rejects.toThrow(
      EgressRefusedError,
    )
  })

  it("goes on to the next address when one does not answer", async () => {
    const options = { ...here, resolve: async () => ["::1", "127.0.0.1"], port: plain }
    expect((await guardedFetch("http://two.test/", {}, options)).status).toBe(200)
  })

  it("answers every refusal with one sentence, and not sooner than the others", async () => {
    const refusal = async (options: EgressOptions) => {
      const began = performance.now()
      const error = await guardedFetch("http://asked.test/", {}, { ...options, refusalMs: 150 }).catch((it) => it)
      return { message: error.message, took: performance.now() - began }
    }
    const unknown = await refusal({
      resolve: async () => Promise.reject(Object.assign(new Error("No such name."), { code: "ENOTFOUND" })),
    })
    const inner = await refusal({ resolve: async () => ["10.0.0.1"] })
    const closed = await refusal({ ...here, port: 1 })

    expect(new Set([unknown.message, inner.message, closed.message]).size).toBe(1)
    for (const { took } of [unknown, inner, closed]) expect(took).toBeGreaterThan(140)
  })

  it("tells a fault of its own from a refusal, and the log what failed", async () => {
    const lines: string[] = []
    const log = createLog({ level: "error", format: "json", write: (line) => lines.push(line) })
    const resolve = () => {
      throw new TypeError("createConnector is not a function")
    }
    const fault = guardedFetch("http://user-secret.test/path?key=1", {}, { ...here, resolve, log })

    await expect(fault).rejects.toThrow(EgressFaultError)
    await expect(fault).rejects.toMatchObject({ message: expect.stringContaining("because of a fault here") })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain("createConnector is not a function")
    expect(lines[0]).not.toContain("key=1")
    await expect(guardedFetch("http://10.0.0.1/", {}, { log, refusalMs: 0 })).rejects.toThrow(EgressRefusedError)
    expect(lines).toHaveLength(1)
  })

  it.each(TRICKS)("refuses %s without connecting", async (url) => {
    const before = seen.length
    // Whatever is left of a name resolves to this machine, so a trick that gets through is noticed.
    const options = { resolve: async () => ["127.0.0.1"], port: plain, refusalMs: 0 }
    await expect(guardedFetch(url, {}, options)).rejects.toThrow(EgressRefusedError)
    expect(seen.length).toBe(before)
  })
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
