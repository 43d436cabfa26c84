import { createHash, randomBytes } from "node:crypto"
import { describe, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"
const product = await startWithAdministrator()
const { url, ana, administrator } = product
const browser = useBrowser()
await expectOk(ana.call("platform.addOauthClient", { name: "Claude Code", clientId: "claude-code", redirectUris: ["http://127.0.0.1/callback", "https://claude.example/callback"] }))
const { application } = await expectOk(ana.call<{ application: { id: string } }>("platform.createApplication", { name: "deploy" }))
const verifier = randomBytes(32).toString("base64url")
const query = (client: string, scope: string, redirect = "http://127.0.0.1:9/callback", more = {}) => new URLSearchParams({ response_type: "code", client_id: client, redirect_uri: redirect, code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "S256", scope, state: "x", ...more }).toString()
describe("shots", () => {
  it("takes them", async () => {
    for (const [width, height, colorScheme] of [[1440, 900, "dark"], [390, 844, "light"]] as const) {
        const { page } = await browser.visit({ viewport: { width, height }, colorScheme })
        const shot = (name: string) => page.screenshot({ path: `/tmp/shots/oauth2-${name}-${width}.png`, fullPage: true })
        await page.goto(`${url}/oauth/authorize?${query("claude-code", "read write", "https://claude.example/callback")}`)
        await signInOnPage(page, administrator.email, administrator.password)
        await page.getByRole("button", { name: "Refuse" }).waitFor()
        await shot("known")
        await page.goto(`${url}/settings/applications/${application.id}?tab=settings`)
        await page.getByText("it may confirm itself").click()
        await page.getByText("deploy confirms ordinary changes itself.").waitFor()
        await shot("app")
      }
  })
})
