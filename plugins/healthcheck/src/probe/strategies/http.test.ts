import type { IncomingMessage, RequestListener } from "node:http"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EXPIRED_CERTIFICATE, EXPIRED_KEY, TEST_CERTIFICATE, TEST_KEY } from "../servers/certificates.fixture.ts"
import { type FriendlyServer, httpServer, httpsServer } from "../servers/friendly.fixture.ts"
import { type TryOptions, tryCheck } from "../servers/try-check.fixture.ts"

const HOST = "client.example.test"
const asked: Pick<IncomingMessage, "method" | "url" | "headers">[] = []
const servers: FriendlyServer[] = []
let plain = ""
let secure = ""

const answer: RequestListener = (request, response) => {
  const { method, url, headers } = request
  asked.push({ method, url, headers })
  const at = new URL(url!, "http://x")
  if (at.pathname === "/missing") response.writeHead(404).end("nothing here")
  else if (at.pathname === "/to")
    response.writeHead(Number(at.searchParams.get("code") ?? 302), { location: at.searchParams.get("at")! }).end()
  else if (at.pathname === "/round") response.writeHead(302, { location: "/round" }).end()
  else if (at.pathname === "/packed")
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed words"))
  else if (at.pathname === "/bomb")
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000)))
  else if (at.pathname === "/echo")
    response.end(`${headers.authorization} ${headers["x-token"]} ${Buffer.from("me:open sesame").toString("base64")}`)
  else response.setHeader("content-type", "application/json").end('{"state":"UP","parts":[1,2]}')
}

const started = async (server: Promise<FriendlyServer>) => {
  servers.push(await server)
  return servers.at(-1)!.port
}

beforeAll(async () => {
  plain = `http://${HOST}:${await started(httpServer(answer))}`
  secure = `https://${HOST}:${await started(httpsServer(answer))}`
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const check = (config: object, options?: TryOptions, collectors: object[] = []) =>
  tryCheck({ strategyId: "http", config, collectors }, options)

describe("an HTTP check", () => {
  it("collects status, headers, body, JSON and the duration by phase, after one lookup", async () => {
    const { outcome, values, lookups } = await check({ url: `${plain}/` })

    expect(outcome).toBe("ok")
    expect(lookups).toEqual([HOST])
    expect(values.response).toMatchObject({
      status: 200,
      json: { state: "UP", parts: [1, 2] },
      redirects: 0,
      truncated: false,
    })
    expect(values.response).toMatchObject({ headers: { "content-type": "application/json" } })
    const { totalMs, ...phases } = values.timing as Record<string, number>
    expect(Object.keys(phases)).toEqual(["nameMs", "connectMs", "tlsMs", "firstByteMs", "bodyMs"])
    expect(totalMs).toBeCloseTo(Object.values(phases).reduce((sum, ms) => sum + ms, 0))
    expect(values.certificate).toBeUndefined()
  })

  it("takes a 404 for a value, which assertions judge", async () => {
    expect((await check({ url: `${plain}/missing` })).outcome).toBe("ok")
    const assertions = [{ field: "status", operator: "lessThan", value: 400 }]
    const judged = await check({ url: `${plain}/missing` }, {}, [{ id: "response", assertions }])
    expect(judged).toMatchObject({ outcome: "failed", failure: null })
    expect(judged.assertions).toEqual([
      { passed: false, severity: "unhealthy", actual: "404", sentence: "Status is 404, and should be less than 400." },
    ])
  })

  it("sends method, headers, body and who it is", async () => {
    const secrets = { TOKEN: { value: "open sesame", hosts: [HOST] } }
    const token = `$\{{ secrets.TOKEN }}`
    await check(
      {
        url: `${plain}/a?b=c`,
        method: "POST",
        body: "hello",
        headers: [{ name: "X-One", value: "1" }],
        authentication: { type: "bearer", token },
      },
      { secrets },
    )
    expect(asked.at(-1)).toMatchObject({
      method: "POST",
      url: "/a?b=c",
      headers: { host: plain.slice(7), "x-one": "1", "content-length": "5", authorization: "Bearer open sesame" },
    })
    await check({ url: plain, authentication: { type: "basic", user: "me", password: token } }, { secrets })
    expect(asked.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from("me:open sesame").toString("base64")}`)
  })

  it("shows no secret, however the server writes it back", async () => {
    const secrets = { TOKEN: { value: "open sesame", hosts: [HOST] } }
    const token = `$\{{ secrets.TOKEN }}`
    const run = await check(
      {
        url: `${plain}/echo`,
        headers: [{ name: "x-token", value: token }],
        authentication: { type: "basic", user: "me", password: token },
      },
      { secrets },
    )
    expect(asked.at(-1)?.headers["x-token"]).toBe("open sesame")
    expect(JSON.stringify(run)).not.toMatch(/open sesame|b3BlbiBzZXNhbW|cGVuIHNlc2Ft|OnBlbiBzZXNhbW/)
    expect((run.values.response as { body: string }).body).toContain("__SECRET_TOKEN__")
  })

  it("unpacks a body and keeps its first 256 KiB, of a bomb too", async () => {
    expect((await check({ url: `${plain}/packed` })).values.response).toMatchObject({
      body: "packed words",
      truncated: false,
    })
    const { body, truncated } = (await check({ url: `${plain}/bomb` })).values.response as {
      body: string
      truncated: boolean
    }
    expect([body.length, truncated]).toEqual([262_144, true])
  })

  it("follows redirects hop by hop, each looked up and guarded", async () => {
    const other = plain.replace(HOST, "other.example.test")
    const run = await check({
      url: `${plain}/to?at=${encodeURIComponent(`${other}/done`)}`,
      headers: [{ name: "authorization", value: "mine" }],
    })
    expect(run.values.response).toMatchObject({ status: 200, redirects: 1 })
    expect(run.lookups).toEqual([HOST, "other.example.test"])
    expect(asked.at(-1)?.headers.authorization).toBeUndefined()

    const inside = await check({ url: `${plain}/to?at=${encodeURIComponent("http://10.0.0.1/")}` })
    expect(inside.failure?.code).toBe("not-allowed")
    const metadata = await check(
      { url: `${plain}/to?at=${encodeURIComponent("http://169.254.169.254/latest")}` },
      { allow: "0.0.0.0/0" },
    )
    expect(metadata.failure?.code).toBe("not-allowed")
    const local = await check({ url: `${plain}/to?at=${encodeURIComponent("http://localhost/")}` })
    expect(local.failure?.code).toBe("not-allowed")
  })

  it("stops after the redirects that were allowed, and with none takes them for the answer", async () => {
    expect((await check({ url: `${plain}/round`, redirects: 2 })).failure).toEqual({
      code: "redirects",
      message: expect.stringMatching(/redirects more than 2 times\.$/),
    })
    expect((await check({ url: `${plain}/round`, redirects: 0 })).values.response).toMatchObject({
      status: 302,
      redirects: 0,
    })
  })

  it("asks anew with the body only where the redirect says so", async () => {
    const to = (code: number) => `${plain}/to?code=${code}&at=/done`
    await check({ url: to(303), method: "POST", body: "x" })
    expect(asked.at(-1)).toMatchObject({ method: "GET", url: "/done" })
    await check({ url: to(307), method: "POST", body: "x" })
    expect(asked.at(-1)).toMatchObject({ method: "POST", url: "/done", headers: { "content-length": "1" } })
  })

  it("sends a secret nowhere but where it may go, after a redirect too", async () => {
    const value = `$\{{ secrets.TOKEN }}`
    const headers = [{ name: "x-token", value }]
    const secrets = (...hosts: string[]) => ({ secrets: { TOKEN: { value: "open sesame", hosts } } })
    const before = asked.length
    expect((await check({ url: plain, headers }, secrets())).failure?.code).toBe("secret-elsewhere")
    expect((await check({ url: plain, headers }, secrets("example.test", "*.client.example.test"))).failure?.code).toBe(
      "secret-elsewhere",
    )
    expect(asked).toHaveLength(before)
    expect((await check({ url: plain, headers }, secrets("*.example.test"))).outcome).toBe("ok")

    const away = `${plain}/to?at=${encodeURIComponent(plain.replace(HOST, "evil.example"))}`
    const run = await check({ url: away, headers }, secrets("*.example.test"))
    expect(run.failure).toEqual({
      code: "secret-elsewhere",
      message: expect.stringContaining("The secret TOKEN may not go to evil.example."),
    })
    expect(run.lookups).toEqual([HOST])
  })

  it("leaves who is asking with the origin it was meant for", async () => {
    const other = plain.replace(HOST, "other.example.test")
    const authentication = { type: "bearer", token: `$\{{ secrets.TOKEN }}` }
    const secrets = { TOKEN: { value: "open sesame", hosts: [HOST] } }
    const away = await check({ url: `${plain}/to?at=${encodeURIComponent(other)}`, authentication }, { secrets })
    expect(away.failure).toBeNull()
    expect(asked.slice(-2).map(({ headers }) => headers.authorization)).toEqual(["Bearer open sesame", undefined])
    await check({ url: `${plain}/to?at=/done`, authentication }, { secrets })
    expect(asked.at(-1)?.headers.authorization).toBe("Bearer open sesame")
    expect((await check({ url: other, authentication }, { secrets })).failure?.code).toBe("secret-elsewhere")
  })

  it("names what is wrong with a certificate", async () => {
    const expired = await started(httpsServer(answer, { key: EXPIRED_KEY, cert: EXPIRED_CERTIFICATE }))
    const codes = await Promise.all([
      check({ url: `https://${HOST}:${expired}` }, { ca: EXPIRED_CERTIFICATE }),
      check({ url: secure.replace(HOST, "another.example.test") }, { ca: TEST_CERTIFICATE }),
      check({ url: secure }),
      check({ url: secure }, { ca: TEST_CERTIFICATE }),
      check({ url: secure, acceptUntrusted: true }),
      check({ url: plain.replace("http:", "https:") }),
    ])
    expect(codes.map(({ failure }) => failure?.code)).toEqual([
      "tls-expired",
      "tls-wrong-host",
      "tls-self-signed",
      undefined,
      undefined,
      "tls-failed",
    ])
    expect(codes[3]!.values.certificate).toMatchObject({
      names: [HOST, "other.example.test"],
      days: expect.any(Number),
    })
  })

  it("shows a certificate of its own where a server asks for one", async () => {
    const port = await started(httpsServer(answer, { key: TEST_KEY, cert: TEST_CERTIFICATE }, TEST_CERTIFICATE))
    const secrets = { CERT: { value: TEST_CERTIFICATE, hosts: [HOST] }, KEY: { value: TEST_KEY, hosts: [HOST] } }
    const named = (name: string) => `$\{{ secrets.${name} }}`
    const clientCertificate = { certificate: named("CERT"), key: named("KEY") }
    const url = `https://${HOST}:${port}/`
    expect((await check({ url, clientCertificate }, { ca: TEST_CERTIFICATE, secrets })).values.response).toMatchObject({
      status: 200,
    })
    expect((await check({ url }, { ca: TEST_CERTIFICATE })).failure?.code).toMatch(/^(tls-failed|reset|closed)$/)
  })

  it("says in a sentence why nothing was there", async () => {
    const codes = await Promise.all([
      check({ url: "http://gone.example.test/" }, { names: { "gone.example.test": [] } }),
      check({ url: "http://client.example.test:1/" }),
      check({ url: plain, family: "ipv6" }),
      check({ url: "http://inside.example.test/" }, { names: { "inside.example.test": ["10.1.2.3"] } }),
    ])
    expect(codes.map(({ failure }) => failure?.code)).toEqual([
      "name-not-found",
      "refused",
      "name-not-found",
      "not-allowed",
    ])
    expect(codes[1]!.failure?.message).toBe(
      "client.example.test:1 refused the connection: nothing listens there, or a firewall turns it away.",
    )
  })

  it("tries again as often as it was told, and only then gives up", async () => {
    const refused = await tryCheck({ strategyId: "http", config: { url: "http://client.example.test:1/" }, retries: 2 })
    expect(refused).toMatchObject({ tries: 3, outcome: "failed" })
    expect((await tryCheck({ strategyId: "http", config: { url: plain }, retries: 2 })).tries).toBe(1)
  })
})
