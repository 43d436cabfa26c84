import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { sessionContract } from "../../contract/platform/session.ts"
import { mcpChallenge } from "../../identity/oauth/oauth-challenge.ts"
import { hashToken } from "../../identity/one-time-token.ts"
import { join } from "../people/people.fixture.ts"
import { notesPlugin } from "../sharing/notes.fixture.ts"
import { BASE, post, principalOf, REDIRECT, RESOURCE, send, testClient } from "./oauth.fixture.ts"

const testing = await testPlatform({ plugins: [notesPlugin], publicUrl: BASE })
const { platform, database, trail } = testing
const root = await join(testing, "root", "administrator")
const ana = await join(testing, "ana", "operator")
const { addOauthClient } = oauthContract
await platform.call(root, addOauthClient, { name: "Claude Code", clientId: "claude-code", redirectUris: [REDIRECT] })
await platform.call(root, addOauthClient, { name: "Other", clientId: "other-app", redirectUris: [REDIRECT] })
const { secret } = await platform.call(root, addOauthClient, {
  name: "With a secret",
  clientId: "confidential",
  redirectUris: [REDIRECT],
  withSecret: true,
})
const client = testClient(testing, "claude-code")
const other = testClient(testing, "other-app")
const EVERYTHING = ["read", "write", "offline_access"]

describe("exchanging a code", () => {
  it("gives an access token for an hour and, where asked for, a refresh token; only hashes are kept", async () => {
    const { status, body, headers } = await client.exchange(await client.code(ana, EVERYTHING))

    expect(status).toBe(200)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^cst_/),
      refresh_token: expect.stringMatching(/^csr_/),
      token_type: "Bearer",
      expires_in: 3600,
      scope: EVERYTHING.join(" "),
    })
    const { rows } = await database.pool.query("SELECT hash FROM platform.oauth_token")
    expect(rows.map((row) => row.hash)).toEqual(
      expect.arrayContaining([hashToken(body.access_token), hashToken(body.refresh_token!)]),
    )
    const log = JSON.stringify(await trail())
    for (const value of [body.access_token, body.refresh_token!]) expect(log).not.toContain(value)
  })

  it("gives no refresh token to an app that was not let stay", async () => {
    expect((await client.exchange(await client.code(ana, ["read"]))).body.refresh_token).toBeUndefined()
  })

  const REFUSALS: [string, string, Record<string, string | null>][] = [
    ["a wrong verifier", "invalid_grant", { code_verifier: "a".repeat(43) }],
    ["a verifier that cannot be one", "invalid_grant", { code_verifier: "short" }],
    ["no verifier", "invalid_request", { code_verifier: null }],
    ["another redirect address", "invalid_grant", { redirect_uri: "http://127.0.0.1:9/callback" }],
    ["another resource", "invalid_target", { resource: "https://elsewhere.example/mcp" }],
    ["another client", "invalid_grant", { client_id: "other-app" }],
    ["an unknown client", "invalid_client", { client_id: "stranger" }],
    ["no client", "invalid_client", { client_id: null }],
    ["another code", "invalid_grant", { code: "invented" }],
    ["no code", "invalid_request", { code: null }],
    ["another kind of grant", "unsupported_grant_type", { grant_type: "password" }],
    ["client credentials", "unsupported_grant_type", { grant_type: "client_credentials" }],
    ["no kind of grant", "invalid_request", { grant_type: null }],
  ]
  it.each(REFUSALS)("refuses %s", async (_, error, changes) => {
    const code = await client.code(ana, ["read"])
    const { status, body } = await client.exchange(code, changes)
    expect(body).toMatchObject({ error, error_description: expect.stringMatching(/\.$/) })
    expect(status).toBe(error === "invalid_client" ? 401 : 400)
    // A refused attempt does not spend the code of the rightful client.
    expect((await client.exchange(code)).status).toBe(200)
  })

  it("takes the resource again, and needs no redirect address, since PKCE binds the code", async () => {
    expect(
      (await client.exchange(await client.code(ana, ["read"]), { resource: RESOURCE, redirect_uri: null })).status,
    ).toBe(200)
  })

  it("works once: a second time ends all that came of the first", async () => {
    const code = await client.code(ana, EVERYTHING)
    const { body } = await client.exchange(code)
    await principalOf(platform, body.access_token)

    expect((await client.exchange(code)).body.error).toBe("invalid_grant")

    await expect(principalOf(platform, body.access_token)).rejects.toThrow("not valid")
    expect((await client.refresh(body.refresh_token!)).body.error).toBe("invalid_grant")
    expect((await trail("platform.exchangeOauthCode")).at(-1)?.note).toContain("used twice")
  })

  it("refuses a code after a minute", async () => {
    const code = await client.code(ana, ["read"])
    const { rows } = await database.pool.query(
      "SELECT extract(epoch FROM expires_at - now()) AS seconds FROM platform.oauth_code WHERE hash = $1",
      [hashToken(code)],
    )
    expect(Number(rows[0].seconds)).toBeLessThanOrEqual(60)
    await expire("oauth_code", code)
    expect((await client.exchange(code)).body.error_description).toContain("expired")
  })

  it("refuses a code whose person was disabled meanwhile", async () => {
    const ben = await join(testing, "ben")
    const code = await client.code(ben, ["read"])
    await platform.call(root, peopleContract.disablePerson, { id: personId("ben") })
    expect((await client.exchange(code)).body.error).toBe("invalid_grant")
  })

  it("asks an app with a secret to prove itself, in the form or in the header", async () => {
    const app = testClient(testing, "confidential", secret)
    expect((await app.exchange(await app.code(ana, ["read"]))).status).toBe(200)
    const refused = await app.exchange(await app.code(ana, ["read"]), { client_secret: "guessed" })
    expect([refused.status, refused.body.error]).toEqual([401, "invalid_client"])
    expect((await app.exchange(await app.code(ana, ["read"]), { client_secret: null })).status).toBe(401)

    const byHeader = async (credentials: string, more: Record<string, string> = {}) =>
      post(
        platform,
        "/oauth/token",
        {
          grant_type: "authorization_code",
          code: await app.code(ana, ["read"]),
          code_verifier: app.verifier,
          redirect_uri: REDIRECT,
          ...more,
        },
        { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
      )
    expect((await byHeader(`confidential:${secret}`)).status).toBe(200)
    expect((await byHeader(`confidential:${secret}`, { client_id: "confidential" })).status).toBe(200)
    const wrong = await byHeader("confidential:guessed")
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, 'Basic realm="Countersign"'])
    expect((await byHeader(`confidential:${secret}`, { client_secret: secret! })).body.error).toBe("invalid_request")
    expect((await byHeader(`confidential:${secret}`, { client_id: "claude-code" })).body.error).toBe("invalid_request")
    expect((await byHeader("nonsense")).body.error).toBe("invalid_client")
  })

  it("reads a form and nothing else, each parameter once", async () => {
    const json = await send(platform, "/oauth/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
    expect(json.body.error).toBe("invalid_request")
    const twice = await send(platform, "/oauth/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "client_id=claude-code&client_id=other-app&grant_type=refresh_token&refresh_token=x",
    })
    expect(twice.body.error).toBe("invalid_request")
    expect((await post(platform, "/oauth/token", { grant_type: "x".repeat(40_000) })).body.error).toBe(
      "invalid_request",
    )
    expect((await send(platform, "/oauth/token")).status).toBe(404)
  })
})

describe("a refresh token", () => {
  it("becomes new tokens, and slides the connection's end a month ahead", async () => {
    const { refresh, grantId } = await client.connect(ana, EVERYTHING)
    await database.pool.query("UPDATE platform.oauth_grant SET expires_at = now() + interval '1 hour' WHERE id = $1", [
      grantId,
    ])

    const { status, body } = await client.refresh(refresh, { resource: RESOURCE })

    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(refresh)
    expect((await principalOf(platform, body.access_token)).actsFor?.grantId).toBe(grantId)
    const { rows } = await database.pool.query(
      "SELECT expires_at > now() + interval '29 days' AS slid FROM platform.oauth_grant WHERE id = $1",
      [grantId],
    )
    expect(rows[0].slid).toBe(true)
  })

  it("that comes a second time ends the whole connection, the newest tokens too", async () => {
    const { access, refresh } = await client.connect(ana, EVERYTHING)
    const { body } = await client.refresh(refresh)

    expect((await client.refresh(refresh)).body.error).toBe("invalid_grant")

    for (const token of [access, body.access_token])
      await expect(principalOf(platform, token)).rejects.toThrow("not valid")
    expect((await client.refresh(body.refresh_token!)).body.error).toBe("invalid_grant")
    expect((await trail("platform.refreshOauthToken")).at(-1)?.note).toContain("used twice")
  })

  it("gives a narrower token where that is asked for, never a wider one", async () => {
    const { refresh } = await client.connect(ana, ["read", "offline_access"])
    expect((await client.refresh(refresh, { scope: "read write" })).body.error).toBe("invalid_scope")
    const wide = await client.connect(ana, EVERYTHING)
    const { body } = await client.refresh(wide.refresh, { scope: "read" })
    expect(body.scope).toBe("read offline_access")
    expect((await principalOf(platform, body.access_token)).scopes).not.toContain("notes.note.manage")
    const { body: again } = await client.refresh(body.refresh_token!)
    expect((await principalOf(platform, again.access_token)).scopes).toContain("notes.note.manage")
  })

  it("is refused to another client, for another resource, after its end, and where it is no refresh token", async () => {
    const { access, refresh } = await client.connect(ana, EVERYTHING)
    expect((await other.refresh(refresh)).body.error).toBe("invalid_grant")
    expect((await client.refresh(access)).body.error).toBe("invalid_grant")
    expect((await client.refresh("csr_invented")).body.error).toBe("invalid_grant")
    expect((await client.refresh(refresh, { resource: "https://elsewhere.example/" })).body.error).toBe(
      "invalid_target",
    )
    await expire("oauth_token", refresh)
    expect((await client.refresh(refresh)).body.error_description).toContain("expired")
  })
})

describe("an access token", () => {
  it("works at the MCP endpoint and nowhere else", async () => {
    const { access } = await client.connect(ana, EVERYTHING)
    const authorization = `Bearer ${access}`
    for (const path of ["/api/v1/notes/list", "/api/v1/platform/me", "/api/v1/events", "/api/v1/ai/mcp"]) {
      const { status, body } = await send(platform, path, { headers: { authorization } })
      expect([path, status], JSON.stringify(body)).toEqual([path, 401])
      expect((body as { message?: string }).message).toContain(`issued for ${RESOURCE} and works nowhere else`)
    }
    await expect(principalOf(platform, access, `${BASE}/api/ai/mcp/`)).rejects.toThrow("works nowhere else")
    await expect(principalOf(platform, "cst_invented")).rejects.toThrow("not valid")
    await expect(principalOf(platform, access.replace("cst_", "csr_"))).rejects.toThrow("not valid")
  })

  it("is refused by another address of the same installation", async () => {
    const { access } = await client.connect(ana, EVERYTHING)
    const elsewhere = await testing.secondPod({ publicUrl: "https://other.example.test" })
    await expect(principalOf(elsewhere, access, "https://other.example.test/api/ai/mcp")).rejects.toThrow(
      "another address",
    )
  })

  it("ends after its hour", async () => {
    const { access } = await client.connect(ana, EVERYTHING)
    await expire("oauth_token", access)
    platform.identity.forget("all")
    await expect(principalOf(platform, access)).rejects.toThrow("not valid")
  })

  it("notes when it was used", async () => {
    const { access, grantId } = await client.connect(ana, EVERYTHING)
    await database.pool.query("UPDATE platform.oauth_grant SET last_used_at = now() - interval '1 day' WHERE id = $1", [
      grantId,
    ])
    platform.identity.forget("all")
    await principalOf(platform, access)
    const { items } = await platform.call(root, oauthContract.listOauthGrants, {})
    expect(Date.parse(items.find(({ id }) => id === grantId)!.lastUsedAt!)).toBeGreaterThan(Date.now() - 60_000)
  })

  const ENDS: [string, (grantId: string, name: string) => Promise<unknown>][] = [
    [
      "the person disconnects it",
      async (id, name) => platform.call(await testing.as(name), oauthContract.disconnectApp, { id }),
    ],
    ["an administrator revokes it", (id) => platform.call(root, oauthContract.revokeOauthGrant, { id })],
    ["the person is disabled", (_, name) => platform.call(root, peopleContract.disablePerson, { id: personId(name) })],
    [
      "the person is signed out",
      (_, name) => platform.call(root, peopleContract.signOutPerson, { id: personId(name) }),
    ],
    ["the person is erased", (_, name) => platform.call(root, peopleContract.erasePerson, { id: personId(name) })],
    [
      "the person signs out everywhere",
      async (_, name) => {
        const caller = await testing.as(name)
        const http = { request: new Request(BASE), responseHeaders: new Headers(), address: "127.0.0.1" }
        return platform.call({ ...caller, http }, sessionContract.signOutEverywhere, {})
      },
    ],
    [
      "the app is removed",
      async () => {
        const { items } = await platform.call(root, oauthContract.listOauthClients, { text: "other-app" })
        return platform.call(root, oauthContract.removeOauthClient, { id: items[0]!.id })
      },
    ],
  ]
  it.each(ENDS)("ends on every pod within seconds when %s", async (what, end) => {
    const name = `person${ENDS.findIndex(([one]) => one === what)}`
    const person = await join(testing, name)
    const app = what.includes("removed") ? other : client
    const { access, refresh, grantId } = await app.connect(person, EVERYTHING)
    const pod = await testing.secondPod({ publicUrl: BASE })
    await principalOf(pod, access)
    await principalOf(platform, access)

    await end(grantId, name)

    await expect(principalOf(platform, access)).rejects.toThrow("not valid")
    await expect
      .poll(
        () =>
          principalOf(pod, access).then(
            () => "works",
            () => "refused",
          ),
        { timeout: 15_000, interval: 50 },
      )
      .toBe("refused")
    expect((await app.refresh(refresh)).status).toBeGreaterThanOrEqual(400)
  })
})

describe("giving a token back", () => {
  it.each(["access", "refresh"] as const)("ends the connection, by its %s token", async (which) => {
    const tokens = await client.connect(ana, EVERYTHING)
    expect((await client.revoke(tokens[which], { token_type_hint: "nonsense" })).status).toBe(200)
    await expect(principalOf(platform, tokens.access)).rejects.toThrow("not valid")
    expect((await client.refresh(tokens.refresh)).body.error).toBe("invalid_grant")
    expect((await trail("platform.revokeOauthToken")).at(-1)?.thing_name).toBe("Claude Code")
  })

  it("says nothing of tokens that are unknown, and refuses those of others", async () => {
    const { access } = await client.connect(ana, EVERYTHING)
    expect((await client.revoke("cst_invented")).status).toBe(200)
    expect((await testClient(testing, "confidential", secret).revoke(access)).body.error).toBe("unauthorized_client")
    expect((await testClient(testing, "confidential", "guessed").revoke(access)).status).toBe(401)
    await principalOf(platform, access)
  })
})

describe("sweeping", () => {
  it("removes what has ended and keeps what lives", async () => {
    const { access } = await client.connect(ana, EVERYTHING)
    const old = await client.connect(ana, EVERYTHING)
    await database.pool.query("UPDATE platform.oauth_grant SET revoked_at = now() - interval '2 days' WHERE id = $1", [
      old.grantId,
    ])
    const verb = platform.verbs.get("platform.sweepOauth")!
    const { servicePrincipal } = await import("../../identity/principal/principal.ts")
    await verb(platform.caller(servicePrincipal("platform"), "job"), {} as never)
    const { rows } = await database.pool.query("SELECT 1 FROM platform.oauth_grant WHERE id = $1", [old.grantId])
    expect(rows).toEqual([])
    await principalOf(platform, access)
  })
})

describe("mcpChallenge", () => {
  it("tells a client where to learn how to get a token, and what was missing", () => {
    const where = `resource_metadata="${BASE}/.well-known/oauth-protected-resource/api/ai/mcp"`
    expect(mcpChallenge(BASE)).toBe(`Bearer ${where}`)
    const scopes = ["notes.note.manage"]
    expect(mcpChallenge(BASE, { error: "insufficient_scope", description: 'The "note" \n', scopes })).toBe(
      `Bearer error="insufficient_scope", error_description="The 'note' ?", scope="notes.note.manage", ${where}`,
    )
  })
})

async function expire(table: "oauth_code" | "oauth_token", value: string): Promise<void> {
  await database.pool.query(`UPDATE platform.${table} SET expires_at = now() - interval '1 second' WHERE hash = $1`, [
    hashToken(value),
  ])
}
