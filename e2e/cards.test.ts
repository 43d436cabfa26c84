import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
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
    await page.getByText("name: Trusted").waitFor()
    await page.getByText('tier: "1"').waitFor()
    await page.getByRole("button", { name: "5 others stay empty" }).waitFor()
    expect(await page.getByRole("rowheader", { name: "Owner team" }).count()).toBe(0)
  }
  await inspect("card-whole", pages)
  await pages[0].getByRole("button", { name: "5 others stay empty" }).click()
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

async function propose(toolName: string, input: object): Promise<{ proposalId: string }> {
  const response = await fetch(`${url}/api/v1/ai/proposeTool`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ toolName, input }),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(`Answered ${response.status}: ${JSON.stringify(body)}`)
  return body as { proposalId: string }
}
