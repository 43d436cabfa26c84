import { createHash, randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { startCallback } from "./callback.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"

const product = await startWithAdministrator()
const { url, ana, administrator } = product
const browser = useBrowser()
const app = await startCallback()
const { version } = await expectOk(ana.call<{ version: number }>("platform.getOauthSettings"))
await expectOk(ana.call("platform.updateOauthSettings", { registrationEnabled: true, version }))

describe("connecting an app", () => {
  it("goes from discovery to a token, lives on by refreshing and ends by giving it back", async () => {
    const endpoints = await discover()
    const client = await register(endpoints.registration_endpoint!, "Desk Assistant")
    const { verifier, address } = authorizationAddress(endpoints, client, "read write offline_access")

    const { page } = await browser.visit()
    await page.goto(address)
    await signInOnPage(page, administrator.email, administrator.password)
    await page.getByRole("heading", { name: "Connect Desk Assistant?" }).waitFor()
    await page.getByText("nobody has checked it").waitFor()
    await page.getByText("a program on this computer").waitFor()
    await page.getByRole("checkbox", { name: /make the changes/ }).uncheck()
    await page.getByRole("button", { name: "Connect", exact: true }).click()
    await page.getByText("The app has its answer.").waitFor()

    const answer = app.answers.at(-1)!
    expect(answer.get("state")).toBe('{"kept": "as it was"}')
    expect(answer.get("iss")).toBe(endpoints.issuer)
    const tokens = await token(endpoints, {
      grant_type: "authorization_code",
      code: answer.get("code")!,
      code_verifier: verifier,
      redirect_uri: app.callback,
      client_id: client,
      resource: endpoints.resource,
    })
    expect(tokens).toMatchObject({ token_type: "Bearer", scope: "read offline_access" })
    const elsewhere = await fetch(`${url}/api/v1/platform/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(elsewhere.status).toBe(401)
    expect(await elsewhere.json()).toMatchObject({
      message: expect.stringContaining(`issued for ${endpoints.resource}`),
    })

    const renewed = await token(endpoints, {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token,
      client_id: client,
    })
    expect(renewed.access_token).not.toBe(tokens.access_token)
    const account = await page.context().newPage()
    await account.goto(`${url}/account`)
    await account.getByText("Desk Assistant", { exact: true }).waitFor()

    const gone = await fetch(endpoints.revocation_endpoint, {
      method: "POST",
      body: new URLSearchParams({ token: renewed.refresh_token, client_id: client }),
    })
    expect(gone.status).toBe(200)
    // Nobody touched the page: that the app gave its token back reached it by itself.
    await account.getByText("No app is connected to your account.").waitFor()
    const late = await token(endpoints, {
      grant_type: "refresh_token",
      refresh_token: renewed.refresh_token,
      client_id: client,
    })
    expect(late).toMatchObject({ error: "invalid_grant" })
  })

  it("is undone under Account, and asked about again the next time", async () => {
    const cleo = await join(product, "Cleo")
    const endpoints = await discover()
    const client = await register(endpoints.registration_endpoint!, "Note Taker")
    const { verifier, address } = authorizationAddress(endpoints, client, "read catalog.system.manage")
    const { page } = await browser.visit()
    await page.goto(address)
    await signInOnPage(page, cleo.email, cleo.password)
    await page.getByText("You cannot do this yourself, so you cannot let it.").waitFor()
    await page.getByRole("button", { name: "Connect", exact: true }).click()
    await page.getByText("The app has its answer.").waitFor()
    const tokens = await token(endpoints, {
      grant_type: "authorization_code",
      code: app.answers.at(-1)!.get("code")!,
      code_verifier: verifier,
      client_id: client,
    })
    expect(tokens.scope).toBe("read offline_access")

    await page.goto(authorizationAddress(endpoints, client, "read").address)
    await page.getByText("You let this app have the same before.").waitFor()
    await page.getByRole("button", { name: "Refuse" }).click()
    await page.getByText("The app has its answer.").waitFor()
    expect(app.answers.at(-1)!.get("error")).toBe("access_denied")

    await page.goto(`${url}/account`)
    await page.getByRole("button", { name: "Disconnect Note Taker" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click()
    await page.getByText("No app is connected to your account.").waitFor()
    const late = await token(endpoints, {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token,
      client_id: client,
    })
    expect(late).toMatchObject({ error: "invalid_grant" })
  })

  it("stops at a page, and sends nobody away, when the answer would go to a stranger", async () => {
    const endpoints = await discover()
    const client = await register(endpoints.registration_endpoint!, "Desk Assistant")
    const { address } = authorizationAddress(endpoints, client, "read")
    const stolen = new URL(address)
    stolen.searchParams.set("redirect_uri", "https://evil.example/callback")
    const unprotected = new URL(address)
    unprotected.searchParams.delete("code_challenge")

    const { page } = await browser.visit()
    await page.goto(stolen.href)
    await signInOnPage(page, administrator.email, administrator.password)
    await page.getByRole("heading", { name: "This app cannot be connected" }).waitFor()
    await page.getByText("an address that is not one of its own").waitFor()
    expect(await page.getByRole("button").count()).toBe(0)

    await page.goto(unprotected.href)
    await page.getByText("The app must protect its code by PKCE").waitFor()
    await page.getByRole("button", { name: "Go back to the app" }).click()
    await page.getByText("The app has its answer.").waitFor()
    expect(app.answers.at(-1)!.get("error")).toBe("invalid_request")
  })
})

interface Endpoints {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint: string
  registration_endpoint?: string
  resource: string
}

/** As a client that knows nothing but the address of the MCP endpoint. */
async function discover(): Promise<Endpoints> {
  const read = async (address: string) => (await (await fetch(address)).json()) as Record<string, never>
  const described = await read(`${url}/.well-known/oauth-protected-resource/api/ai/mcp`)
  const [issuer] = described.authorization_servers as unknown as string[]
  const server = await read(`${issuer}/.well-known/oauth-authorization-server`)
  return { ...(server as unknown as Endpoints), resource: described.resource as unknown as string }
}

async function register(address: string, name: string): Promise<string> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: ["http://127.0.0.1/callback"],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
    }),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { client_id: string }).client_id
}

function authorizationAddress(endpoints: Endpoints, client: string, scope: string) {
  const verifier = randomBytes(32).toString("base64url")
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client,
    redirect_uri: app.callback,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope,
    state: '{"kept": "as it was"}',
    resource: endpoints.resource,
  })
  return { verifier, address: `${endpoints.authorization_endpoint}?${query}` }
}

async function token({ token_endpoint }: Endpoints, form: Record<string, string>) {
  const response = await fetch(token_endpoint, { method: "POST", body: new URLSearchParams(form) })
  return (await response.json()) as Record<"access_token" | "refresh_token" | "scope" | "error", string>
}
