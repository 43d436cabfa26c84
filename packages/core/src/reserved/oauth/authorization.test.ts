import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { join } from "../people/people.fixture.ts"
import { notesPlugin } from "../sharing/notes.fixture.ts"
import { BASE, form, post, principalOf, REDIRECT, RESOURCE, send, testClient } from "./oauth.fixture.ts"

const testing = await testPlatform({ plugins: [notesPlugin], publicUrl: BASE })
const { platform, trail } = testing
const root = await join(testing, "root", "administrator")
const ana = await join(testing, "ana", "operator")
const added = await platform.call(root, oauthContract.addOauthClient, {
  name: "Claude Code",
  clientId: "claude-code",
  redirectUris: [REDIRECT, "https://claude.example/callback?from=us", "cursor://anysphere.cursor/callback"],
})
const client = testClient(testing, "claude-code")
const describeIt = (changes: Record<string, string | null> = {}) =>
  platform.call(ana, oauthContract.describeAuthorization, { request: client.query(changes) })

describe("the metadata", () => {
  it.each(["", "/api/ai/mcp"])("of the server stands under its own address, also with %s behind it", async (suffix) => {
    const { status, body, headers } = await send(platform, `/.well-known/oauth-authorization-server${suffix}`)
    expect(status).toBe(200)
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect(body).toMatchObject({
      issuer: BASE,
      authorization_endpoint: `${BASE}/oauth/authorize`,
      token_endpoint: `${BASE}/oauth/token`,
      revocation_endpoint: `${BASE}/oauth/revoke`,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: expect.arrayContaining(["read", "write", "offline_access", "notes.note.read"]),
    })
    expect(body).not.toHaveProperty("registration_endpoint")
  })

  it.each(["", "/api/ai/mcp"])("of the resource names the MCP endpoint, also with %s behind it", async (suffix) => {
    const { body } = await send(platform, `/.well-known/oauth-protected-resource${suffix}`)
    expect(body).toMatchObject({
      resource: RESOURCE,
      authorization_servers: [BASE],
      bearer_methods_supported: ["header"],
    })
  })

  it("is a plain 404 where there is none, never a page", async () => {
    for (const path of [
      "/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/else",
      "/oauth/x",
    ])
      expect((await send(platform, path)).status, path).toBe(404)
  })

  it("may be asked for by pages of any origin, without credentials", async () => {
    for (const path of ["/oauth/token", "/oauth/register", "/.well-known/oauth-protected-resource/api/ai/mcp"]) {
      const { status, headers } = await send(platform, path, {
        method: "OPTIONS",
        headers: { origin: "https://inspector.example", "access-control-request-headers": "mcp-protocol-version" },
      })
      expect(status).toBe(204)
      expect(headers.get("access-control-allow-origin")).toBe("*")
      expect(headers.get("access-control-allow-headers")).toContain("mcp-protocol-version")
      expect(headers.has("access-control-allow-credentials")).toBe(false)
    }
  })
})

describe("asking for an authorization", () => {
  it("leads to the page with the question exactly as it was asked", async () => {
    const query = client.query({ state: '{"a": 1}' })
    const { status, headers } = await send(platform, `/oauth/authorize?${query}`)
    expect(status).toBe(302)
    const page = new URL(headers.get("location")!, BASE)
    expect(page.pathname).toBe("/connect-app")
    expect(Buffer.from(page.searchParams.get("request")!, "base64url").toString()).toBe(query)
    expect((await post(platform, "/oauth/authorize", { client_id: "x" })).headers.get("location")).toContain(
      "/connect-app?",
    )
    expect((await send(platform, `/oauth/authorize?state=${"x".repeat(13_000)}`)).status).toBe(400)
  })

  it("tells the person in words who asks, for what, and where the answer goes", async () => {
    const question = await describeIt({
      scope: "read notes.note.manage platform.person.manage nonsense offline_access",
    })
    expect(question).toMatchObject({
      kind: "ask",
      client: { name: "Claude Code", host: null, addedByAdministrator: true },
      goesTo: "this computer",
      onThisComputer: true,
      scopes: [
        { scope: "read", grantable: true, includes: expect.arrayContaining(["See notes"]) },
        { scope: "notes.note.manage", sentence: "Write notes", grantable: true },
        { scope: "platform.person.manage", grantable: false },
        { scope: "offline_access", grantable: true },
      ],
    })
    expect(await describeIt({ redirect_uri: "https://claude.example/callback?from=us" })).toMatchObject({
      goesTo: "claude.example",
    })
    expect(await describeIt({ redirect_uri: "cursor://anysphere.cursor/callback" })).toMatchObject({
      goesTo: "cursor://anysphere.cursor",
    })
  })

  it("asks for reading and changing where the app named nothing", async () => {
    const question = await describeIt({ scope: null, resource: null })
    expect(question.kind === "ask" && question.scopes.map(({ scope }) => scope)).toEqual([
      "read",
      "write",
      "offline_access",
    ])
  })

  it("takes any port on this computer, and else only the very address", async () => {
    for (const uri of ["http://127.0.0.1:54321/callback", REDIRECT])
      expect(await describeIt({ redirect_uri: uri }), uri).toMatchObject({ kind: "ask" })
    const refused = await Promise.all(STRANGE_REDIRECTS.map((uri) => describeIt({ redirect_uri: uri })))
    for (const [index, answer] of refused.entries())
      expect(answer, STRANGE_REDIRECTS[index]!).toMatchObject({ kind: "refused", returnUrl: null })
  })

  it("sends nobody anywhere for a client that is not known", async () => {
    for (const id of [
      "stranger",
      null,
      "http://client.example.test/app.json",
      "https://client.example.test",
      "https://u@x/y",
    ])
      expect(await describeIt({ client_id: id }), String(id)).toMatchObject({ kind: "refused", returnUrl: null })
    const twice = `${client.query()}&${form({ client_id: "claude-code" })}`
    expect(await platform.call(ana, oauthContract.describeAuthorization, { request: twice })).toMatchObject({
      kind: "refused",
      returnUrl: null,
    })
  })

  const REFUSALS: [string, string, Record<string, string | null>][] = [
    ["another kind of answer", "unsupported_response_type", { response_type: "token" }],
    ["no kind of answer", "unsupported_response_type", { response_type: null }],
    ["PKCE in the plain", "invalid_request", { code_challenge_method: "plain" }],
    ["PKCE without its method", "invalid_request", { code_challenge_method: null }],
    ["no PKCE", "invalid_request", { code_challenge: null, code_challenge_method: null }],
    ["a challenge that is none", "invalid_request", { code_challenge: "short" }],
    ["another resource", "invalid_target", { resource: "https://elsewhere.example/mcp" }],
    ["only the host as resource", "invalid_target", { resource: BASE }],
    ["to be let in unseen", "interaction_required", { prompt: "none" }],
    ["the answer in the fragment", "invalid_request", { response_mode: "fragment" }],
    ["its question as an object", "request_not_supported", { request: "eyJ" }],
    ["nothing that exists", "invalid_scope", { scope: "openid profile" }],
  ]
  it.each(REFUSALS)("refuses %s, and offers the way back with the reason", async (_, error, changes) => {
    const answer = await describeIt(changes)
    expect(answer.kind).toBe("refused")
    const back = new URL((answer as { returnUrl: string }).returnUrl)
    expect(back.origin + back.pathname).toBe(REDIRECT)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: "as it was", iss: BASE })
    await expect(client.consent(ana, ["read"], changes)).rejects.toMatchObject({ code: "invalid_input" })
  })

  it("refuses a parameter that was said twice", async () => {
    const request = `${client.query()}&scope=read`
    expect(await platform.call(ana, oauthContract.describeAuthorization, { request })).toMatchObject({
      kind: "refused",
      returnUrl: expect.stringContaining("error=invalid_request"),
    })
  })

  it("is for people only", async () => {
    const { access } = await client.connect(ana, ["read"])
    const app = platform.caller(await principalOf(platform, access), "mcp")
    await expect(
      platform.call(app, oauthContract.grantAuthorization, { request: client.query(), scopes: ["read"] }),
    ).rejects.toThrow("is for people")
  })
})

describe("answering it", () => {
  it("yes sends the browser back with a code, the state and who issued it", async () => {
    const url = await client.consent(ana, ["read"], { redirect_uri: "https://claude.example/callback?from=us" })
    expect(url.origin + url.pathname).toBe("https://claude.example/callback")
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ from: "us", state: "as it was", iss: BASE })
    const [entry] = (await trail("platform.grantAuthorization")).slice(-1)
    expect(entry).toMatchObject({
      principal_name: "Ana",
      thing_type: "platform.oauth",
      thing_name: "Claude Code",
      after: { client: "claude-code", scopes: ["read"], answerGoesTo: "claude.example" },
    })
    expect(JSON.stringify(entry)).not.toContain(url.searchParams.get("code"))
  })

  it("no sends it back too, and is written down", async () => {
    const { redirectUrl } = await platform.call(ana, oauthContract.denyAuthorization, { request: client.query() })
    expect(Object.fromEntries(new URL(redirectUrl).searchParams)).toMatchObject({
      error: "access_denied",
      state: "as it was",
    })
    expect(await trail("platform.denyAuthorization")).toMatchObject([
      { note: expect.stringContaining("refused to connect") },
    ])
  })

  it("cannot grant what was not asked for, what the person lacks, or nothing", async () => {
    await expect(client.consent(ana, ["read"], { scope: "write" })).rejects.toThrow("did not ask for all of this")
    await expect(client.consent(ana, ["platform.role.manage"], { scope: "platform.role.manage" })).rejects.toThrow(
      "You do not hold platform.role.manage yourself",
    )
    await expect(client.consent(ana, ["offline_access"])).rejects.toThrow("at least one permission")
  })

  it("remembers what was granted, and asks all the same", async () => {
    await client.connect(ana, ["read", "offline_access"])
    const question = await describeIt()
    expect(question.kind === "ask" && question.scopes.map(({ scope, granted }) => [scope, granted])).toEqual([
      ["read", true],
      ["write", false],
      ["offline_access", true],
    ])
  })

  it("is not possible while connecting is switched off, nor for an app that is", async () => {
    const { getOauthSettings, updateOauthSettings, updateOauthClient } = oauthContract
    const code = await client.code(ana, ["read"])
    const { access } = await client.connect(ana, ["read"])
    const { version } = await platform.call(root, getOauthSettings, {})
    const off = await platform.call(root, updateOauthSettings, { mcpEnabled: false, version })
    expect(await describeIt()).toMatchObject({
      kind: "refused",
      sentence: expect.stringContaining("switched off here"),
    })
    expect((await client.exchange(code)).body.error).toBe("unauthorized_client")
    await expect(principalOf(platform, access)).rejects.toThrow("not valid")
    await platform.call(root, updateOauthSettings, { mcpEnabled: true, version: off.version })
    await principalOf(platform, access)

    const { id } = added.client
    const disabled = await platform.call(root, updateOauthClient, { id, enabled: false, version: 1 })
    expect(await describeIt()).toMatchObject({ kind: "refused", returnUrl: null })
    expect((await client.exchange(code)).body.error).toBe("invalid_client")
    await expect(principalOf(platform, access)).rejects.toThrow("not valid")
    await platform.call(root, updateOauthClient, { id, enabled: true, version: disabled.version })
    expect((await client.exchange(code)).status).toBe(200)
  })
})

const STRANGE_REDIRECTS = [
  null,
  "",
  "http://127.0.0.1/callback/",
  "http://127.0.0.1/callback?x=1",
  "http://127.0.0.1/callback#x",
  "http://127.0.0.1/",
  "http://127.0.0.1:99999/callback",
  "http://127.0.0.1:x/callback",
  "http://127.0.0.1:80@evil.example/callback",
  "http://127.0.0.1@evil.example/callback",
  "http://127.0.0.1\\@evil.example/callback",
  "http://127.0.0.1.evil.example/callback",
  "http://evil.example#127.0.0.1/callback",
  "http://localhost/callback",
  "http://[::1]/callback",
  "http://127.0.0.2/callback",
  "https://127.0.0.1/callback",
  "HTTP://127.0.0.1/callback",
  "https://claude.example/callback",
  "https://claude.example/callback?from=us&more=1",
  "https://claude.example:8443/callback?from=us",
  "https://claude.example.evil.example/callback?from=us",
  "https://claude.example@evil.example/callback?from=us",
  "https://claude.example/callback/../evil?from=us",
  "https://CLAUDE.example/callback?from=us",
  "//claude.example/callback?from=us",
  "/callback",
  "javascript:alert(1)",
  "data:text/html,x",
  "cursor://evil/callback",
]
