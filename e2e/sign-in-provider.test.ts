import { describe, expect, it, vi } from "vitest"
import { startOidcProvider } from "../packages/core/src/identity/oidc/oidc-provider.fixture.ts"
import { startSmtpServer } from "../packages/core/src/mail/smtp-server.fixture.ts"
import { signInOnPage, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana, administrator, output } = await startWithAdministrator()
const provider = await startOidcProvider()
const browser = useBrowser()

describe("signing in with a provider", () => {
  it("is set up by an administrator, who loses nothing when the provider does not answer", async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/sign-in?return=/settings/sign-in`)
    await signInOnPage(page, administrator.email, administrator.password)
    await page.getByRole("link", { name: "Add a provider" }).click()
    expect(await page.getByLabel("Redirect URI").inputValue()).toBe(`${url}/api/v1/platform/oidc/callback`)
    await page.getByLabel("Name", { exact: true }).fill("Example ID")
    await page.getByLabel("Issuer").fill("http://127.0.0.1:1")
    await page.getByLabel("Client id").fill(provider.clientId)
    await page.getByLabel("Client secret", { exact: false }).first().fill(provider.clientSecret)
    await page.getByRole("radio", { name: "Get an account" }).check()
    await page.getByRole("button", { name: "Add provider" }).click()
    await page.getByText("127.0.0.1:1 could not be reached").first().waitFor()
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Example ID")

    await page.getByLabel("Issuer").fill(provider.issuer)
    await page.getByRole("button", { name: "Add provider" }).click()

    await page.getByRole("heading", { level: 1, name: "Example ID" }).waitFor()
    await page.getByRole("button", { name: "Test" }).click()
    await page.getByText("Example ID answers.").waitFor()
    await page.goto(`${url}/settings/sign-in`)
    await page.getByText("Brings new people").waitFor()
  })

  it("leads from any page to the provider and back to that page", async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/catalog?text=pay`)
    await page.waitForURL(/\/sign-in\?return=/)

    await page.getByRole("button", { name: "Continue with Example ID" }).click()

    await page.waitForURL(`${url}/catalog?text=pay`)
    await page.getByRole("button", { name: "Account of Otto Lind" }).waitFor()
    await page.goto(`${url}/account`)
    await page.getByText("You sign in with a provider and have no password here.").waitFor()
  })

  it("gives people back what they were typing when their session ended, by way of another tab", async () => {
    const { page, context } = await browser.visit()
    await page.goto(`${url}/sign-in?return=/account`)
    await page.getByRole("button", { name: "Continue with Example ID" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Otto L.")
    const { items } = await expectOk(ana.call<{ items: { id: string }[] }>("platform.listPeople", { text: "otto" }))
    await expectOk(ana.call("platform.signOutPerson", { id: items[0]?.id }))
    await page.getByRole("heading", { name: "Sign in again" }).waitFor()

    const opened = context.waitForEvent("page")
    await page.getByRole("button", { name: "Continue with Example ID in a new tab" }).click()
    const tab = await opened
    await tab.waitForURL(`${url}/`)
    await tab.close()
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event("focus")))

    await page.getByRole("heading", { name: "Sign in again" }).waitFor({ state: "hidden" })
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Otto L.")
  })

  it("brings people who are turned away back to the form with the reason", async () => {
    provider.person = { ...provider.person, sub: "otto-2", email: "else@example.test", email_verified: false }
    const { page } = await browser.visit()
    await page.goto(`${url}/sign-in`)

    await page.getByRole("button", { name: "Continue with Example ID" }).click()

    await page.getByText("The provider does not vouch for your email address.").waitFor()
    expect(output()).not.toContain(provider.clientSecret)
  })

  it("says so when the provider is down, and leaves the password as a way in", async () => {
    await provider.stop()
    const { page } = await browser.visit()
    await page.goto(`${url}/sign-in`)
    await page.getByRole("button", { name: "Continue with Example ID" }).click()
    await page.getByText("Example ID cannot be reached").waitFor()

    await signInOnPage(page, administrator.email, administrator.password)

    await page.waitForURL(`${url}/`)
  })
})

describe("one's own address", () => {
  it("changes when the link in the mail to the new one is opened", async () => {
    const { port, received } = await startSmtpServer()
    const { version } = await expectOk(ana.call<{ version: number }>("platform.getMailSettings"))
    const fromAddress = "countersign@example.test"
    await expectOk(
      ana.call("platform.updateMailSettings", { host: "127.0.0.1", port, encryption: "none", fromAddress, version }),
    )
    const { page } = await browser.visit()
    await page.goto(`${url}/sign-in?return=/account`)
    await signInOnPage(page, administrator.email, administrator.password)
    await page.getByLabel("New address").fill("ana.kovac@example.test")
    await page.getByLabel("Your password", { exact: true }).fill(administrator.password)
    await page.getByRole("button", { name: "Mail the link" }).click()
    await page.getByText("A link is on its way to ana.kovac@example.test.").waitFor()
    const mailTo = (to: string) => received.find((mail) => mail.to.includes(to))?.raw
    await vi.waitFor(() => expect(mailTo("ana.kovac@example.test")).toBeDefined(), { timeout: 20_000 })
    await vi.waitFor(() => expect(mailTo(administrator.email)).toContain("ana.kovac@example.test"), { timeout: 20_000 })
    const link = /http\S+\/confirm-email#token=[\w-]{43}/.exec(mailTo("ana.kovac@example.test")!)![0]

    const elsewhere = await browser.visit()
    await elsewhere.page.goto(link)
    await elsewhere.page.getByRole("button", { name: "Confirm the address" }).click()

    await elsewhere.page.getByRole("heading", { name: "Your address is changed" }).waitFor()
    await page.reload()
    expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("ana.kovac@example.test")
  })
})
