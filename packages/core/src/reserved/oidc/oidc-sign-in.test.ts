import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it } from "vitest"
import { OIDC_CALLBACK_PATH, oidcContract } from "../../contract/platform/oidc.ts"
import { sessionContract } from "../../contract/platform/session.ts"
import { startOidcProvider } from "../../identity/oidc/oidc-provider.fixture.ts"
import { createLog } from "../../log.ts"
import { ADMINISTRATOR, type Browser, openBrowser, setUpAna } from "../session/session.fixture.ts"

const lines: string[] = []
const log = createLog({ level: "debug", format: "json", write: (line) => lines.push(line) })
const testing = await testPlatform({ plugins: [], log })
const { platform, database, trail } = testing
const ana = await setUpAna(testing)
const fake = await startOidcProvider()
const OTTO = { ...fake.person }
const { body: provider } = await ana.call(oidcContract.addOidcProvider, {
  name: "Example ID",
  issuer: fake.issuer,
  clientId: fake.clientId,
  clientSecret: fake.clientSecret,
})
const whoIs = async (browser: Browser) => (await browser.call(sessionContract.me, {})).body
const begin = (browser: Browser, next?: string) =>
  browser.call(oidcContract.startOidcSignIn, { providerId: provider.id, ...(next ? { next } : {}) })
const lastNote = async () => (await trail("platform.finishOidcSignIn")).at(-1)?.note

/** From the button over the provider back to us. */
async function signIn(browser = openBrowser(platform), next?: string) {
  const { body } = await begin(browser, next)
  const callback = await fake.authorize(body.url)
  return { browser, callback, answer: await browser.get(callback) }
}

async function letIn(policy: { newPeople: "off" | "on"; emailDomains?: string[]; roles?: string[] }) {
  const { body } = await ana.call(oidcContract.listOidcProviders, {})
  const { version, name, issuer, clientId } = body.providers.find(({ id }) => id === provider.id)!
  const draft = { id: provider.id, version, name, issuer, clientId, ...policy }
  expect(await ana.call(oidcContract.updateOidcProvider, draft)).toMatchObject({ status: 200 })
}

beforeEach(async () => {
  Object.assign(fake, { person: { ...OTTO }, overwrite: {}, signWith: "its key", userinfo: null, discovery: {} })
  await database.pool.query("DELETE FROM platform.sign_in_attempt")
  await database.pool.query("DELETE FROM platform.account WHERE provider_id LIKE 'oidc:%'")
  await database.pool.query("DELETE FROM platform.person WHERE email <> $1", [ADMINISTRATOR.email])
})

describe("signing in with a provider", () => {
  it("links an existing person by their verified address, in any case, and knows them by the subject from then on", async () => {
    fake.person = { sub: "ana-at-the-provider", email: "ANA@example.test", email_verified: true }

    const first = await signIn(undefined, "/catalog?text=pay#top")
    expect(first.answer).toMatchObject({ status: 303, location: "/catalog?text=pay#top" })
    expect(await whoIs(first.browser)).toMatchObject({ kind: "user", name: "Ana", administrator: true })
    expect(await lastNote()).toBe("Signed in with Example ID, for the first time.")

    fake.person = { ...fake.person, email: "renamed@example.test" }
    const second = await signIn()
    expect(await whoIs(second.browser)).toMatchObject({ name: "Ana", email: ADMINISTRATOR.email })
    expect((await trail("platform.finishOidcSignIn")).at(-1)).toMatchObject({
      outcome: "executed",
      thing_type: "platform.person",
      thing_name: "Ana",
      note: "Signed in with Example ID.",
    })
    const { body } = await ana.call(oidcContract.listOidcLinks, { providerId: provider.id })
    expect(body.items).toMatchObject([{ name: "Ana", email: ADMINISTRATOR.email }])
  })

  it("asks for no second factor of ours and replaces the session that came along", async () => {
    fake.person = { sub: "ana", email: ADMINISTRATOR.email, email_verified: true }
    await database.pool.query("UPDATE platform.person SET two_factor_enabled = true")
    const { browser } = await signIn()
    expect(await whoIs(browser)).toMatchObject({ kind: "user", twoFactor: true })
    const planted = openBrowser(platform, { cookies: new Map(browser.cookies) })

    await signIn(browser)

    expect(await whoIs(planted)).toMatchObject({ kind: "anonymous" })
    expect(await whoIs(browser)).toMatchObject({ kind: "user" })
    await database.pool.query("UPDATE platform.person SET two_factor_enabled = false")
  })

  it("can be finished at another pod, with cookies that scripts cannot read", async () => {
    fake.person = { sub: "ana", email: ADMINISTRATOR.email, email_verified: true }
    const browser = openBrowser(platform)
    const started = await begin(browser)
    expect(started.setCookies).toEqual([
      expect.stringMatching(/^countersign\.oidc-[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const pod = await testing.secondPod()

    const { status, setCookies } = await browser.at(pod).get(await fake.authorize(started.body.url))

    expect(status).toBe(303)
    expect(setCookies).toEqual([
      expect.stringMatching(/^countersign\.oidc-[0-9a-f]{16}=; Max-Age=0; /),
      expect.stringMatching(/^countersign\.session=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^countersign\.browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect([...browser.cookies.keys()]).toEqual(["countersign.session", "countersign.browser"])
  })

  it("sends the provider the address of PUBLIC_URL, whatever the request says", async () => {
    const pod = await testing.secondPod({ publicUrl: "https://ops.example.test/" })
    const browser = openBrowser(pod, { origin: "https://ops.example.test" })

    const { body, setCookies } = await begin(browser)

    const asked = new URL(body.url).searchParams
    expect(asked.get("redirect_uri")).toBe(`https://ops.example.test${OIDC_CALLBACK_PATH}`)
    expect(setCookies[0]).toMatch(/^__Host-countersign\.oidc-.*; Secure$/)
    const foreign = new Request(`http://evil.example${OIDC_CALLBACK_PATH}?state=x&code=y`)
    expect((await platform.fetch(foreign, "127.0.0.1")).status).toBe(403)
  })

  it("reads the address at the userinfo endpoint when the token has none, if it is about the same subject", async () => {
    fake.person = { sub: "ana" }
    fake.userinfo = { sub: "ana", email: ADMINISTRATOR.email, email_verified: true }
    const { browser } = await signIn()
    expect(await whoIs(browser)).toMatchObject({ name: "Ana" })

    fake.userinfo = { ...fake.userinfo, sub: "somebody else" }
    const { answer } = await signIn()
    expect(answer.location).toBe("/sign-in?problem=untrusted")
  })

  it("sends the secret in the body to a provider that takes it nowhere else", async () => {
    fake.person = { sub: "ana", email: ADMINISTRATOR.email, email_verified: true }
    fake.authMethod = "client_secret_post"
    const { browser } = await signIn()
    expect(await whoIs(browser)).toMatchObject({ name: "Ana" })
    fake.authMethod = "client_secret_basic"
  })
})

describe("people who are unknown here", () => {
  it("are turned away while the provider brings no new people", async () => {
    const { browser, answer } = await signIn()

    expect(answer).toMatchObject({ status: 303, location: "/sign-in?problem=unknown" })
    expect(await whoIs(browser)).toMatchObject({ kind: "anonymous" })
    expect((await trail("platform.finishOidcSignIn")).at(-1)).toMatchObject({
      outcome: "refused",
      note: "The address belongs to nobody here, and Example ID brings no new people. From 127.0.0.1.",
    })
    expect(JSON.stringify(await trail("platform.finishOidcSignIn"))).not.toContain("otto@")
  })

  it("are created with the provider's roles where it may bring them, without a password", async () => {
    await letIn({ newPeople: "on", roles: ["operator"] })

    const { browser, answer } = await signIn()

    expect(answer.location).toBe("/")
    expect(await whoIs(browser)).toMatchObject({ name: "Otto Lind", email: "otto@example.test", hasPassword: false })
    expect((await trail("platform.finishOidcSignIn")).at(-1)).toMatchObject({
      after: { name: "Otto Lind", email: "otto@example.test", roleIds: ["operator"] },
      note: "Signed in with Example ID, who was new here.",
    })
    const password = await openBrowser(platform).call(sessionContract.signIn, {
      email: "otto@example.test",
      password: "whatever it may be",
    })
    expect(password.status).toBe(401)
    await letIn({ newPeople: "off" })
    expect(await whoIs((await signIn()).browser)).toMatchObject({ name: "Otto Lind" })
  })

  it("must have an address of one of the named domains, a subdomain not being one", async () => {
    await letIn({ newPeople: "on", emailDomains: ["Example.test", "@example.org"], roles: ["viewer"] })

    for (const email of ["otto@evil.test", "otto@sub.example.test", "otto@notexample.test"]) {
      fake.person = { ...OTTO, email }
      expect((await signIn()).answer.location).toBe("/sign-in?problem=domain")
    }
    fake.person = { ...OTTO, email: "otto@example.org", name: undefined }
    const { browser } = await signIn()
    expect(await whoIs(browser)).toMatchObject({ name: "otto", email: "otto@example.org" })
    await letIn({ newPeople: "off" })
  })
})

describe("a provider's word is not taken", () => {
  beforeEach(() => {
    fake.person = { sub: "ana", email: ADMINISTRATOR.email, email_verified: true }
  })
  const past = Math.floor(Date.now() / 1000) - 3600

  it.each([
    ["with another sign-in's nonce", { overwrite: { nonce: "another" } }, /nonce/],
    ["without a nonce", { overwrite: { nonce: undefined } }, /nonce/],
    ["for another client", { overwrite: { aud: "another" } }, /aud/],
    [
      "for several clients and issued to another",
      { overwrite: { aud: ["countersign", "b"], azp: "b" } },
      /several clients/,
    ],
    ["of another issuer", { overwrite: { iss: "https://evil.example" } }, /iss/],
    ["after its time", { overwrite: { iat: past, exp: past + 300 } }, /exp/],
    ["without an end", { overwrite: { exp: undefined } }, /exp/],
    ["unsigned", { signWith: "nothing" as const }, /refused/],
    ["signed with the client's secret", { signWith: "the secret" as const }, /alg/i],
    ["signed with another key", { signWith: "another key" as const }, /signature/],
  ])("%s", async (_, spoiled, why) => {
    Object.assign(fake, spoiled)

    const { browser, answer } = await signIn()

    expect(answer).toMatchObject({ status: 303, location: "/sign-in?problem=untrusted" })
    expect(await whoIs(browser)).toMatchObject({ kind: "anonymous" })
    expect((await trail("platform.finishOidcSignIn")).at(-1)).toMatchObject({ outcome: "refused" })
    expect(await lastNote()).toMatch(why)
  })

  it.each([false, "true", undefined])(
    "when it does not vouch for the address (email_verified: %s)",
    async (verified) => {
      fake.person = { ...fake.person, email_verified: verified }
      expect((await signIn()).answer.location).toBe("/sign-in?problem=unverified")
    },
  )

  it("when it names itself differently on the way back", async () => {
    const browser = openBrowser(platform)
    const callback = await fake.authorize((await begin(browser)).body.url)
    const { location } = await browser.get(`${callback}&iss=${encodeURIComponent("https://evil.example")}`)
    expect(location).toBe("/sign-in?problem=untrusted")
  })

  it("about a disabled person", async () => {
    await database.pool.query("UPDATE platform.person SET disabled_at = now()")
    expect((await signIn()).answer.location).toBe("/sign-in?problem=disabled")
    expect(await lastNote()).toMatch(/^[0-9a-f-]{36} is disabled\./)
    await database.pool.query("UPDATE platform.person SET disabled_at = NULL")
  })

  it("when another account there has the address of somebody who is linked, until an administrator unlinks them", async () => {
    const { browser } = await signIn()
    const { id: personId } = await whoIs(browser)
    fake.person = { ...fake.person, sub: "got the address later" }

    expect((await signIn()).answer.location).toBe("/sign-in?problem=linked")

    await ana.call(oidcContract.unlinkOidcPerson, { providerId: provider.id, personId })
    expect((await signIn()).answer.location).toBe("/")
  })
})

describe("the way back", () => {
  beforeEach(() => {
    fake.person = { sub: "ana", email: ADMINISTRATOR.email, email_verified: true }
  })

  it("works once", async () => {
    const { browser, callback } = await signIn()
    const replayed = openBrowser(platform, { cookies: new Map(browser.cookies) })
    expect((await replayed.get(callback)).location).toBe("/sign-in?problem=expired")

    const started = openBrowser(platform)
    const { url } = (await begin(started)).body
    const kept = new Map(started.cookies)
    fake.overwrite = { nonce: "wrong" }
    await started.get(await fake.authorize(url))
    fake.overwrite = {}
    const again = openBrowser(platform, { cookies: kept })
    expect((await again.get(await fake.authorize(url))).location).toBe("/sign-in?problem=expired")
  })

  it("opens only in the browser that began it, and only in time", async () => {
    const browser = openBrowser(platform)
    const other = openBrowser(platform)
    await begin(other)
    const callback = await fake.authorize((await begin(browser)).body.url)

    expect((await other.get(callback)).location).toBe("/sign-in?problem=expired")
    const renamed = new Map([...other.cookies.values()].map((value) => [[...browser.cookies.keys()][0]!, value]))
    expect((await openBrowser(platform, { cookies: renamed }).get(callback)).location).toBe("/sign-in?problem=expired")
    expect((await browser.get(callback)).location).toBe("/")

    const late = openBrowser(platform)
    const { url } = (await begin(late)).body
    await database.pool.query("UPDATE platform.verification SET expires_at = now()")
    expect((await late.get(await fake.authorize(url))).location).toBe("/sign-in?problem=expired")
  })

  it("keeps two tabs that begin at once apart", async () => {
    const browser = openBrowser(platform)
    const [first, second] = [(await begin(browser, "/a")).body.url, (await begin(browser, "/b")).body.url]
    expect((await browser.get(await fake.authorize(first))).location).toBe("/a")
    expect((await browser.get(await fake.authorize(second))).location).toBe("/b")
  })

  it("leads to a page of ours and nowhere else", async () => {
    const elsewhere = [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/.//evil.example",
      "\\/evil.example",
    ]
    for (const next of [...elsewhere, "evil.example", "javascript:alert(1)", "/\t/evil.example"]) {
      const { status, body } = await begin(openBrowser(platform), next)
      expect({ next, status, path: body.issues?.[0]?.path }).toEqual({ next, status: 400, path: "next" })
    }
  })

  it("says so when the provider refused, answers nonsense or is made up", async () => {
    const browser = openBrowser(platform)
    const { url } = (await begin(browser, "/catalog")).body
    const state = new URL(url).searchParams.get("state")
    const denied = await browser.get(`${OIDC_CALLBACK_PATH}?error=access_denied&state=${state}`)
    expect(denied.location).toBe("/sign-in?problem=cancelled&return=%2Fcatalog")
    expect((await browser.get(OIDC_CALLBACK_PATH)).location).toBe("/sign-in?problem=failed")

    const wrongCode = openBrowser(platform)
    const begun = new URL((await begin(wrongCode)).body.url).searchParams.get("state")
    const { location } = await wrongCode.get(`${OIDC_CALLBACK_PATH}?code=canary-made-up&state=${begun}`)
    expect(location).toBe("/sign-in?problem=unreachable")
    expect(await lastNote()).toContain('answered "invalid_grant"')
  })

  it("counts failures, so that nobody tries answers without end", async () => {
    const browser = openBrowser(platform, { address: "192.0.2.7" })
    for (let at = 0; at < 30; at++)
      expect((await browser.get(`${OIDC_CALLBACK_PATH}?state=x&code=y`)).location).toBe("/sign-in?problem=expired")
    expect((await browser.get(`${OIDC_CALLBACK_PATH}?state=x&code=y`)).location).toBe("/sign-in?problem=limited")
  })
})

describe("a provider that is down", () => {
  it("is named at the button and on the way back, and other ways of signing in go on", async () => {
    const gone = await startOidcProvider()
    const { body } = await ana.call(oidcContract.addOidcProvider, {
      name: "Gone ID",
      issuer: gone.issuer,
      clientId: gone.clientId,
      clientSecret: gone.clientSecret,
    })
    const browser = openBrowser(platform)
    const begun = await browser.call(oidcContract.startOidcSignIn, { providerId: body.id })
    const callback = await gone.authorize(begun.body.url)
    await gone.stop()

    expect((await browser.get(callback)).location).toBe("/sign-in?problem=unreachable")
    expect(await lastNote()).toMatch(/^Gone ID: 127\.0\.0\.1:\d+ could not be reached \(ECONNREFUSED\)\./)
    const again = await browser.call(oidcContract.startOidcSignIn, { providerId: body.id })
    expect(again.status).toBe(503)
    expect(again.body.message).toMatch(/^Gone ID cannot be reached/)
    const { email, password } = ADMINISTRATOR
    expect((await browser.call(sessionContract.signIn, { email, password })).status).toBe(200)
  })
})

describe("secrets, codes, tokens and verifiers", () => {
  it("are in no table, no log line and no answer", async () => {
    fake.person = { sub: "ana", email: ADMINISTRATOR.email, email_verified: true }
    const open = openBrowser(platform)
    const { body, setCookies } = await begin(open)
    await signIn()
    await ana.call(oidcContract.testOidcProvider, { id: provider.id })
    const answers = [
      await ana.call(oidcContract.listOidcProviders, {}),
      await openBrowser(platform).call(oidcContract.listSignInProviders, {}),
    ]
    const state = new URL(body.url).searchParams.get("state")!
    const browserToken = /=([\w-]{43});/.exec(setCookies[0]!)![1]!
    const canaries = [fake.clientSecret, encodeURIComponent(fake.clientSecret), state, browserToken, ...fake.issued]
    expect(canaries.length).toBeGreaterThan(20)

    const { rows: tables } = await database.pool.query(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    )
    const texts = [lines.join(""), JSON.stringify(answers)]
    for (const { name } of tables)
      texts.push(JSON.stringify((await database.pool.query(`SELECT t::text AS row FROM ${name} t`)).rows))
    for (const canary of canaries)
      for (const [at, text] of texts.entries()) expect(text.includes(canary), `${canary} is in text ${at}`).toBe(false)
    expect(answers[1]!.body).toEqual({
      providers: expect.arrayContaining([{ id: provider.id, name: "Example ID" }]),
    })
  })
})
