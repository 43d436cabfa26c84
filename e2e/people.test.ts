import { describe, expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"
import { totpCode } from "./totp.ts"

const product = await startWithAdministrator()
const { url, ana, administrator } = product
const browser = useBrowser()
const BEN = { email: "ben@example.test", password: "another set of four words" }

describe("people", () => {
  it("join by a link that an administrator hands over, and see what their role opens", async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/sign-in?return=/settings/people`)
    await signInOnPage(page, administrator.email, administrator.password)
    await page.getByRole("button", { name: "Invite a person" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Email").fill(BEN.email)
    await dialog.getByRole("button", { name: "Invite", exact: true }).click()
    const link = await page.getByLabel("Invitation link").inputValue()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("cell", { name: BEN.email, exact: true }).waitFor()

    const ben = await browser.visit()
    await ben.page.goto(link)
    await ben.page.getByLabel("Your name").fill("Ben Okafor")
    await ben.page.getByLabel("Password", { exact: true }).fill(BEN.password)
    await ben.page.getByRole("button", { name: "Join" }).click()

    await ben.page.waitForURL(`${url}/`)
    const navigation = ben.page.getByRole("navigation", { name: "Workspaces" }).first()
    await navigation.getByRole("link", { name: "Catalog" }).waitFor()
    await ben.page.goto(`${url}/settings/audit`)
    await ben.page.getByText("Ben Okafor lacks the permission platform.audit.read").waitFor()
    await ben.page.goto(link)
    await ben.page.getByRole("heading", { name: "This invitation does not work" }).waitFor()
  })

  it("keep what they were typing when their session ends under them", async () => {
    const cleo = await join(product, "Cleo")
    const { page } = await browser.visit()
    await page.goto(`${url}/sign-in?return=/account`)
    await signInOnPage(page, cleo.email, cleo.password)
    await page.getByLabel("Name", { exact: true }).fill("Cleo O.")

    await expectOk(ana.call("platform.signOutPerson", { id: cleo.id }))

    // Nobody touched the page: the end of the session reached it by itself.
    await page.getByRole("heading", { name: "Sign in again" }).waitFor()
    await page
      .getByRole("dialog", { name: "Sign in again" })
      .getByLabel("Password", { exact: true })
      .fill(cleo.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("heading", { name: "Sign in again" }).waitFor({ state: "hidden" })
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Cleo O.")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved").waitFor()
  })

  it("protect their account with an authenticator app and get in with a backup code", async () => {
    const dmitri = await join(product, "Dmitri")
    const { page } = await browser.visit()
    await page.goto(`${url}/sign-in?return=/account`)
    await signInOnPage(page, dmitri.email, dmitri.password)
    await page.getByRole("button", { name: "Set up an authenticator app" }).click()
    await page.getByLabel("Your password").fill(dmitri.password)
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("img", { name: /QR code/ }).waitFor()
    const secret = await page.getByLabel("Or type this secret into the app").inputValue()
    await page.getByLabel("Code", { exact: true }).fill(totpCode(secret))
    await page.getByRole("button", { name: "Turn on" }).click()
    await page.getByRole("heading", { name: "Store your backup codes" }).waitFor()
    const codes = await page.getByRole("list", { name: "Backup codes" }).getByRole("listitem").allTextContents()
    await page.getByRole("button", { name: "I have stored them" }).click()
    await page.getByText("Signing in asks for a code.").waitFor()

    const again = await browser.visit()
    await again.page.goto(`${url}/sign-in`)
    await signInOnPage(again.page, dmitri.email, dmitri.password)
    await again.page.getByLabel("Code", { exact: true }).fill("000000")
    await again.page.getByRole("button", { name: "Continue" }).click()
    await again.page.getByRole("alert").waitFor()
    // The next half minute's code: the one of setting up must not work twice.
    await again.page.getByLabel("Code", { exact: true }).fill(totpCode(secret, Date.now() + 30_000))
    await again.page.getByRole("button", { name: "Continue" }).click()
    await again.page.waitForURL(`${url}/`)

    const third = await browser.visit()
    await third.page.goto(`${url}/sign-in`)
    await signInOnPage(third.page, dmitri.email, dmitri.password)
    await third.page.getByRole("button", { name: "Use a backup code" }).click()
    await third.page.getByLabel("Backup code").fill(codes[0]!)
    await third.page.getByRole("button", { name: "Continue" }).click()
    await third.page.waitForURL(`${url}/`)
  })

  it("sign in with a passkey in the place of password and code", async () => {
    const erin = await join(product, "Erin")
    const { context, page } = await browser.visit()
    const devices = await context.newCDPSession(page)
    await devices.send("WebAuthn.enable")
    await devices.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    await page.goto(`${url}/sign-in?return=/account`)
    await signInOnPage(page, erin.email, erin.password)
    await page.getByRole("button", { name: "Add a passkey" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Work laptop")
    await dialog.getByLabel("Your password").fill(erin.password)
    await dialog.getByRole("button", { name: "Add passkey" }).click()
    await page.getByText("Work laptop", { exact: true }).waitFor()
    await page.getByRole("button", { name: /^Account of/ }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()

    await page.getByRole("button", { name: "Use a passkey" }).click()

    await page.waitForURL(`${url}/`)
    await page.getByRole("button", { name: "Account of Erin" }).waitFor()
  })

  it("see a change that came in between, and lose nothing of what they typed", async () => {
    const { page } = await browser.visit()
    const team = await expectOk(ana.call<{ id: string; version: number }>("platform.createTeam", { name: "Storage" }))
    await page.goto(`${url}/sign-in?return=/settings/teams/${team.id}?tab=settings`)
    await signInOnPage(page, administrator.email, administrator.password)
    await page.getByLabel("Name", { exact: true }).fill("Storage and backup")

    await expectOk(
      ana.call("platform.updateTeam", {
        id: team.id,
        version: team.version,
        name: "Storage people",
        description: "Disks",
      }),
    )
    await page.getByRole("button", { name: "Save" }).click()

    await page.getByText("Somebody else changed this while you were typing").waitFor()
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Storage and backup")
    await page.getByRole("button", { name: "Save mine" }).click()
    await page.getByText("Saved").waitFor()
    await page.getByRole("heading", { level: 1, name: "Storage and backup" }).waitFor()
  })
})
