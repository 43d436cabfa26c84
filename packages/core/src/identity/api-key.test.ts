import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { sessionContract } from "../contract/platform/session.ts"
import { openBrowser } from "../reserved/session/session.fixture.ts"
import { createApiKey } from "./api-key.ts"

const testing = await testPlatform({ plugins: [] })
const { platform, database } = testing

async function application(rules: string[] = []): Promise<{ id: string; key: string; keyId: string }> {
  const { rows } = await database.pool.query(
    "INSERT INTO platform.application (name, rules) VALUES (gen_random_uuid()::text, $1) RETURNING id",
    [rules],
  )
  const { id: keyId, key } = await createApiKey(database.direct, rows[0].id)
  return { id: rows[0].id, key, keyId }
}

const whoIs = (key: string, scheme = "Bearer") =>
  openBrowser(platform, { headers: { authorization: `${scheme} ${key}` } }).call(sessionContract.me, {})

describe("an API key", () => {
  it("speaks for its application, with its direct rules and those of its roles", async () => {
    const { id, key } = await application(["platform.mail.manage"])
    await database.pool.query(
      "INSERT INTO platform.role_rule VALUES ('viewer', 'test.thing.read') ON CONFLICT DO NOTHING",
    )
    await database.pool.query("INSERT INTO platform.role_holder VALUES ('application', $1, 'viewer')", [id])

    const { body } = await whoIs(key)

    expect(key).toMatch(/^csk_[\w-]{43}$/)
    expect(body).toMatchObject({ kind: "application", id, email: null, administrator: false })
    expect(body.rules).toEqual(expect.arrayContaining(["platform.mail.manage", "test.thing.read"]))
  })

  it("needs no origin, but opens nothing that is for people", async () => {
    const { key } = await application()
    const { status, body } = await openBrowser(platform, {
      origin: "https://elsewhere.example",
      headers: { authorization: `Bearer ${key}`, host: "localhost" },
    }).call(sessionContract.listSessions, {})

    expect(status).toBe(403)
    expect(body.message).toContain("is for people: sign in with a browser instead of an API key.")
  })

  it("is kept as a hash and marks when it was used", async () => {
    const { key, keyId } = await application()
    await whoIs(key)

    const { rows } = await database.pool.query("SELECT * FROM platform.application_key WHERE id = $1", [keyId])

    expect(JSON.stringify(rows)).not.toContain(key)
    expect(rows[0]).toMatchObject({ prefix: key.slice(0, 10), last_used_at: expect.any(Date) })
  })

  it.each([
    ["revoked", "UPDATE platform.application_key SET revoked_at = now() WHERE application_id = $1"],
    ["expired", "UPDATE platform.application_key SET expires_at = now() WHERE application_id = $1"],
    ["of a disabled application", "UPDATE platform.application SET disabled_at = now() WHERE id = $1"],
  ])("that is %s is refused as soon as the news is out", async (_, change) => {
    const { id, key } = await application()
    expect((await whoIs(key)).status).toBe(200)

    await database.pool.query(change, [id])
    platform.identity.forget(`application:${id}`)

    const { status, body } = await whoIs(key)
    expect(status).toBe(401)
    expect(body.message).toContain("This API key is not valid")
  })

  it("that nobody made is refused, while other schemes are left to whoever stands in front", async () => {
    expect((await whoIs("csk_unknown")).status).toBe(401)
    expect((await whoIs("nonsense")).status).toBe(401)
    expect((await whoIs("dXNlcjpwYXNz", "Basic")).body.kind).toBe("anonymous")
  })
})
