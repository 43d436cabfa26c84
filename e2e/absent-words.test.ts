import type { FormWay, Place } from "@countersign/testing"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { plugins } from "../apps/web/src/plugins.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { dialogsInSources, dialogWays, isSeen, type SeenDialog } from "./dialogs.ts"
import { formWays } from "./form-ways.ts"
import { formsInSources } from "./forms.ts"
import { pagesWithoutPlace, placesAfterSignIn, placesBeforeSignIn } from "./places.ts"
import { join, startWithAdministrator, testingFaces } from "./product.ts"
import { seedForms } from "./seed-forms.ts"
import { visitAll } from "./tour.ts"

const { url, ana, administrator } = await startWithAdministrator()
const other = await join({ url, ana }, "Vera")
const things = {
  ...(await seedForms(ana)),
  otherId: other.id,
  setUpPath: "/set-up",
  password: administrator.password,
}
const browser = useBrowser()

/** What no plugin of this product brings yet, as pages would speak of it. Not in the guide, nor in lists of what happened. */
const ABSENT = [
  /\bautomations?\b/i,
  ...(plugins.some(({ brings }) => brings.includes("checks"))
    ? []
    : [/\bhealth checks?\b/i, /\bchecks\b(?! the person)/i]),
  ...(plugins.some(({ brings }) => brings.includes("notifications")) ? [] : [/\bsuppress notifications\b/i]),
  ...(plugins.some(({ brings }) => brings.includes("site")) ? [] : [/\bSite default\b/, /\bSITE_PORT\b/]),
  /\bContent default\b/,
  // They come with collections of entries.
  /\bWordPress\b/i,
  /\bS3\b/,
  /\b(form entries|contact form)\b/i,
  ...(plugins.some(({ brings }) => brings.includes("secrets")) ? [] : [/^Secrets$/m]),
  ...(plugins.some(({ brings }) => brings.includes("publicPages")) ? [] : [/^Public$/m]),
]
const QUOTES =
  /^\/(help|settings\/audit|settings\/secrets|settings\/roles|settings\/ai\/tools|settings\/(applications|people)\/[^?]+\?tab=access)/

/** Dialogs that take more than a press to be seen. Their sources are read instead. */
const NOT_OPENED: Readonly<Record<string, string>> = {
  "BackupCodesDialog.tsx: Store your backup codes": "after a code of an authenticator app",
  "ConnectedAppsSection.tsx: Disconnect …?": "takes an app that was connected by OAuth",
  "ConnectionsSection.tsx: End the connection of … to …?": "takes an app that was connected by OAuth",
  "PasskeysSection.tsx: Remove the passkey …?": "takes a passkey",
  "PersonDanger.tsx: Remove the second factor of …?": "takes somebody with a second factor",
  "PersonDanger.tsx: Hand over this link": "shown once, after a link was made",
  "InviteDialog.tsx: Hand over this link": "shown once, after an invitation",
  "NewApplicationDialog.tsx: The key of …": "shown once, after an application was made",
  "AddClientDialog.tsx: … can be connected": "shown once, after an app was added",
  "ProviderPage.tsx: Unlink …?": "takes somebody who signed in by the provider",
  "BulkDialog.tsx: All done / … done, … not": "after several things were changed at once",
  "LeaveDialog.tsx: Leave without saving?": "on the way out of a form with something in it",
  "ConversationBrowser.tsx: Delete “…” for good?": "takes an archived conversation and a setting",
  "ConnectionDeleteDialog.tsx: Delete …?": "takes a connection that nothing begins with",
  "MemoryDialog.tsx: A shared note": "for somebody who may not change it",
  "ShareMemoryDialog.tsx: Stop sharing this note?": "takes a note that is shared",
  "SkillsPage.tsx: Stop sharing …? / Share … with everyone?": "takes a skill of one's own",
  "SkillsPage.tsx: Delete …?": "takes a skill of one's own",
}

const found: string[] = []
const seen: SeenDialog[] = []

it("no page has words or switches for what no installed plugin brings", async () => {
  const places = placesAfterSignIn(things)
  const paths = plugins.flatMap(({ pages }) => pages).map(({ path }) => path)
  expect(pagesWithoutPlace(paths, places), "pages that nobody looks at: add each to its plugin's testing face").toEqual(
    [],
  )
  const { page } = await browser.visit(signedInAs(ana, url))
  await visitAll(url, page, places, (place) => look(page, place))
  expect(found.splice(0)).toEqual([])
})

it("nor has a page before signing in", async () => {
  const { page } = await browser.visit()
  await visitAll(url, page, placesBeforeSignIn(things), (place) => look(page, place))
  expect(found.splice(0)).toEqual([])
})

const ways = Object.entries(formWays(testingFaces, things))

it("nor is a form left out below", () => {
  const named = new Set(ways.map(([name]) => name))
  expect(
    formsInSources().names.filter((name) => !named.has(name)),
    "forms that nobody looks at",
  ).toEqual([])
})

// Those that only come into sight behind a press; what stands on a page was looked at with it.
it.each([
  ["incidents", /^\/incidents/],
  ["AI", /^\/settings\/ai/],
  ["settings", /^\/settings\/(?!ai)/],
  ["the others", /^\/(?!incidents|settings)/],
])("nor has a form of %s, or the dialog that it stands in", async (_, places) => {
  const { page } = await browser.visit(signedInAs(ana, url))
  const behind = ways.filter(([, { as, at, open }]) => !as && places.test(at) && (open || at.includes("?")))
  expect(behind.length).toBeGreaterThan(1)
  for (const [name, way] of behind) await lookBehind(page, { name, ...way })
  expect(found.splice(0)).toEqual([])
})

it("nor has a dialog: each was opened, or is named with why it was not and read in its source", async () => {
  const { page } = await browser.visit(signedInAs(ana, url))
  for (const { name, path, prepare } of dialogWays(things)) await lookBehind(page, { name, at: path, open: prepare })
  expect(found.splice(0)).toEqual([])

  const dialogs = dialogsInSources()
  expect(dialogs.length).toBeGreaterThan(50)
  const unseen = dialogs.filter((dialog) => !isSeen(dialog, seen))
  expect(
    unseen.map(({ name }) => name).filter((name) => !(name in NOT_OPENED)),
    "dialogs that nobody looks at: open each by a way in `dialogs` of its plugin's testing face",
  ).toEqual([])
  expect(
    Object.keys(NOT_OPENED).filter((name) => !unseen.some((dialog) => dialog.name === name)),
    "dialogs that are gone, or were opened",
  ).toEqual([])
  for (const { name, source } of unseen)
    for (const text of wordsIn(source))
      found.push(...ABSENT.flatMap((one) => (one.test(text) ? [`${name}: ${text}`] : [])))
  expect(found.splice(0)).toEqual([])
})

async function lookBehind(
  page: Page,
  { name, at, open }: Pick<FormWay, "at" | "open"> & { name: string },
): Promise<void> {
  await page.goto(url + at)
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"))
  await open?.(page)
  await page.locator(`[role=dialog], form[name="${name}"]`).first().waitFor()
  await look(page, { name, path: at })
}

async function look(page: Page, { name, path }: Pick<Place, "name" | "path">): Promise<void> {
  for (const dialog of await page.getByRole("dialog").all()) {
    const [title = ""] = await dialog.locator("h2").allTextContents()
    seen.push({ title, buttons: await dialog.getByRole("button").allTextContents() })
  }
  if (QUOTES.test(path)) return
  const options = await page.locator("option").allTextContents()
  // biome-ignore lint/performance/useDomNodeTextContent: what people read, line by line.
  const text = [await page.locator("body").innerText(), ...options].join("\n")
  for (const pattern of ABSENT) {
    const hit = pattern.exec(text)
    if (hit) found.push(`${name}: ${text.slice(Math.max(0, hit.index - 40), hit.index + 60).replaceAll("\n", " / ")}`)
  }
}

/** What a source says to people: texts in quotation marks and between tags. */
function wordsIn(source: string): string[] {
  return [...source.matchAll(/"([^"\n]+)"|`([^`]+)`|>([^<>{}]+)</g)].map(([, a, b, c]) => (a ?? b ?? c ?? "").trim())
}
