import { type Session, signIn } from "@countersign/testing"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { PHONE } from "./inspect.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"
import { tour } from "./tour.ts"

const { url, ana } = await startWithAdministrator()
const browser = useBrowser()

describe("memory", () => {
  it("begins empty, takes a note, shares it, and another person reads it but cannot change it", async () => {
    const page = await signedIn("/settings/ai/memory")
    await page.getByRole("heading", { name: "Nothing to remember yet" }).waitFor()
    await page.getByRole("button", { name: "Add note" }).first().click()
    const dialog = page.getByRole("dialog", { name: "Add a note" })
    await dialog.getByRole("button", { name: "Add note" }).click()
    await dialog.getByText("Write what there is to remember.").waitFor()
    await dialog.getByRole("textbox", { name: "What to remember" }).fill("Releases go out on Tuesdays")
    await dialog.getByRole("button", { name: "Add note" }).click()
    await dialog.waitFor({ state: "detached" })
    const row = page.getByRole("row", { name: /Releases go out on Tuesdays/ })
    await row.waitFor()

    await choose(page, "Releases go out on Tuesdays", "Share with everyone")
    const sharing = page.getByRole("dialog", { name: "Share this note with everyone?" })
    await sharing.getByRole("switch", { name: "Always include it" }).click()
    await sharing.getByRole("button", { name: "Share note" }).click()
    await row.getByText("Shared").waitFor()
    await row.getByText("Always").waitFor()

    const ben = await join({ url, ana }, "Ben", "operator")
    const other = await signedIn("/settings/ai/memory", {}, await signIn(url, ben.email, ben.password))
    await other.getByRole("button", { name: "Releases go out on Tuesdays", exact: true }).click()
    await other
      .getByRole("dialog", { name: "A shared note" })
      .getByText("takes the permission ai.memory.manage")
      .waitFor()
    expect(await other.getByRole("button", { name: /^Actions for Releases/ }).count()).toBe(0)
  })

  it("asks before what was typed is thrown away", async () => {
    const page = await signedIn("/settings/ai/memory?add=note")
    const dialog = page.getByRole("dialog", { name: "Add a note" })
    await dialog.getByRole("textbox", { name: "What to remember" }).fill("Half a thought")
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "Stay" }).click()
    expect(await dialog.getByRole("textbox", { name: "What to remember" }).inputValue()).toBe("Half a thought")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Leave" }).click()
    await dialog.waitFor({ state: "detached" })
  })

  it("finds, edits and deletes a note from a phone", async () => {
    await expectOk(ana.call("ai.saveMemory", { text: "The desk answers until six" }))
    const page = await signedIn("/settings/ai/memory?text=desk", PHONE)
    await page.getByText("The desk answers until six").tap()
    const dialog = page.getByRole("dialog", { name: "Edit note" })
    await dialog.getByRole("textbox", { name: "What to remember" }).fill("The desk answers until five")
    await dialog.getByRole("button", { name: "Save note" }).tap()
    await page.getByText("The desk answers until five").waitFor()

    await page.getByRole("button", { name: "Actions for The desk answers until five" }).tap()
    await page.getByRole("menuitem", { name: "Delete" }).tap()
    await page.getByRole("dialog").getByText("It says: The desk answers until five").waitFor()
    await page.getByRole("button", { name: "Delete note" }).tap()
    await page.getByRole("heading", { name: "No note matches" }).waitFor()
  })
})

describe("skills", () => {
  it("are opened, written, changed, shared and deleted", async () => {
    const page = await signedIn("/settings/ai/skills")
    await page.getByRole("button", { name: "Incident triage", exact: true }).click()
    await page.getByRole("dialog", { name: "Incident triage" }).getByText("first minutes of an incident").waitFor()
    expect(await page.getByRole("button", { name: "Edit skill" }).count()).toBe(0)
    await page.getByRole("button", { name: "Close" }).click()

    await page.getByRole("button", { name: "Write a skill" }).click()
    const dialog = page.getByRole("dialog", { name: "Write a skill" })
    await dialog.getByRole("button", { name: "Add skill" }).click()
    await dialog.getByText("A title is needed.").waitFor()
    await dialog.getByText("Write what the assistant shall do.").waitFor()
    await dialog.getByRole("textbox", { name: "Title" }).fill("Shift handover")
    await dialog.getByRole("textbox", { name: "When to use it" }).fill("At the end of a shift.")
    await dialog.getByRole("textbox", { name: "Instructions" }).fill("List what is open. Ask what is not written down.")
    await dialog.getByRole("button", { name: "Add skill" }).click()
    await page.getByRole("button", { name: "Shift handover", exact: true }).click()
    await page.getByRole("button", { name: "Edit skill" }).click()
    await page.getByRole("textbox", { name: "Title" }).fill("Handover")
    await page.getByRole("button", { name: "Save skill" }).click()
    await page.getByRole("dialog", { name: "Handover", exact: true }).waitFor()
    await page.getByRole("button", { name: "Close" }).last().click()

    await choose(page, "Handover", "Share with everyone")
    await page.getByRole("button", { name: "Share skill" }).click()
    await page
      .getByRole("row", { name: /Handover/ })
      .getByText("Shared")
      .waitFor()
    await choose(page, "Handover", "Delete")
    await page.getByRole("dialog").getByText("nobody can use it any more").waitFor()
    await page.getByRole("button", { name: "Delete skill" }).click()
    await page.getByRole("row", { name: /Handover/ }).waitFor({ state: "detached" })
  })
})

it("both pages pass axe and fit a desk's screen and a phone's, with an open dialog too", async () => {
  await seed()
  const dialog = (page: Page) => page.getByRole("dialog").waitFor()
  await tour(
    browser,
    url,
    [
      { name: "memory", path: "/settings/ai/memory" },
      { name: "memory-add", path: "/settings/ai/memory?add=note", prepare: dialog },
      { name: "skills", path: "/settings/ai/skills" },
      { name: "skill-open", path: "/settings/ai/skills?skill=incident.triage", prepare: dialog },
      { name: "skill-add", path: "/settings/ai/skills?add=skill", prepare: dialog },
    ],
    signedInAs(ana, url),
  )
})

let seeded: Promise<unknown> | undefined

/** Something to see on both. */
function seed(): Promise<unknown> {
  seeded ??= (async () => {
    const system = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Payments API" }))
    const thing = { type: "catalog.system", id: system.id }
    const long =
      "The acquirer's test cards work only between nine and five, Lisbon time, and never on their bank holidays. "
    await expectOk(ana.call("ai.saveMemory", { text: long.repeat(4), thing }))
    await expectOk(ana.call("ai.saveMemory", { text: "I am on call every third week.", alwaysInject: true }))
    await expectOk(ana.call("ai.createSkill", { title: "Release notes", text: "Short sentences." }))
  })()
  return seeded
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click()
  await page.getByRole("menuitem", { name: action }).click()
}

async function signedIn(path: string, options: object = {}, who: Session = ana) {
  const { page } = await browser.visit({ ...signedInAs(who, url), ...options })
  await page.goto(url + path)
  return page
}
