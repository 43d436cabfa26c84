import type { FormWay } from "@countersign/testing"
import type { BrowserContext, Page } from "playwright-core"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { formWays } from "./form-ways.ts"
import { emptyAll, formsInSources, look, NOT_FOR_PEOPLE, send, textsOf } from "./forms.ts"
import { startProduct, startWithAdministrator, testingFaces } from "./product.ts"
import { seedForms } from "./seed-forms.ts"

const { url, ana, administrator } = await startWithAdministrator()
const newcomer = await startProduct()
const browser = useBrowser()
let anasProfile: BrowserContext
beforeAll(async () => {
  anasProfile = await browser.settle(signedInAs(ana, url))
})
const { names, faults } = formsInSources()
const ways = formWays(testingFaces, {
  ...(await seedForms(ana)),
  setUpPath: new URL(newcomer.setUpLink()).href.replace(new URL(newcomer.setUpLink()).origin, ""),
  password: administrator.password,
})

it("every form in the sources has a name that is written out, and a way by which this suite gets to it", () => {
  expect(faults).toEqual([])
  expect(names.length).toBeGreaterThan(50)
  expect(Object.keys(ways).sort()).toEqual(names)
})

describe("every form, sent empty and with one wrong field", () => {
  it.each(names)("%s says in words what is wrong, at the field, and goes there", async (name) => {
    const way = ways[name]!
    const page = await visit(way, name)
    const form = page.locator(`form[name="${name}"]`).first()
    await arrive(page, way, name)

    await emptyAll(form)
    const button = form.locator("button[type=submit]").first()
    if (way.empty === "held") expect(await button.isDisabled(), "the button waits for something to send").toBe(true)
    else {
      expect(await send(page, form)).toBe(way.empty ?? "told")
      if (!way.empty) await expectWords(page, name, "sent empty")
    }
    if ("never" in way.wrong) return

    if (!(await form.isVisible())) await arrive(page, way, name)
    await way.fill?.(form, page)
    const [label, text] = way.wrong
    if (text) await form.getByLabel(new RegExp(`^${label}(optional)?$`)).fill(text)
    expect(await send(page, form)).toBe("told")
    expect((await look(form)).invalid, "only the wrong field is called wrong").toEqual([label])
    await expectWords(page, name, "sent with one wrong field")
    await expectCleared(page, name)
  })
})

/** Words that people can act on; the first field they are about has the focus and is in view. */
async function expectWords(page: Page, name: string, when: string): Promise<void> {
  const seen = await look(page.locator(`form[name="${name}"]`).first())
  const found = NOT_FOR_PEOPLE.filter((pattern) => pattern.test(seen.text)).map(
    (pattern) => pattern.exec(seen.text)?.[0],
  )
  expect(found, `what people cannot read, ${when}`).toEqual([])
  expect(seen.inView, `what is wrong is in view, ${when}`).toBe(true)
  if (seen.invalid.length > 0)
    expect(seen.focused, `the first wrong field has the focus, ${when}`).toBe(seen.invalid[0])
}

async function expectCleared(page: Page, name: string): Promise<void> {
  const wrong = page.locator(`form[name="${name}"] [aria-invalid=true]`)
  const before = await wrong.count()
  const isMoment = await page.evaluate(() => document.activeElement?.matches("[type^=date]") ?? false)
  if (!isMoment) await page.keyboard.press("End")
  // No letter goes into a date.
  await page.keyboard.press(isMoment ? "ArrowUp" : "y")
  await expect.poll(() => wrong.count(), { message: "the words go with the first key" }).toBe(before - 1)
}

async function arrive(page: Page, { at, as, open }: FormWay, name: string): Promise<void> {
  await page.goto((as === "newcomer" ? newcomer.url : url) + at)
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"))
  await open?.(page)
  const form = page.locator(`form[name="${name}"]`).first()
  await form.waitFor()
  await textsOf(form)
    .first()
    .waitFor({ timeout: 1_000 })
    .catch(() => null)
}

async function visit({ as }: FormWay, name: string): Promise<Page> {
  if (as) return (await browser.visit()).page
  const page = await anasProfile.newPage()
  onTestFinished(() => page.close())
  if (name !== "proposal-settle") return page
  // Its state is rare: a server that died in the middle of work outside. The page is told that it is in it.
  await page.route(/ai\/describeProposal$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), status: "unknown", maySettle: true } })
  })
  return page
}
