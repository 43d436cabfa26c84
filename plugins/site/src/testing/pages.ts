import {
  CHOSEN,
  type FormWay,
  fromMenu,
  type Place,
  pressing,
  type SeedCall,
  type SeededThings,
  TOLD_AT_ONCE,
  TOO_LONG,
} from "@countersign/testing"
import type { Page } from "playwright-core"

/** A starter's site with a second page and a component, renamed and restored, so that there is a history to look at. */
export async function seed(call: SeedCall, { systemId }: SeededThings): Promise<SeededThings> {
  await call("site.changeSettings", { name: "Northwind", language: "en" })
  const { home } = await call<{ home: { type: string; id: string } }>("site.beginWithStarter", { starter: "product" })
  const about = { type: "page", id: "about" }
  await call("site.createDocument", { document: about, title: "About us", address: "about" })
  await call("site.setPublicName", { systemId, name: "Shop" })
  await call("site.publish")
  await call("site.renameDocument", { document: about, title: "Who we are" })
  await call("site.changePage", { page: "about", description: "Who makes it, and why." })
  const { sequence } = await call<{ sequence: number }>("site.renameDocument", { document: about, title: "Our team" })
  await call("site.publish", { documents: [about] })
  await call("site.renameDocument", { document: about, title: "Who we are today" })
  await call("site.createPreview")
  const card = { type: "visualComponent", id: "card" }
  await call("site.createDocument", { document: card, title: "Card" })
  const gone = { type: "page", id: "gone" }
  await call("site.createDocument", { document: gone, title: "Last year's plans", address: "plans" })
  await call("site.deleteDocument", { document: gone })
  const { items } = await call<{ items: { id: string }[] }>("site.findDocuments", { type: "template" })
  return { siteHomeId: `page:${home.id}`, siteTemplateId: items[0]!.id, siteSequence: String(sequence) }
}

export function pages({ siteHomeId, siteTemplateId, siteSequence }: SeededThings): readonly Place[] {
  const about = "/site/documents/page:about"
  return [
    { name: "site-pages", path: "/site" },
    { name: "site-templates", path: "/site?show=template" },
    { name: "site-components", path: "/site?show=visualComponent" },
    { name: "site-deleted", path: "/site?show=deleted" },
    { name: "site-empty", path: "/site", prepare: beginningEmpty },
    { name: "site-preview", path: `/site/documents/${siteHomeId}` },
    { name: "site-preview-phone", path: `/site/documents/${siteHomeId}?screen=phone` },
    { name: "site-preview-past", path: `${about}?at=${siteSequence}` },
    { name: "site-page-settings", path: `${about}?tab=settings` },
    { name: "site-template-settings", path: `/site/documents/${siteTemplateId}?tab=settings` },
    { name: "site-history", path: `${about}?tab=history` },
    { name: "site-compare", path: `${about}?tab=history&from=${Number(siteSequence) - 2}` },
    { name: "site-gone", path: "/site/documents/page:gone?tab=history" },
    { name: "site-component", path: "/site/documents/visualComponent:card" },
    { name: "site-edit", path: `/site/edit/${siteHomeId}` },
    { name: "site-edit-selected", path: "/site/edit/page:about", prepare: selecting },
    { name: "site-edit-classes", path: `/site/edit/${siteHomeId}`, prepare: choosingPanel("Classes") },
    { name: "site-edit-tokens", path: `/site/edit/${siteHomeId}`, prepare: choosingPanel("Tokens") },
    { name: "site-edit-code", path: `/site/edit/${siteHomeId}`, prepare: choosingPanel("Code") },
    { name: "site-edit-component", path: "/site/edit/visualComponent:card" },
    { name: "site-publish", path: "/site/publications" },
    { name: "site-media", path: "/site/media" },
    { name: "site-media-list", path: "/site/media?as=list" },
    { name: "site-media-file", path: "/site/media", prepare: openingFile },
    { name: "site-import", path: "/site/import" },
    { name: "site-settings", path: "/settings/site" },
  ]
}

/** Dialogs beside those of forms. */
export function dialogs({ siteHomeId }: SeededThings): readonly Place[] {
  const about = "/site/documents/page:about"
  return [
    { name: "site-delete", path: "/site", prepare: fromMenu("Delete", "Who we are today") },
    { name: "site-publish-ask", path: "/site/publications", prepare: pressing("Publish") },
    {
      name: "site-media-delete",
      path: "/site/media",
      prepare: async (page) => {
        await openingFile(page)
        await pressing("Delete")(page)
      },
    },
    {
      name: "site-edit-rename",
      path: "/site/edit/page:about",
      prepare: async (page) => {
        await page.getByRole("tree", { name: "Layers" }).getByRole("treeitem").first().click()
        await page.keyboard.press("F2")
      },
    },
    ...["Control+Shift+m", "Control+Alt+g"].map((keys) => ({
      name: `site-edit-${keys}`,
      path: `/site/edit/${siteHomeId}`,
      prepare: async (page: Page) => {
        await page.getByRole("tree", { name: "Layers" }).getByRole("treeitem").nth(1).click()
        await page.keyboard.press(keys)
      },
    })),
    { name: "site-rollback", path: "/site/publications", prepare: pressing("Bring back") },
    {
      name: "site-restore",
      path: `${about}?tab=history`,
      prepare: async (page) => {
        await page
          .getByRole("button", { name: /^Actions for the version/ })
          .first()
          .click()
        await page.getByRole("menuitem", { name: "Restore this version" }).click()
      },
    },
  ]
}

/** How one gets to every form of this plugin's pages, by the form's name. */
export function forms({ siteTemplateId, systemId }: SeededThings): Readonly<Record<string, FormWay>> {
  const about = "/site/documents/page:about"
  return {
    "site-document-new": {
      at: "/site",
      open: pressing("New page"),
      wrong: ["Address", "Not An Address"],
      fill: (form) => form.getByLabel("Title").fill("Prices"),
    },
    "site-document-rename": { at: "/site", open: fromMenu("Rename", "Who we are today"), wrong: ["Title", TOO_LONG] },
    "site-document-duplicate": {
      at: "/site",
      open: fromMenu("Duplicate", "Who we are today"),
      wrong: ["Title", TOO_LONG],
    },
    "site-starter": {
      at: "/site",
      open: async (page) => {
        await beginningEmpty(page)
        await pressing("Begin with a starter")(page)
      },
      wrong: CHOSEN,
    },
    "site-media": {
      at: "/site/media",
      open: openingFile,
      fill: (form) => form.getByLabel("Name").fill("dot.png"),
      wrong: ["Alternative text", TOO_LONG],
    },
    "site-page": {
      at: `${about}?tab=settings`,
      fill: (form) => form.getByLabel("Title", { exact: true }).fill("Who we are today"),
      wrong: ["Description", TOO_LONG],
    },
    "site-script": {
      at: "/site/edit/page:about",
      open: async (page) => {
        await choosingPanel("Code")(page)
        await pressing("New script")(page)
      },
      wrong: ["Path", "menu"],
    },
    "site-template": { at: `/site/documents/${siteTemplateId}?tab=settings`, empty: "held", wrong: CHOSEN },
    "site-settings": { at: "/settings/site", wrong: ["Room for pictures, films, fonts and files, in MB", "lots"] },
    "site-about": { at: "/settings/site", empty: "sent", wrong: ["Description", TOO_LONG] },
    "site-public-name": {
      at: `/catalog/systems/${systemId}`,
      open: pressing(/^(Change what everybody sees|Show it on the public site)$/),
      fill: (form) => form.getByLabel("Public name").fill("Shop"),
      empty: "sent",
      wrong: ["Heading", TOO_LONG],
    },
    "site-hosts": { at: "/settings/site", empty: "held", wrong: TOLD_AT_ONCE },
  }
}

/** As somebody sees it who has no pages yet. */
async function beginningEmpty(page: Page): Promise<void> {
  const nothing = { items: [], nextCursor: null, previousCursor: null }
  await page.route(/site\/findDocuments$/, (route) => route.fulfill({ json: nothing }), { times: 1 })
  await page.reload()
  await page.getByText("No pages yet").waitFor()
}

/** In the editor: something selected, its style and, where there is room, what can be inserted. */
async function selecting(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Around what is selected" }).getByRole("button").first().click()
  for (const name of ["Style", "Insert"]) {
    const tab = page.getByRole("tab", { name })
    if (await tab.isVisible()) await tab.click()
  }
}

/** In the editor: one of the panels at its start, which on a phone stand in a dialog. */
function choosingPanel(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    const tab = page.getByRole("tab", { name, exact: true })
    const opens = page.getByRole("button", { name: "Layers, classes, tokens and code" })
    if (await opens.isVisible()) await opens.click()
    await tab.click()
  }
}

/** There are no bytes in a seed: the first way to a file brings one. */
async function openingFile(page: Page): Promise<void> {
  const file = page.getByRole("button", { name: /dot\.png/ })
  await page.getByRole("heading", { name: "Media" }).waitFor()
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"))
  if ((await file.count()) === 0)
    await page
      .getByLabel("Files to upload")
      .setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: Buffer.from(DOT, "base64") })
  await file.first().click()
  await page.getByRole("dialog").getByLabel("Name").waitFor()
}

const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
