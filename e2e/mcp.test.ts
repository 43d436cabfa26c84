import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client"
import { afterAll, expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { startCallback } from "./callback.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana, administrator } = await startWithAdministrator()
const browser = useBrowser()
const app = await startCallback()
const { version } = await expectOk(ana.call<{ version: number }>("platform.getOauthSettings"))
await expectOk(ana.call("platform.updateOauthSettings", { registrationEnabled: true, version }))
const system = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Checkout" }))
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

it("reads, proposes and has its change signed in the browser, with every step in the audit log", {
  timeout: 120_000,
}, async () => {
  // The official client finds its way by itself: discovery, registration, PKCE, token.
  const session = oauthSession()
  const endpoint = new URL(`${url}/api/ai/mcp`)
  const connect = async () => {
    const client = new Client({ name: "Desk Assistant", version: "1" }, { versionNegotiation: { mode: "auto" } })
    const transport = new StreamableHTTPClientTransport(endpoint, { authProvider: session.provider })
    closing.push(() => client.close())
    return { client, transport }
  }
  const first = await connect()
  await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError)

  const { page } = await browser.visit()
  await page.goto(session.address!.href)
  await signInOnPage(page, administrator.email, administrator.password)
  await page.getByRole("heading", { name: "Connect Desk Assistant?" }).waitFor()
  await page.getByRole("button", { name: "Connect", exact: true }).click()
  await page.getByText("The app has its answer.").waitFor()
  await first.transport.finishAuth(app.answers.at(-1)!)

  const { client, transport } = await connect()
  await client.connect(transport)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["catalog_listSystems", "incident_create"]))

  const systems = await client.callTool({ name: "catalog_listSystems", arguments: {} })
  expect(systems.structuredContent).toMatchObject({ items: [{ id: system.id, name: "Checkout" }] })
  const asked = await client.callTool({
    name: "incident_create",
    arguments: { title: "Payments time out", severity: "major", systemIds: [system.id] },
  })
  const waiting = asked.structuredContent as { status: string; signUrl: string; summary: string }
  expect(waiting).toMatchObject({ status: "awaiting_signature", summary: 'Open the incident "Payments time out"' })
  expect(await openIncidents(client)).toEqual([])

  await page.goto(waiting.signUrl)
  const card = page.getByRole("article", { name: waiting.summary })
  await card.getByText("Desk Assistant").first().waitFor()
  await card.getByText("Checkout").first().waitFor()
  await card.getByRole("button", { name: /^Apply/ }).click()
  await card.getByText(`Applied, signed by ${administrator.name}`).waitFor()
  expect(await openIncidents(client)).toEqual(["Payments time out"])

  const { items } = await expectOk(
    ana.call<{ items: { outcome: string; principal: { name: string }; transport: string }[] }>("platform.listAudit", {
      action: "incident.create",
      direction: "asc",
    }),
  )
  expect(items.map(({ outcome, principal, transport: door }) => [outcome, principal.name, door])).toEqual([
    ["proposed", `Desk Assistant for ${administrator.name}`, "mcp"],
    ["executed", administrator.name, "mcp"],
    ["applied", administrator.name, "mcp"],
  ])

  // Its token grows old; the client renews it without anybody noticing.
  const before = session.tokens!.access_token
  session.tokens = { ...session.tokens!, access_token: "cst_expired" }
  expect(await openIncidents(client)).toEqual(["Payments time out"])
  expect(session.tokens.access_token).not.toBe(before)

  await page.goto(`${url}/settings/ai/mcp`)
  await page
    .getByRole("button", { name: /Revoke/ })
    .first()
    .click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Revoke/ })
    .click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await expect(openIncidents(client)).rejects.toThrow()
})

async function openIncidents(client: Client): Promise<string[]> {
  const { structuredContent } = await client.callTool({ name: "incident_list", arguments: {} })
  return (structuredContent as { items: { title: string }[] }).items.map(({ title }) => title)
}

/** What a client keeps between its runs. */
function oauthSession() {
  const kept: {
    address?: URL
    tokens?: Awaited<ReturnType<OAuthClientProvider["tokens"]>>
    client?: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>
    verifier?: string
    provider: OAuthClientProvider
  } = {
    provider: {
      redirectUrl: app.callback,
      clientMetadata: {
        client_name: "Desk Assistant",
        redirect_uris: [app.callback],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "none",
        scope: "read write offline_access",
      },
      clientInformation: () => kept.client,
      saveClientInformation: (client) => {
        kept.client = client
      },
      tokens: () => kept.tokens,
      saveTokens: (tokens) => {
        kept.tokens = tokens
      },
      redirectToAuthorization: (address) => {
        kept.address = address
      },
      saveCodeVerifier: (verifier) => {
        kept.verifier = verifier
      },
      codeVerifier: () => kept.verifier ?? "",
    },
  }
  return kept
}
