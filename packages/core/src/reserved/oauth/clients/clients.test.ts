import type { Server } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { oauthContract } from "../../../contract/platform/oauth.ts"
import { TEST_CERTIFICATE, TEST_KEY } from "../../../egress/certificate.fixture.ts"
import { join } from "../../people/people.fixture.ts"
import { BASE, principalOf, REDIRECT, send, testClient } from "../oauth.fixture.ts"

/** Somebody else's server, with the descriptions of their apps. */
const documents = new Map<string, { body: unknown; headers?: Record<string, string>; status?: number }>()
const fetched: string[] = []
const server: Server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
  fetched.push(request.url ?? "")
  const found = documents.get(request.url ?? "")
  const body = typeof found?.body === "string" ? found.body : JSON.stringify(found?.body ?? {})
  response
    .writeHead(found?.status ?? (found ? 200 : 404), { "content-type": "application/json", ...found?.headers })
    .end(body)
})
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const testing = await testPlatform({
  plugins: [],
  publicUrl: BASE,
  egress: {
    resolve: async () => ["127.0.0.1"],
    standsForPublic: (host) => host === "client.example.test",
    port: (server.address() as AddressInfo).port,
    ca: TEST_CERTIFICATE,
    refusalMs: 0,
  },
})
const { platform, database, trail } = testing
const root = await join(testing, "root", "administrator")
const ana = await join(testing, "ana", "operator")
const { describeAuthorization, addOauthClient, listOauthClients, updateOauthClient, removeOauthClient } = oauthContract
const { getOauthSettings, updateOauthSettings, listOauthGrants, listConnectedApps, disconnectApp } = oauthContract

function publish(path: string, changes: object = {}, more: { headers?: Record<string, string>; status?: number } = {}) {
  const url = `https://client.example.test${path}`
  const body = {
    client_id: url,
    client_name: "Notes Desktop",
    redirect_uris: [REDIRECT, "https://client.example.test/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    ...changes,
  }
  documents.set(path, { body, ...more })
  return url
}
function publishText(path: string, body: string) {
  documents.set(path, { body })
  return `https://client.example.test${path}`
}
const ask = (clientId: string, changes: Record<string, string | null> = {}) =>
  platform.call(ana, describeAuthorization, { request: testClient(testing, clientId).query(changes) })

describe("a client with a metadata document", () => {
  it("is known by it: read once, kept, written down when somebody connects it", async () => {
    const url = publish("/app.json")
    const client = testClient(testing, url)

    expect(await ask(url, { scope: "read" })).toMatchObject({
      kind: "ask",
      client: { name: "Notes Desktop", host: "client.example.test", addedByAdministrator: false },
      // Its document says that it refreshes.
      scopes: [{ scope: "read" }, { scope: "offline_access" }],
    })
    expect((await platform.call(root, listOauthClients, {})).items).toEqual([])
    const { access, refresh } = await client.connect(ana, ["read", "offline_access"])

    expect(refresh).toMatch(/^csr_/)
    expect((await principalOf(platform, access)).name).toBe("Notes Desktop for Ana")
    expect(fetched.filter((path) => path === "/app.json")).toHaveLength(1)
    expect((await platform.call(root, listOauthClients, {})).items).toMatchObject([
      { kind: "document", clientId: url, name: "Notes Desktop", hasSecret: false, grants: 1, confirm: "person" },
    ])
  })

  it("follows its document once that is read anew", async () => {
    const url = publish("/changing.json", {}, { headers: { "cache-control": "max-age=1" } })
    const client = testClient(testing, url)
    await client.connect(ana, ["read"])
    publish("/changing.json", {
      client_name: "Notes\u202e Desktop\n 2",
      redirect_uris: ["https://client.example.test/new"],
    })
    expect(await ask(url)).toMatchObject({ client: { name: "Notes Desktop" } })
    // Kept for five minutes at least, whatever its server says.
    const { rows } = await database.pool.query(
      "UPDATE platform.oauth_client_document SET expires_at = now() WHERE url = $1 RETURNING expires_at - fetched_at > interval '-1 second' AS kept",
      [url],
    )
    expect(rows).toHaveLength(1)
    expect(await ask(url)).toMatchObject({ kind: "refused", returnUrl: null })
    expect(await ask(url, { redirect_uri: "https://client.example.test/new" })).toMatchObject({
      client: { name: "Notes Desktop 2" },
    })
  })

  const UNFIT: [string, () => string][] = [
    ["describes another client", () => publish("/a.json", { client_id: "https://client.example.test/b.json" })],
    ["has no redirect address", () => publish("/c.json", { redirect_uris: [] })],
    ["would send answers anywhere", () => publish("/d.json", { redirect_uris: ["http://evil.example/callback"] })],
    ["would send answers to a script", () => publish("/e.json", { redirect_uris: [REDIRECT, "javascript:alert(1)"] })],
    ["brings a secret", () => publish("/f.json", { client_secret: "for all to see" })],
    ["wants to use a secret", () => publish("/g.json", { token_endpoint_auth_method: "client_secret_post" })],
    ["wants to sign with a key", () => publish("/h.json", { token_endpoint_auth_method: "private_key_jwt" })],
    ["is a redirect", () => publish("/i.json", {}, { status: 302, headers: { location: "/app.json" } })],
    ["is missing", () => "https://client.example.test/missing.json"],
    ["is too large", () => publish("/j.json", { client_name: "x".repeat(100_000) })],
    ["is no JSON", () => publishText("/k.json", "<html>")],
    ["is a list", () => publishText("/l.json", "[]")],
    ["lies inside", () => "https://inside.example.test/app.json"],
    ["lies at an address inside", () => "https://169.254.169.254/app.json"],
    ["has no path", () => "https://client.example.test/"],
    ["is not written in its normal form", () => "https://client.example.test/x/../app.json"],
    ["is not served over TLS", () => "http://client.example.test/app.json"],
  ]
  it.each(UNFIT)("is refused when its document %s", async (_, url) => {
    const sentence = expect.stringMatching(/cannot be used|Nothing could be read|is not known here/)
    expect(await ask(url())).toMatchObject({ kind: "refused", returnUrl: null, sentence })
  })

  it("is read for each person only so often", async () => {
    const eve = await join(testing, "eve", "viewer")
    const tries = Array.from({ length: 31 }, (_, index) => `https://client.example.test/try-${index}.json`)
    let last = ""
    for (const url of tries) {
      const answer = await platform.call(eve, describeAuthorization, { request: testClient(testing, url).query() })
      last = (answer as { sentence: string }).sentence
    }
    expect(last).toContain("Too many attempts")
    await database.pool.query("DELETE FROM platform.sign_in_attempt")
  })

  it("can be switched off, and trusted, but not renamed here", async () => {
    const url = publish("/switched.json")
    await testClient(testing, url).connect(ana, ["read"])
    const [item] = (await platform.call(root, listOauthClients, { text: "switched" })).items
    const { id, version } = item!
    await expect(platform.call(root, updateOauthClient, { id, version, name: "Mine" })).rejects.toThrow("follows that")
    await platform.call(root, updateOauthClient, { id, version, enabled: false, confirm: "client" })
    expect(await ask(url)).toMatchObject({ kind: "refused", sentence: expect.stringContaining("switched off") })
  })
})

describe("registration", () => {
  const register = (body: object) =>
    send(platform, "/oauth/register", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://inspector.example" },
      body: JSON.stringify(body),
    })
  const GOOD = {
    client_name: "Inspector",
    redirect_uris: ["http://localhost:6274/oauth/callback"],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    logo_uri: "https://inspector.example/logo.png",
  }

  it("is off until an administrator allows it", async () => {
    const { status, body } = await register(GOOD)
    expect([status, body.error]).toEqual([403, "access_denied"])
    const { version } = await platform.call(root, getOauthSettings, {})
    await platform.call(root, updateOauthSettings, { registrationEnabled: true, version })
    const { body: metadata } = await send(platform, "/.well-known/oauth-authorization-server")
    expect(metadata).toMatchObject({ registration_endpoint: `${BASE}/oauth/register` })
    await expect(
      platform.call(root, updateOauthSettings, { registrationEnabled: false, version }),
    ).rejects.toMatchObject({ code: "conflict", current: { registrationEnabled: true } })
  })

  it("makes a client that can be connected, under any port, and says that nobody vouches for its name", async () => {
    const { status, body, headers } = await register(GOOD)
    expect(status).toBe(201)
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect(body).toMatchObject({ client_id: expect.stringMatching(/^app-/), redirect_uris: GOOD.redirect_uris })
    expect(body).not.toHaveProperty("client_secret")
    const { client_id: id } = body as unknown as { client_id: string }
    const redirect_uri = "http://localhost:7777/oauth/callback"
    expect(await ask(id, { redirect_uri })).toMatchObject({
      kind: "ask",
      client: { name: "Inspector", host: null, addedByAdministrator: false },
    })
    expect((await trail("platform.registerOauthClient")).at(-1)?.note).toContain("From 192.0.2.7")
  })

  it("gives a secret to a client that wants one, and keeps its hash", async () => {
    const { token_endpoint_auth_method: _, ...rest } = GOOD
    const { body } = await register({ ...rest, redirect_uris: [REDIRECT] })
    const made = body as unknown as { client_id: string; client_secret: string; token_endpoint_auth_method: string }
    expect(made.token_endpoint_auth_method).toBe("client_secret_basic")
    const client = testClient(testing, made.client_id, made.client_secret)
    expect((await client.connect(ana, ["read"])).access).toMatch(/^cst_/)
    const { rows } = await database.pool.query("SELECT secret_hash FROM platform.oauth_client WHERE client_id = $1", [
      made.client_id,
    ])
    expect(rows[0].secret_hash).not.toBe(made.client_secret)
    expect(JSON.stringify(await trail())).not.toContain(made.client_secret)
  })

  it.each([
    ["no redirect address", "invalid_redirect_uri", { redirect_uris: undefined }],
    ["an empty list of them", "invalid_redirect_uri", { redirect_uris: [] }],
    ["plain http elsewhere", "invalid_redirect_uri", { redirect_uris: ["http://inspector.example/callback"] }],
    ["a script", "invalid_redirect_uri", { redirect_uris: ["javascript:alert(1)"] }],
    ["a fragment", "invalid_redirect_uri", { redirect_uris: ["https://inspector.example/#x"] }],
    ["another proof", "invalid_client_metadata", { token_endpoint_auth_method: "private_key_jwt" }],
    ["another grant", "invalid_client_metadata", { grant_types: ["implicit"] }],
    ["another answer", "invalid_client_metadata", { response_types: ["token"] }],
  ])("refuses %s", async (_, error, changes) => {
    const { status, body } = await register({ ...GOOD, ...changes })
    expect([status, body.error]).toEqual([400, error])
  })

  it("is bounded for each address", async () => {
    const answers: Awaited<ReturnType<typeof register>>[] = []
    for (let times = 0; times < 20; times++) answers.push(await register(GOOD))
    const last = answers.at(-1)!
    expect([last.status, last.body.error]).toEqual([429, "temporarily_unavailable"])
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0)
  })
})

describe("administrators", () => {
  it("add an app with a secret that is shown once, change it and remove it", async () => {
    const { client, secret } = await platform.call(root, addOauthClient, {
      name: "Desk",
      redirectUris: ["myapp://callback"],
      withSecret: true,
    })
    expect(secret).toHaveLength(43)
    expect(client).toMatchObject({ kind: "manual", hasSecret: true, enabled: true, confirm: "person", grants: 0 })
    expect(JSON.stringify(await trail("platform.addOauthClient"))).not.toContain(secret)
    const { id, version, clientId } = client
    await expect(
      platform.call(root, addOauthClient, { name: "Twin", clientId, redirectUris: [REDIRECT] }),
    ).rejects.toThrow("Another app has the client id")
    const changed = await platform.call(root, updateOauthClient, {
      id,
      version,
      name: "Desk 2",
      redirectUris: [REDIRECT],
    })
    expect(changed).toMatchObject({ name: "Desk 2", redirectUris: [REDIRECT], version: version + 1 })
    await expect(platform.call(root, updateOauthClient, { id, version, name: "Late" })).rejects.toMatchObject({
      code: "conflict",
      current: { name: "Desk 2" },
    })
    await platform.call(root, removeOauthClient, { id })
    await expect(platform.call(root, removeOauthClient, { id })).rejects.toMatchObject({ code: "not_found" })
    expect((await trail("platform.removeOauthClient"))[0]).toMatchObject({ thing_name: "Desk 2" })
  })

  it.each([
    "http://evil.example/",
    "javascript:alert(1)",
    "https://user@x.example/",
    "https://x.example/#a",
    "nonsense",
  ])("cannot let answers go to %s", async (uri) => {
    await expect(
      platform.call(root, addOauthClient, { name: "Bad", redirectUris: [REDIRECT, uri] }),
    ).rejects.toMatchObject({
      code: "invalid_input",
      issues: [{ path: "redirectUris.1" }],
    })
  })

  it("see who connected what; people see and end their own only", async () => {
    await platform.call(root, addOauthClient, { name: "Shared", clientId: "shared-app", redirectUris: [REDIRECT] })
    const ben = await join(testing, "ben", "viewer")
    const client = testClient(testing, "shared-app")
    const hers = await client.connect(ana, ["read"])
    const his = await client.connect(ben, ["read"])

    const { items } = await platform.call(root, listOauthGrants, { limit: 1 })
    expect(items).toMatchObject([{ client: { name: "Shared" }, person: { name: "Ben" }, scopes: ["read"] }])
    const mine = (await platform.call(ana, listConnectedApps, {})).apps
    expect(mine.map(({ id }) => id)).toContain(hers.grantId)
    expect(mine.map(({ id }) => id)).not.toContain(his.grantId)
    expect(mine.find(({ id }) => id === hers.grantId)).toMatchObject({ sentences: ["See everything that you can see"] })
    await expect(platform.call(ana, disconnectApp, { id: his.grantId })).rejects.toMatchObject({ code: "not_found" })
    await platform.call(ana, disconnectApp, { id: hers.grantId })
    await expect(platform.call(ana, disconnectApp, { id: hers.grantId })).rejects.toMatchObject({ code: "not_found" })
    await principalOf(platform, his.access)
  })
})
