import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { signedInAs, signInOnPage, useBrowser } from "./browser.ts"
import { DESK, inspect, PHONE } from "./inspect.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana, administrator } = await startWithAdministrator()
const browser = useBrowser()

const { key } = await expectOk(
  ana.call<{ key: string }>("platform.createApplication", { name: "Deploy script", roles: ["operator"] }),
)
const named = (verb: string, input: object) => expectOk(ana.call<{ id: string }>(verb, input))
const group = await named("catalog.createGroup", { name: "Payments" })
const checkout = await named("catalog.createSystem", { name: "Checkout", groupIds: [group.id] })
// The first letter is Cyrillic.
const twin = await named("catalog.createSystem", { name: "Сheckout" })

it("shows all that would be written: unseen characters as marks, objects whole, empty fields counted", async () => {
  const { proposalId } = await propose("catalog.createSystem", {
    name: "Wallet",
    description: "Keeps money.\u202e sdrawkcab\u200b",
    metadata: { id: checkout.id, name: "Trusted", tier: "1" },
    links: [{ label: "Runbook", url: "https://wiki.example.com/wallet" }],
  })
  const pages = await both(`/signatures/${proposalId}`)
  for (const page of pages) {
    await page.getByText("forces right-to-left").waitFor()
    await page.getByText("zero-width space").waitFor()
    await page.getByRole("table", { name: "Metadata" }).getByRole("row", { name: "name Trusted" }).waitFor()
    await page.getByRole("table", { name: "Links" }).getByText("https://wiki.example.com/wallet").waitFor()
    await page.getByRole("button", { name: "5 others stay empty" }).waitFor()
    expect(await page.getByRole("rowheader", { name: "Owner team" }).count()).toBe(0)
  }
  await inspect("card-own", pages)
  // The card of rows is one press away, and is the truth.
  for (const page of pages) {
    await page.getByRole("button", { name: "Every field, as it is stored" }).click()
    await page.getByText("name: Trusted").waitFor()
    await page.getByText('tier: "1"').waitFor()
  }
  await inspect("card-whole", pages)
  await pages[0].getByRole("button", { name: "5 others stay empty" }).last().click()
  await pages[0].getByRole("rowheader", { name: "Owner team" }).waitFor()
})

it("tells a system from its twin on the card that deletes it, in the list and in the pickers", async () => {
  const end = `…${twin.id.slice(-8)}`
  const { proposalId } = await propose("catalog.deleteSystem", { systemId: twin.id })
  const pages = await both(`/signatures/${proposalId}`)
  for (const page of pages) {
    await page.getByText("looks like another").waitFor()
    await page.getByRole("row", { name: /^Id/ }).getByText(end).waitFor()
    await page.getByRole("row", { name: /^Created at/ }).waitFor()
  }
  await inspect("card-twin", pages)
  for (const page of pages) await page.goto(`${url}/catalog/systems`)
  for (const page of pages) await page.getByText(end).waitFor()
  await inspect("systems-lookalikes", pages)
  const [desk] = pages
  await desk.goto(`${url}/incidents/new`)
  await desk.getByRole("combobox", { name: /Systems/ }).fill("heckout")
  await desk.getByRole("option", { name: new RegExp(`looks like another ${end}`) }).waitFor()
})

it("asks to open what is folded before anybody applies what cannot be undone", async () => {
  const incident = await named("incident.create", { title: "Slow", severity: "minor", systemIds: [checkout.id] })
  const message = `It is slow. ${"We looked at this and at that. ".repeat(40)} And here stands what matters.`
  const update = await named("incident.addUpdate", { id: incident.id, message })
  const { proposalId } = await propose("incident.deleteUpdate", { id: incident.id, updateId: update.id })
  const pages = await both(`/signatures/${proposalId}`)
  const apply = (page: Page) => page.getByRole("button", { name: /^Apply/ })
  for (const page of pages) {
    await page.getByText("Open what is folded before you apply this: Update.").waitFor()
    expect(await apply(page).isDisabled()).toBe(true)
  }
  await inspect("card-folded", pages)
  const [desk] = pages
  await desk.getByRole("button", { name: /^Show [\d,]+ more characters, removed/ }).click()
  await desk.getByText("And here stands what matters.").waitFor()
  expect(await apply(desk).isEnabled()).toBe(true)
})

it("says at once that what moved can no longer be signed, on whatever screen it is open", async () => {
  const { proposalId } = await propose("catalog.updateGroup", { groupId: group.id, name: "Money" })
  const pages = await both(`/signatures/${proposalId}`)
  for (const page of pages) await page.getByRole("button", { name: /^Apply/ }).waitFor()
  await named("catalog.updateGroup", { groupId: group.id, version: 1, description: "Everything money goes through." })
  for (const page of pages) await page.getByText("This can no longer be signed").waitFor()
  await inspect("card-moved", pages)
})

it("keeps the marks in the audit log", async () => {
  await named("catalog.createSystem", { name: "Ledger", description: "Counts money.\u202e sdrawkcab" })
  const { items } = await expectOk(
    ana.call<{ items: { id: string }[] }>("platform.listAudit", { action: "catalog.createSystem", limit: 1 }),
  )
  const [desk] = await both(`/settings/audit?entry=${items[0]!.id}`)
  await desk
    .getByRole("dialog")
    .getByRole("row", { name: /description/ })
    .getByText("forces right-to-left")
    .waitFor()
})

it("asks for the same on the list, and by the keyboard, of what others' words may have steered", async () => {
  // From now on the application has read what somebody else wrote.
  await asApplication("ai.callTool", { toolName: "catalog.getSystem", input: { systemId: checkout.id } })
  const description = `Takes payments. ${"And it does this and that. ".repeat(40)} The last word.`
  const { proposalId } = await propose("catalog.updateSystem", { systemId: checkout.id, description })
  const pages = await both("/signatures")
  const cardOn = (page: Page) => page.locator(`article[data-proposal="${proposalId}"]`)
  const applyOn = (page: Page) => cardOn(page).getByRole("button", { name: /^Apply/ })
  for (const page of pages) {
    await cardOn(page).getByText("Open what is folded before you apply this: Every field and Description.").waitFor()
    expect(await applyOn(page).isDisabled()).toBe(true)
    // One at a time: what is signed together is read by nobody.
    expect(await page.getByRole("button", { name: /\ball\b/i }).count()).toBe(0)
    expect(await cardOn(page).getByRole("checkbox").count()).toBe(0)
  }
  await inspect("card-tainted", pages)
  const [desk] = pages
  await cardOn(desk).focus()
  for (const key of ["Enter", "Control+Enter", "a", "y"]) await desk.keyboard.press(key)
  expect(await statusOf(proposalId)).toBe("proposed")
  await cardOn(desk).getByRole("button", { name: "Every field, as it is stored" }).focus()
  await desk.keyboard.press("Enter")
  await cardOn(desk).getByText("Open what is folded before you apply this: Description.").waitFor()
  await cardOn(desk)
    .getByRole("button", { name: /^Show [\d,]+ more characters/ })
    .last()
    .focus()
  await desk.keyboard.press("Enter")
  await cardOn(desk).getByText("The last word.").waitFor()
  await applyOn(desk).focus()
  await desk.keyboard.press("Enter")
  await cardOn(desk).getByText("Applied, signed by").waitFor()
  expect(await statusOf(proposalId)).toBe("applied")
})

it("leads to what it made, and after a deletion nowhere", async () => {
  const { page } = await browser.visit(signedInAs(ana, url))
  const signed = async (toolName: string, input: object) => {
    const { proposalId } = await expectOk(ana.call<{ proposalId: string }>("ai.proposeTool", { toolName, input }))
    await page.goto(`${url}/signatures`)
    const card = page.locator(`article[data-proposal="${proposalId}"]`)
    await card.getByRole("button", { name: /^Apply/ }).click()
    // What cannot be undone is asked for twice.
    if (toolName === "catalog.deleteGroup") await card.getByRole("button", { name: /Delete/ }).click()
    await card.getByText("Applied, signed by").waitFor()
    return card
  }
  const made = await signed("catalog.createGroup", { name: "Harbour side" })
  await made.getByRole("link", { name: "Open Harbour side" }).click()
  await page.waitForURL(/\/catalog\/systems\?group=/)
  const groupId = new URL(page.url()).searchParams.get("group")

  const gone = await signed("catalog.deleteGroup", { groupId })
  expect(await gone.getByRole("link", { name: /^Open / }).count()).toBe(0)
})

it("is one line once it is applied, in every tab: the thing, the way back, the same changes behind a click", async () => {
  const search = await named("catalog.createSystem", { name: "Search" })
  const input = { groupId: group.id, systemIds: [search.id] }
  const { proposalId } = await expectOk(
    ana.call<{ proposalId: string }>("ai.proposeTool", { toolName: "catalog.addSystemToGroup", input }),
  )
  const pages = await both("/signatures")
  const cardOn = (page: Page) => page.locator(`article[data-proposal="${proposalId}"]`)
  const [desk, phone] = pages
  await cardOn(phone).getByRole("table", { name: "What will change" }).waitFor()
  await cardOn(desk)
    .getByRole("button", { name: /^Apply/ })
    .click()
  for (const page of pages) {
    await cardOn(page).getByText("Applied, signed by Ana Kovač").waitFor()
    await cardOn(page)
      .getByRole("link", { name: /^Open / })
      .first()
      .waitFor()
    await cardOn(page).getByRole("button", { name: "Take out again" }).waitFor()
    expect(await cardOn(page).getByRole("table").count()).toBe(0)
  }
  const { height } = (await cardOn(desk).boundingBox())!
  expect(height, "one line").toBeLessThan(60)
  await inspect("card-applied", pages)
  for (const page of pages) {
    await cardOn(page).getByRole("button", { name: "What changed" }).click()
    await cardOn(page).getByRole("table", { name: "What changed" }).getByText("Search").first().waitFor()
  }
  await inspect("card-applied-open", pages)
  await cardOn(desk).getByRole("button", { name: "Take out again" }).click()
  const back = desk.getByRole("article").filter({ hasText: "asks to undo" })
  await back.getByRole("button", { name: /^Apply/ }).click()
  await expect
    .poll(async () => (await named("catalog.getSystem", { systemId: search.id })) as object)
    .toMatchObject({ groups: [] })
})

async function both(path: string): Promise<[Page, Page]> {
  const open = async (screen: object) => {
    const { page } = await browser.visit(screen)
    await page.goto(url + path)
    await signInOnPage(page, administrator.email, administrator.password)
    await page.waitForURL(url + path)
    return page
  }
  return [await open(DESK), await open(PHONE)]
}

const propose = (toolName: string, input: object) =>
  asApplication<{ proposalId: string }>("ai.proposeTool", { toolName, input })

async function statusOf(proposalId: string): Promise<string> {
  return (await expectOk(ana.call<{ status: string }>("ai.describeProposal", { proposalId }))).status
}

async function asApplication<T>(verb: string, input: object): Promise<T> {
  const response = await fetch(`${url}/api/v1/${verb.replace(".", "/")}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(input),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(`Answered ${response.status}: ${JSON.stringify(body)}`)
  return body as T
}
