import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { OIDC_CALLBACK_PATH, oidcAccess } from "../../contract/platform/oidc.ts"
import { startOidcProvider } from "../../identity/oidc/oidc-provider.fixture.ts"
import { OIDC_CLIENT_SECRET } from "../../secrets/sealed-columns.ts"
import { createSecrets } from "../../secrets/secrets.ts"
import { rotateSecrets } from "../secrets/rotate-secrets.ts"
import { addOidcProvider } from "./add-oidc-provider.ts"
import { listOidcProviders } from "./list-oidc-providers.ts"
import { removeOidcProvider } from "./remove-oidc-provider.ts"
import { testOidcProvider } from "./test-oidc-provider.ts"
import { updateOidcProvider } from "./update-oidc-provider.ts"

const { database, as, asHolderOf, trail } = await testPlatform({ plugins: [] })
const root = await as("root", "administrator")
const fake = await startOidcProvider()
const draft = (name: string) => ({
  name,
  issuer: fake.issuer,
  clientId: fake.clientId,
  clientSecret: fake.clientSecret,
  roles: ["viewer"],
})
const stored = async (name: string) =>
  (await database.pool.query("SELECT * FROM platform.oidc_provider WHERE name = $1", [name])).rows[0]

describe("adding a provider", () => {
  it("seals the secret, shows it to nobody, and tells what to enter at the provider", async () => {
    const added = await addOidcProvider(root, {
      ...draft("First ID"),
      newPeople: "on",
      emailDomains: ["@Example.Test"],
    })

    expect(added).toMatchObject({
      name: "First ID",
      hasClientSecret: true,
      newPeople: "on",
      emailDomains: ["example.test"],
      roles: [{ id: "viewer" }],
      linkedPeople: 0,
    })
    const { providers, redirectUri } = await listOidcProviders(root, {})
    expect(providers).toEqual([added])
    expect(redirectUri).toMatch(new RegExp(`^http://localhost(:\\d+)?${OIDC_CALLBACK_PATH}$`))
    expect((await stored("First ID")).client_secret).toMatch(/^v2\./)
    expect(JSON.stringify([added, await trail(), await stored("First ID")])).not.toContain(fake.clientSecret)
    expect((await trail("platform.addOidcProvider")).at(-1)).toMatchObject({ thing_name: "First ID" })
  })

  it("reads the provider first, and saves nothing when it does not fit, with a sentence at the field", async () => {
    const html = createServer((_, response) => response.end("<h1>Welcome</h1>"))
    await new Promise<void>((resolve) => html.listen(0, "127.0.0.1", resolve))
    afterAll(() => html.close())
    const port = (html.address() as AddressInfo).port
    const attempts = [
      ["http://127.0.0.1:1", /could not be reached/],
      [`http://127.0.0.1:${port}`, /is no discovery document/],
      [`${fake.issuer}/`, /calls itself http:\/\/127\.0\.0\.1:\d+\. Write the issuer exactly so/],
      ["http://id.example.com", /begins with https/],
      ["https://user:word@id.example.com", /begins with https/],
      ["https://id.example.com?x=1", /no query/],
    ] as const
    for (const [issuer, why] of attempts)
      await expect(addOidcProvider(root, { ...draft("Unfit"), issuer })).rejects.toMatchObject({
        code: "invalid_input",
        issues: [{ path: "issuer", message: expect.stringMatching(why) }],
      })
    fake.discovery = { token_endpoint: "http://id.example.com/token" }
    await expect(addOidcProvider(root, draft("Unfit"))).rejects.toThrow(/which is no https address/)
    fake.discovery = { jwks_uri: `${fake.issuer}/nothing` }
    await expect(addOidcProvider(root, draft("Unfit"))).rejects.toThrow(/answered 404/)
    fake.discovery = {}
    expect(await stored("Unfit")).toBeUndefined()
  })

  it("takes every permission: whoever chooses who vouches for people could become any of them", async () => {
    const mallory = await asHolderOf("mallory", [oidcAccess.manage.id])

    await expect(listOidcProviders(mallory, {})).resolves.toBeDefined()
    await expect(addOidcProvider(mallory, draft("Mine"))).rejects.toThrow(/cannot hand on every permission/)
    const { id, version, name, issuer, clientId } = (await listOidcProviders(root, {})).providers[0]!
    const change = { id, version, name, issuer, clientId, clientSecret: null }
    await expect(updateOidcProvider(mallory, change)).rejects.toMatchObject({ code: "forbidden" })
    await expect(removeOidcProvider(mallory, { id, version })).rejects.toMatchObject({ code: "forbidden" })
  })

  it("refuses a name that another button has, and roles that do not exist", async () => {
    await expect(addOidcProvider(root, draft("first id"))).rejects.toMatchObject({ issues: [{ path: "name" }] })
    await expect(addOidcProvider(root, { ...draft("Other"), roles: ["nonsense"] })).rejects.toMatchObject({
      issues: [{ path: "roles.0" }],
    })
  })
})

describe("changing a provider", () => {
  it("keeps the secret that is stored, unless another issuer or client would get it", async () => {
    const { id, version } = await addOidcProvider(root, draft("Second ID"))
    const { client_secret: sealed } = await stored("Second ID")
    const { clientSecret: _, ...kept } = draft("Second ID")

    const after = await updateOidcProvider(root, { ...kept, id, version, newPeople: "on" })
    expect(after).toMatchObject({ hasClientSecret: true, newPeople: "on", version: version + 1 })
    expect((await stored("Second ID")).client_secret).toBe(sealed)

    const other = { ...kept, id, version: after.version, clientId: "another" }
    await expect(updateOidcProvider(root, other)).rejects.toMatchObject({ issues: [{ path: "clientSecret" }] })
    await expect(updateOidcProvider(root, { ...other, clientSecret: null })).resolves.toMatchObject({
      hasClientSecret: false,
    })
    await expect(updateOidcProvider(root, { ...kept, id, version })).rejects.toMatchObject({
      code: "conflict",
      current: { clientId: "another" },
    })
  })

  it("forgets who was linked when the issuer or the client is another, and when it is removed", async () => {
    const { id, version } = await addOidcProvider(root, draft("Third ID"))
    const link = () =>
      database.pool.query(
        `WITH p AS (INSERT INTO platform.person (name, email) VALUES ('Eva', gen_random_uuid() || '@example.test') RETURNING id)
         INSERT INTO platform.account (person_id, provider_id, account_id) SELECT id, $1, id::text FROM p`,
        [`oidc:${id}`],
      )
    await link()
    const same = await updateOidcProvider(root, { ...draft("Third ID"), id, version })
    expect(same.linkedPeople).toBe(1)

    const moved = await updateOidcProvider(root, { ...draft("Third ID"), id, version: same.version, clientId: "other" })
    expect(moved.linkedPeople).toBe(0)
    expect((await trail("platform.updateOidcProvider")).at(-1)?.note).toBe(
      "The secret was set. 1 people were unlinked.",
    )

    await link()
    await removeOidcProvider(root, { id, version: moved.version })
    const { rows } = await database.pool.query("SELECT 1 FROM platform.account WHERE provider_id = $1", [`oidc:${id}`])
    expect(rows).toEqual([])
  })
})

describe("testing a provider", () => {
  it("tells a right client from a wrong one without anybody signing in", async () => {
    const right = await addOidcProvider(root, draft("Right ID"))
    await expect(testOidcProvider(root, { id: right.id })).resolves.toEqual({
      authorizationEndpoint: `${fake.issuer}/authorize`,
      keys: 1,
    })
    const wrong = await addOidcProvider(root, { ...draft("Wrong ID"), clientSecret: "a wrong one" })
    await expect(testOidcProvider(root, { id: wrong.id })).rejects.toThrow(
      /does not accept the client id and secret: it answered "invalid_client"/,
    )
  })
})

describe("rotating the installation's key", () => {
  it("seals the providers' secrets anew", async () => {
    const before = "a secret for tests only, thirty-two characters or more"
    const secrets = createSecrets({ secret: "another secret of thirty-two characters", previousSecrets: [before] })

    await rotateSecrets(database, secrets)

    const { id, client_secret: sealed } = await stored("First ID")
    expect(secrets.open(sealed, OIDC_CLIENT_SECRET.at(id))).toBe(fake.clientSecret)
    expect((await stored("First ID")).client_secret.startsWith(`v2.${secrets.keyring.current.id}.`)).toBe(true)
  })
})
