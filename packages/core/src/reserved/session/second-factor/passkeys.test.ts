import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ADMINISTRATOR, openBrowser, setUpAna } from "../session.fixture.ts"
import { createAuthenticator } from "./authenticator.fixture.ts"

const testing = await testPlatform({ plugins: [] })
const { platform, database, trail } = testing
const ana = await setUpAna(testing)
const { password } = ADMINISTRATOR
const phone = createAuthenticator({ origin: "http://localhost" })

async function register(authenticator: typeof phone, name = "Phone") {
  const { body } = await ana.call(sessionContract.startPasskeyRegistration, { password })
  const response = authenticator.create(body.options)
  return ana.call(sessionContract.finishPasskeyRegistration, { name, response })
}

async function signInWith(authenticator: typeof phone) {
  const browser = openBrowser(platform)
  const { body } = await browser.call(sessionContract.startPasskeySignIn, {})
  const answer = await browser.call(sessionContract.finishPasskeySignIn, { response: authenticator.get(body.options) })
  return { browser, ...answer }
}

describe("passkeys", () => {
  it("are registered with the password, listed and written down", async () => {
    const refused = await ana.call(sessionContract.startPasskeyRegistration, { password: "not the password" })
    expect(refused.status).toBe(400)
    const { body: begun } = await ana.call(sessionContract.startPasskeyRegistration, { password })
    expect(begun.options).toMatchObject({
      rp: { id: "localhost", name: "Countersign" },
      authenticatorSelection: { userVerification: "required", residentKey: "required" },
    })

    const { status, body } = await register(phone)

    expect(status).toBe(200)
    expect(body).toMatchObject({ name: "Phone", syncedByProvider: false })
    expect((await ana.call(sessionContract.listPasskeys, {})).body.passkeys).toMatchObject([{ name: "Phone" }])
    expect((await ana.call(sessionContract.me, {})).body.passkeys).toBe(1)
    expect((await trail("platform.finishPasskeyRegistration")).at(-1)).toMatchObject({
      principal_name: "Ana",
      note: 'Registered the passkey "Phone".',
    })
  })

  it("sign in without a password, and again", async () => {
    for (let round = 0; round < 2; round++) {
      const { browser, status } = await signInWith(phone)
      expect(status).toBe(200)
      expect((await browser.call(sessionContract.me, {})).body).toMatchObject({ kind: "user", name: "Ana" })
      expect([...browser.cookies.keys()]).toContain("countersign.session")
    }
  })

  it("are refused when the signature, the page or the challenge is another one", async () => {
    const stranger = createAuthenticator({ origin: "http://localhost" })
    const phishing = createAuthenticator({ origin: "http://localhost.evil.example" })
    for (const authenticator of [stranger, phishing]) expect((await signInWith(authenticator)).status).toBe(401)

    const browser = openBrowser(platform)
    const { body } = await browser.call(sessionContract.startPasskeySignIn, {})
    const response = phone.get(body.options)
    const answers = [
      await browser.call(sessionContract.finishPasskeySignIn, { response }),
      await browser.call(sessionContract.finishPasskeySignIn, { response }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    expect((await trail("platform.finishPasskeySignIn")).filter(({ outcome }) => outcome === "refused")).toHaveLength(3)
  })

  it("count only if the authenticator checked who holds it", async () => {
    const careless = createAuthenticator({ origin: "http://localhost", checksUser: false })

    const { status, body } = await register(careless)

    expect(status).toBe(403)
    expect(body.message).toContain("This authenticator did not check who you are.")
  })

  it("let no disabled person in, and nobody once they are removed", async () => {
    await database.pool.query("UPDATE platform.person SET disabled_at = now()")
    expect((await signInWith(phone)).status).toBe(403)
    await database.pool.query("UPDATE platform.person SET disabled_at = NULL")
    platform.identity.forget("all")
    const { body } = await ana.call(sessionContract.listPasskeys, {})
    const [{ id } = { id: "" }] = body.passkeys

    expect((await ana.call(sessionContract.removePasskey, { id })).status).toBe(200)

    expect((await ana.call(sessionContract.removePasskey, { id })).status).toBe(404)
    expect((await signInWith(phone)).status).toBe(401)
  })

  it("are refused whatever else is sent in their place, and no statement is made of it", async () => {
    const browser = openBrowser(platform)
    const begin = async () => {
      await database.pool.query("TRUNCATE platform.sign_in_attempt")
      const { body } = await browser.call(sessionContract.startPasskeySignIn, {})
      return phone.get(body.options) as Record<string, unknown> & { response: Record<string, unknown> }
    }
    const shape = await begin()
    const changes = [
      ...["id", "rawId", "type", "response"].flatMap((key) =>
        [undefined, null, 5, [], ["a", "b"], {}, "", "x"].map((value) => ({ [key]: value })),
      ),
      ...Object.keys(shape.response).flatMap((key) =>
        [undefined, 5, [], {}, "", "x"].map((value) => ({ response: { ...shape.response, [key]: value } })),
      ),
    ]
    const answers = new Map<number, number>()
    for (const change of changes) {
      const real = await begin()
      const response = { ...real, ...change }
      const { status } = await browser.call(sessionContract.finishPasskeySignIn, { response })
      expect([400, 401], JSON.stringify(change)).toContain(status)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    expect([...answers.keys()].sort()).toEqual([400, 401])
  })
})
