import { type Greeting, helloContract } from "@countersign/hello/contract"
import { helloPlugin } from "@countersign/hello/server"
import { testPlatform } from "@countersign/testing"
import { createORPCClient } from "@orpc/client"
import { OpenAPILink } from "@orpc/openapi-client/fetch"
import { describe, expect, it } from "vitest"
import type { Verb } from "../access/implement.ts"
import { type Route, route } from "../access/points/route.ts"
import { metaOf } from "../contract/procedure.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { silentLog } from "../log.ts"
import { type AppOptions, createApp } from "./app.ts"
import { MAX_BODY_BYTES } from "./read-body.ts"
import { createRateLimits } from "./routes/rate-limit.ts"
import { createUploads } from "./routes/receive-upload.ts"
import { createTurns } from "./routes/turns.ts"

const { platform, as } = await testPlatform({ plugins: [helloPlugin] })
const ana = await as("ana")
const base = "http://localhost:4400"
const POLICY = "content-security-policy"

/** The app with the door held open for one principal, as if it had shown a cookie or a key. */
function appFor(principal: Principal, options: Partial<AppOptions> & { byCookie?: boolean } = {}) {
  const { byCookie = false, ...rest } = options
  const app = createApp({
    verbs: platform.verbs,
    routes: [],
    limits: createRateLimits(),
    turns: createTurns(),
    uploads: createUploads(),
    log: silentLog,
    version: "1.2.3",
    origins: new Set(),
    siteOrigin: null,
    secure: false,
    isName: ana.runtime.isName,
    authenticate: async () => ({ principal, byCookie }),
    createCaller: (parts) => ({ ...ana, ...parts }),
    extend: () => {},
    ...rest,
  })
  return (path: string, init: RequestInit = {}) => app.fetch(new Request(base + path, init), { address: "127.0.0.1" })
}

const send = appFor(ana.principal)
const post = (path: string, body: string, headers: Record<string, string> = { "content-type": "application/json" }) =>
  send(path, { method: "POST", body, headers })
const error = async (response: Promise<Response> | Response) => {
  const settled = await response
  return { status: settled.status, ...(await settled.json()) }
}

describe("POST /api/v1/<plugin>/<verb>", () => {
  it("calls the verb and answers its output with a correlation id", async () => {
    const response = await post("/api/v1/hello/greet", '{"to":"Ben"}')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ to: "Ben", from: "Ana" })
    expect(response.headers.get("x-correlation-id")).toMatch(/^[\w-]{8,}$/)
    expect(response.headers.get("cache-control")).toBe("no-store")
  })

  it.each([
    ["malformed JSON", '{"to":', 400, "The body is not valid JSON"],
    [
      "an unknown key",
      '{"to":"Ben","loud":true}',
      400,
      "There is a field here that is not known. Known are to, salutation.",
    ],
    ["a missing key", "{}", 400, "The input of hello.greet does not fit."],
    ["a wrong type", '{"to":7}', 400, '"to": '],
    [
      "a prototype key",
      '{"to":"Ben","__proto__":{"admin":true}}',
      400,
      'a key that is not allowed anywhere, such as "__proto__"',
    ],
    ["half of a surrogate pair", '{"to":"a\\ud800b"}', 400, "half of a surrogate pair"],
    ["an unstorable key", '{"to":"Ben","a\\udc00":1}', 400, "half of a surrogate pair"],
    [
      "very many values",
      JSON.stringify({ to: Array.from({ length: 20_000 }, () => 1) }),
      400,
      "more than 20,000 values",
    ],
    ["a character that cannot be stored", '{"to":"a\\u0000b"}', 400, "U+0000"],
    ["endless nesting", `{"to":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, 400, "nests deeper than 64 levels"],
    ["a body that is no object", '"Ben"', 400, "The input of hello.greet does not fit."],
  ])("refuses %s with a sentence and the place", async (_name, body, status, sentence) => {
    const answer = await error(post("/api/v1/hello/greet", body))
    expect(answer).toMatchObject({ status, code: "invalid_input", message: expect.stringContaining(sentence) })
    expect(answer.correlationId).toBeTruthy()
  })

  it("refuses a body over 1 MiB, declared or streamed", async () => {
    const large = JSON.stringify({ to: "x".repeat(MAX_BODY_BYTES) })
    const streamed = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large))
        controller.close()
      },
    })
    const declared = await error(
      post("/api/v1/hello/greet", large, {
        "content-type": "application/json",
        "content-length": String(large.length),
      }),
    )
    const undeclared = await error(
      send("/api/v1/hello/greet", {
        method: "POST",
        body: streamed,
        headers: { "content-type": "application/json" },
        duplex: "half",
      } as RequestInit),
    )
    for (const answer of [declared, undeclared])
      expect(answer).toMatchObject({
        status: 413,
        code: "too_large",
        message: expect.stringContaining("larger than 1024 KiB"),
      })
  })

  it("refuses anything that is not JSON", async () => {
    expect(await error(post("/api/v1/hello/greet", "to=Ben", { "content-type": "text/plain" }))).toMatchObject({
      status: 415,
      code: "unsupported_media_type",
    })
  })

  it("says where the verbs are listed when there is none of that name", async () => {
    expect(await error(post("/api/v1/hello/shout", "{}"))).toMatchObject({
      status: 404,
      message: expect.stringContaining("/api/docs"),
    })
    expect(await error(post("/api/v1/constructor/prototype", "{}"))).toMatchObject({ status: 404 })
  })
})

describe("GET /api/v1/<plugin>/<verb>", () => {
  it("serves reads", async () => {
    expect(await (await send("/api/v1/hello/list")).json()).toMatchObject({ greetings: expect.any(Array) })
  })

  it("never changes anything", async () => {
    expect(await error(send("/api/v1/hello/greet?to=Ben"))).toMatchObject({
      status: 405,
      message: "hello.greet is called by POST, not by GET.",
    })
  })
})

describe("a request that a cookie vouches for", () => {
  const byCookie = appFor(ana.principal, { byCookie: true })
  const greet = (headers: Record<string, string>) =>
    byCookie("/api/v1/hello/greet", { method: "POST", body: '{"to":"Ben"}', headers })

  it("passes from our own pages", async () => {
    expect((await greet({ origin: base, "content-type": "application/json" })).status).toBe(200)
  })

  it.each([
    ["another origin", { origin: "https://evil.example", "content-type": "application/json" }],
    ["no origin", { "content-type": "application/json" }],
    ["a form", { origin: base, "content-type": "application/x-www-form-urlencoded" }],
  ])("is refused from %s", async (_name, headers) => {
    expect([403, 415]).toContain((await greet(headers as Record<string, string>)).status)
  })

  it("is held to PUBLIC_URL where that is set", async () => {
    const published = appFor(ana.principal, { byCookie: true, origins: new Set(["https://ops.example"]) })
    const from = (origin: string) =>
      published("/api/v1/hello/greet", {
        method: "POST",
        body: '{"to":"Ben"}',
        headers: { origin, "content-type": "application/json" },
      })
    expect((await from("https://ops.example")).status).toBe(200)
    expect((await from(base)).status).toBe(403)
  })
})

describe("every response", () => {
  it("carries the security headers", async () => {
    const { headers } = await send("/api/v1/hello/list")
    expect(headers.get("content-security-policy")).toContain("script-src 'self'")
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
  })

  it.each([
    [
      "runs nothing and is framed by us",
      "default-src 'none'; script-src 'none'; base-uri 'none'; frame-ancestors 'self'",
      true,
    ],
    ["runs scripts", "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'self'", false],
    ["says nothing of scripts", "default-src 'none'; base-uri 'none'; frame-ancestors 'self'", false],
    ["may be framed by others", "default-src 'none'; script-src 'none'; base-uri 'none'; frame-ancestors *", false],
  ])("of a framed route that %s has its own policy, or both", async (_name, policy, isAlone) => {
    const verb = platform.verbs.get("hello.list") as Verb<typeof helloContract.list>
    const answer = { readInput: () => ({}), respond: () => new Response("", { headers: { [POLICY]: policy } }) }
    const policyAt = async (routed: Route) =>
      (await appFor(ana.principal, { routes: [routed] })("/framed")).headers.get(POLICY)

    const framed = await policyAt(route("GET /framed", verb, { ...answer, framed: true }))
    expect(framed === policy).toBe(isAlone)
    if (!isAlone) expect(framed).toContain("frame-ancestors 'none'")
    expect(await policyAt(route("GET /framed", verb, answer))).toContain("frame-ancestors 'none'")
  })

  it("is refused under a name that is not loopback until PUBLIC_URL is set", async () => {
    expect(await error(send("/api/v1/hello/list", { headers: { host: "rebound.example" } }))).toMatchObject({
      status: 403,
      message: expect.stringContaining("Set PUBLIC_URL"),
    })
  })
})

describe("the API's description", () => {
  it("lists every verb with effect and rule", async () => {
    const document = await (await send("/api/v1/openapi.json")).json()
    expect(document.paths["/hello/greet"].post).toMatchObject({
      "x-effect": "mutate",
      "x-access": ["hello.greeting.manage"],
    })
    expect(document.paths["/hello/greet"].get).toBeUndefined()
    expect(document.paths["/hello/list"].get).toBeDefined()
    const open = [...platform.verbs.values()].filter(({ procedure }) => metaOf(procedure).access !== "internal")
    expect(Object.keys(document.paths)).toHaveLength(open.length)
    expect(open.length).toBeLessThan(platform.verbs.size)
  })

  it("is browsable without scripts", async () => {
    const page = await (await send("/api/docs")).text()
    expect(page).toContain("hello.greet")
    expect(page).not.toContain("<script")
  })

  it("is a contract any oRPC client can call", async () => {
    const link = new OpenAPILink({ hello: helloContract } as never, {
      url: `${base}/api/v1`,
      fetch: async (request, init) => platformFetch(request, init as RequestInit),
    })
    const client = createORPCClient<{ hello: { greet(input: { to: string }): Promise<Greeting> } }>(link)
    expect(await client.hello.greet({ to: "Cleo" })).toMatchObject({ to: "Cleo", from: "Ana" })
  })
})

async function platformFetch(request: Request, init: RequestInit): Promise<Response> {
  const url = new URL(request.url)
  return send(url.pathname + url.search, {
    ...init,
    method: request.method,
    headers: request.headers,
    body: await request.text(),
  })
}
