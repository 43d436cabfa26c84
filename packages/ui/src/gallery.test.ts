import { mkdtemp, readFile, rm } from "node:fs/promises"
import type { Server } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core"
import { chromium } from "playwright-core"
import { build } from "vite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { DESK, findingsOn, inspect, PHONE } from "../../../e2e/inspect.ts"
import { findChromium } from "../../../scripts/chromium.mjs"

/** The application's own policy: what a component needs beyond it would fail in production only. */
const POLICY = "default-src 'self'; img-src 'self' data: blob:; frame-src 'self'; frame-ancestors 'none'"
const PAGES =
  "systems loading empty failed incident settings workspace fields marks showing data floating proposals auth assistant assistant-beginning assistant-writing".split(
    " ",
  )
const WIDE = DESK.viewport
const NARROW = PHONE.viewport

let folder: string
let server: Server
let browser: Browser
let address: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-gallery-"))
  // The test runner's own value would build React for development.
  vi.stubEnv("NODE_ENV", "production")
  await build({
    configFile: join(import.meta.dirname, "..", "vite.config.ts"),
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true },
  })
  vi.unstubAllEnvs()
  server = await serve(folder)
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  browser = await chromium.launch(findChromium())
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await new Promise((done) => (server ? server.close(done) : done(null)))
  if (folder) await rm(folder, { recursive: true, force: true })
})

describe("the gallery", () => {
  it("passes axe in both themes, writes in at most three sizes and fits a desk's screen", {
    timeout: 120_000,
  }, async () => {
    await using view = await open("systems", DESK)
    const findings: string[] = []
    for (const name of PAGES) {
      await view.turnTo(name)
      const sizes = await textSizes(view.page)
      expect(["13px", "14px", "20px"], `#${name}`).toEqual(expect.arrayContaining(sizes))
      const found = await findingsOn(`gallery-${name}`, view.page, { axe: true, fullPage: true })
      findings.push(...found.map((finding) => `#${name} ${finding}`))
    }
    expect(findings).toEqual([])
    expect(view.problems).toEqual([])
  })

  it("fits a phone's screen, and one of 360 px", { timeout: 120_000 }, async () => {
    await using view = await open("systems", PHONE)
    const findings: string[] = []
    for (const name of PAGES) {
      await view.turnTo(name)
      for (const width of [PHONE.viewport.width, 360]) {
        await view.page.setViewportSize({ width, height: PHONE.viewport.height })
        const found = await findingsOn(`gallery-${name}`, view.page, { axe: false, fullPage: true })
        findings.push(...found.map((finding) => `#${name} ${finding}`))
      }
    }
    expect(findings).toEqual([])
    expect(view.problems).toEqual([])
  })

  it("passes axe in both themes in what floats, too", { timeout: 120_000 }, async () => {
    await using view = await open("floating", DESK)
    const { page } = view
    const button = (name: string) => page.getByRole("button", { name, exact: true })

    const openings: Record<string, () => Promise<unknown>> = {
      dialog: async () => {
        await button("Dialog").click()
        await page.getByRole("combobox", { name: "System" }).click()
        await page.getByRole("listbox").getByRole("option").first().waitFor()
      },
      confirmation: () => button("Confirmation").click(),
      drawer: () => button("Drawer").click(),
      menu: () => page.locator("main").getByRole("button", { name: "More" }).click(),
      palette: () => page.keyboard.press("Control+k"),
      map: () => page.keyboard.press("?"),
      toasts: async () => {
        await button("Toast").click()
        await button("Error toast").click()
      },
    }
    for (const [name, show] of Object.entries(openings)) {
      await view.go("floating")
      await show()
      await inspect(`gallery-floating-${name}`, [page])
    }
    expect(view.problems).toEqual([])
  })
})

describe("a date and time", () => {
  it("is typed in the reader's zone, bounded, and asks which of two is meant", async () => {
    await using view = await open("fields", { timezoneId: "UTC" })
    const { page } = view

    await page.getByLabel("Begins").fill("2026-10-17T10:00")
    await page.getByText("Choose a time from Sun, 1 Nov 2026").waitFor()
    await page.getByLabel("Begins").fill("2026-11-18T10:00")
    expect(await page.getByText("Choose a time from").count()).toBe(0)

    const twice = page.getByLabel("Clock set back")
    await page.getByText("02:30 comes twice. Taken: the first").waitFor()
    await page.getByRole("button", { name: "Take the second" }).click()
    await page.getByText("02:30 comes twice. Taken: the second").waitFor()
    expect(await twice.inputValue()).toBe("2026-10-25T02:30")
    await twice.fill("2026-03-29T02:30")
    await page.getByText("there is no 02:30. Taken: Sun, 29 Mar 2026, 03:30:00").waitFor()
    expect(view.problems).toEqual([])
  })
})

describe("a line chart", () => {
  it("is drawn in the theme's colours, and shows its numbers in a table on demand", async () => {
    await using view = await open("data", { colorScheme: "light" })
    const { page } = view
    const picture = () => page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())

    const light = await picture()
    await page.emulateMedia({ colorScheme: "dark" })
    await expect.poll(picture).not.toBe(light)
    const width = () => page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => canvas.clientWidth)
    const wide = await width()
    await page.setViewportSize({ width: 360, height: 800 })
    await expect.poll(width).toBeLessThan(wide)

    expect(await page.getByRole("table").getByRole("row").count()).toBe(3)
    await page.getByRole("button", { name: "Show the numbers" }).press("Enter")
    expect(await page.getByRole("table").getByRole("row").count()).toBe(97)
    expect(await page.getByRole("cell", { name: "no value" }).count()).toBe(14)
    expect(view.problems).toEqual([])
  })
})

describe("the code editor", () => {
  it("works under the policy: its styles apply, and nothing of it was refused", async () => {
    await using view = await open("data")
    const editor = view.page.getByRole("textbox", { name: "Script" })

    expect(await editor.evaluate((content) => getComputedStyle(content).whiteSpace)).toBe("pre")
    expect(await editor.evaluate((content) => getComputedStyle(content).fontFamily)).toContain("JetBrains Mono")
    expect(await view.page.locator("style").count()).toBe(0)
    expect(view.problems).toEqual([])
  })

  it("tells what is typed, completes it, indents with Tab, and lets Tab leave after Escape", async () => {
    await using view = await open("data")
    const { page } = view
    const editor = page.getByRole("textbox", { name: "Script" })
    await page.getByText("Line 6: An answer has no took.").waitFor()
    const length = async () => Number.parseInt((await page.getByLabel("Length of the script").textContent()) ?? "", 10)
    const before = await length()

    await editor.focus()
    await page.keyboard.press("Control+End")
    await page.keyboard.type("hea")
    // By pointer: the editor takes no key for a list that opened a moment ago.
    await page.getByRole("option", { name: /headers/ }).click()
    await expect.poll(length).toBe(before + "headers".length)
    await page.keyboard.press("Tab")
    await expect.poll(length).toBe(before + "headers".length + 2)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Tab")
    expect(await editor.evaluate((content) => content === (content.getRootNode() as ShadowRoot).activeElement)).toBe(
      false,
    )
    expect(view.problems).toEqual([])
  })

  it("can be read, not written, where it is read only", async () => {
    await using view = await open("data")
    const command = view.page.getByRole("textbox", { name: "Command" })
    await command.focus()
    await view.page.keyboard.type("rm")
    expect(await command.textContent()).toBe('curl -fsS "$ADDRESS" | grep -q ok # or fails')
  })
})

describe("the theme", () => {
  it("follows the system until one is chosen", async () => {
    await using dark = await open("systems", { colorScheme: "dark" })
    await using light = await open("systems", { colorScheme: "light" })

    expect(await ground(dark.page)).toBe("rgb(23, 22, 20)")
    expect(await ground(light.page)).toBe("rgb(251, 250, 248)")
  })

  it("is applied before the application's code runs, so that a stored choice does not flash", async () => {
    await using view = await open("systems", { colorScheme: "light" })
    await view.page.getByRole("button", { name: "Ana Ruiz" }).click()
    await view.page.getByRole("menuitemradio", { name: "Dark" }).click()
    expect(await ground(view.page)).toBe("rgb(23, 22, 20)")

    await view.page.route("**/index-*.js", (route) => route.abort())
    await view.page.reload()

    expect(await view.page.locator("#root").innerHTML()).toBe("")
    expect(await ground(view.page)).toBe("rgb(23, 22, 20)")
  })
})

describe("DataTable", () => {
  it("has rows of 32 px, and list items of two lines on a phone", async () => {
    await using wide = await open("systems", { viewport: WIDE })
    await using narrow = await open("systems", { viewport: NARROW })
    const height = async (page: Page) => (await page.locator("tr[data-row]").nth(1).boundingBox())?.height

    expect(await height(wide.page)).toBe(32)
    expect(await height(narrow.page)).toBeGreaterThanOrEqual(56)
    expect(await narrow.page.getByRole("columnheader", { name: "Team" }).isVisible()).toBe(true)
    expect(await narrow.page.locator("tr[data-row] td[data-mono]").first().isVisible()).toBe(false)
  })

  it("opens a row by its real link, wherever the row is clicked", async () => {
    await using view = await open("systems", { viewport: WIDE })
    const row = view.page.locator("tr[data-row]").nth(4)
    expect(await row.getByRole("link", { name: "identity" }).getAttribute("href")).toBe("#incident")

    const box = await row.boundingBox()
    await view.page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 150, (box?.y ?? 0) + 16)

    await view.page.getByRole("heading", { level: 1, name: /Card payments/ }).waitFor()
  })

  it("is walked with j and k, selected with x and opened with Enter", async () => {
    await using view = await open("systems", { viewport: WIDE })
    const { page } = view

    await page.keyboard.press("j")
    await page.keyboard.press("j")
    await page.keyboard.press("j")
    await page.keyboard.press("k")
    expect(await focusedText(page)).toBe("payments-ledger")

    await page.keyboard.press("x")
    await page.getByText("3 systems selected").waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: /Card payments/ }).waitFor()
  })

  it("says which column sorts, and turns the order on the second click", async () => {
    await using view = await open("systems", { viewport: WIDE })
    const header = view.page.getByRole("columnheader", { name: "Status" })

    await header.getByRole("button").click()
    expect(await header.getAttribute("aria-sort")).toBe("ascending")
    await header.getByRole("button").click()
    expect(await header.getAttribute("aria-sort")).toBe("descending")
  })

  it("keeps its skeleton unseen for 150 ms", async () => {
    await using view = await open("loading")
    const row = view.page.locator(".data-table-grid tbody tr").first()

    const animation = await row.evaluate((element) => {
      const style = getComputedStyle(element)
      return [style.animationName, style.animationDelay, style.animationFillMode]
    })
    expect(animation).toEqual(["appear", "0.15s", "both"])
  })
})

describe("useShortcuts", () => {
  it("leaves letters to the field they are typed into", async () => {
    await using view = await open("systems", { viewport: WIDE })
    const { page } = view

    await page.keyboard.press("/")
    await page.keyboard.type("g i j x")

    expect(await page.getByRole("searchbox", { name: "Search systems" }).inputValue()).toBe("g i j x")
    expect(new URL(page.url()).hash).toBe("#systems")
  })

  it("understands two keys in a row", async () => {
    await using view = await open("systems", { viewport: WIDE })

    await view.page.keyboard.press("g")
    await view.page.keyboard.press("i")

    await view.page.getByRole("heading", { level: 1, name: /Card payments/ }).waitFor()
  })
})

describe("CommandPalette", () => {
  it("finds by typing, moves with the arrows, runs with Enter", async () => {
    await using view = await open("systems", { viewport: WIDE })
    const { page } = view

    await page.keyboard.press("Control+k")
    await page.keyboard.type("in")
    await page.getByRole("option", { name: "Open an incident" }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    const active = await page.getByRole("combobox").getAttribute("aria-activedescendant")
    expect(await page.locator(`[id="${active}"]`).textContent()).toContain("Incidents")
    await page.keyboard.press("Enter")

    await page.getByRole("heading", { level: 1, name: /Card payments/ }).waitFor()
    expect(await page.getByRole("dialog").count()).toBe(0)
  })

  it("adds what a source finds, and gives the focus back on Escape", async () => {
    await using view = await open("systems", { viewport: WIDE })
    const { page } = view
    const opener = page.getByRole("button", { name: /Find or do something/ })

    await opener.click()
    await page.keyboard.type("ledger")
    await page
      .getByRole("group", { name: "Systems" })
      .getByRole("option", { name: /payments-ledger/ })
      .waitFor()
    await page.keyboard.press("Escape")

    await page.getByRole("dialog").waitFor({ state: "detached" })
    await vi.waitFor(async () => expect(await hasFocus(opener)).toBe(true), { timeout: 15_000 })
  })
})

describe("Combobox and MultiSelect", () => {
  it("close their list on Escape and leave the dialog around them open", async () => {
    await using view = await open("floating", { viewport: WIDE })
    const { page } = view
    await page.getByRole("button", { name: "Dialog", exact: true }).click()
    const field = page.getByRole("combobox", { name: "System" })

    await field.click()
    await page.keyboard.type("ident")
    await page.getByRole("option", { name: /identity/ }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("listbox").waitFor({ state: "detached" })
    expect(await page.getByRole("dialog").isVisible()).toBe(true)

    await page.keyboard.type("ident")
    await page.keyboard.press("Enter")
    expect(await field.inputValue()).toBe("identity")
  })

  it("ask for options, add what is chosen and take the last away with Backspace", async () => {
    await using view = await open("fields", { viewport: WIDE })
    const { page } = view
    const field = page.getByRole("combobox", { name: "Affected systems" })

    await field.click()
    await page.keyboard.type("edge-p")
    await page.getByRole("option", { name: /edge-proxy/ }).waitFor()
    await page.keyboard.press("Enter")
    const chip = page.getByRole("button", { name: "Remove edge-proxy" })
    await chip.waitFor()

    await page.keyboard.press("Backspace")
    await chip.waitFor({ state: "detached" })
    expect(await page.getByRole("button", { name: "Remove payments-api" }).isVisible()).toBe(true)
  })
})

describe("fields", () => {
  it("name their error and hint to assistive technology", async () => {
    await using view = await open("fields", { viewport: WIDE })
    const field = view.page.getByRole("textbox", { name: "Address" })

    expect(await field.getAttribute("aria-invalid")).toBe("true")
    const described = await field.getAttribute("aria-describedby")
    expect(await view.page.locator(`[id="${described}"]`).textContent()).toContain("Addresses start with https://")
  })

  it("refuse a tag with a sentence and keep what was typed", async () => {
    await using view = await open("fields", { viewport: WIDE })
    const { page } = view
    const field = page.getByRole("textbox", { name: "Tags" })

    await field.fill("card data!")
    await page.keyboard.press("Enter")
    await page.getByText(/has signs other than/).waitFor()
    expect(await field.inputValue()).toBe("card data!")

    await field.fill("pci")
    await page.keyboard.press("Enter")
    expect(await page.getByRole("button", { name: "Remove pci" }).isVisible()).toBe(true)
  })

  it("show a password only while asked to", async () => {
    await using view = await open("auth", { viewport: WIDE })
    const field = view.page.getByLabel("Password", { exact: true })

    expect(await field.getAttribute("type")).toBe("password")
    await view.page.getByRole("button", { name: "Show the password" }).click()
    expect(await field.getAttribute("type")).toBe("text")
  })
})

describe("what floats", () => {
  it("asks for the name before it destroys, and shows why it could not", async () => {
    await using view = await open("floating", { viewport: WIDE })
    const { page } = view
    await page.getByRole("button", { name: "Confirmation" }).click()
    const confirm = page.getByRole("button", { name: "Delete system" })
    expect(await confirm.isDisabled()).toBe(true)

    await page.keyboard.type("payments-api")
    await confirm.click()

    await page.getByText("Two incidents still name payments-api. Resolve them first.").waitFor()
    expect(await page.getByRole("dialog").isVisible()).toBe(true)
  })

  it("keeps an error until it is dismissed and lets good news go", async () => {
    await using view = await open("floating", { viewport: WIDE, fakeClock: true })
    const { page } = view
    await page.getByRole("button", { name: "Toast", exact: true }).click()
    await page.getByRole("button", { name: "Error toast" }).click()
    await page
      .getByRole("alert")
      .getByText(/Ana lacks the permission/)
      .waitFor()
    await page.mouse.move(400, 400)

    await page.clock.fastForward(60_000)

    await page.getByText("Update posted").waitFor({ state: "detached" })
    expect(await page.getByRole("alert").isVisible()).toBe(true)
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click()
    await page.getByRole("alert").waitFor({ state: "detached" })
  })

  it("walks a menu with the arrow keys and returns the focus", async () => {
    await using view = await open("floating", { viewport: WIDE })
    const { page } = view
    const trigger = page.locator("main").getByRole("button", { name: "More" })

    await trigger.focus()
    await page.keyboard.press("Enter")
    // It is there before it has the focus; an arrow in between would only lead to it.
    await expect.poll(() => hasFocus(page.getByRole("menuitem", { name: "Edit system" }))).toBe(true)
    await page.keyboard.press("ArrowDown")
    // The focus moves a moment after the key, and Enter chooses what has it.
    await expect.poll(() => hasFocus(page.getByRole("menuitem", { name: "Copy link" }))).toBe(true)
    await page.keyboard.press("Enter")

    await page.getByText("Chosen in the menu: copy").waitFor()
    await vi.waitFor(async () => expect(await hasFocus(trigger)).toBe(true), { timeout: 15_000 })
  })

  it("returns the focus to the menu's button from a dialog that a menu opened", async () => {
    await using view = await open("floating", { viewport: WIDE })
    const { page } = view
    const trigger = page.locator("main").getByRole("button", { name: "More" })

    await trigger.click()
    await page.getByRole("menuitem", { name: "Delete system" }).click()
    await page.getByRole("dialog").waitFor()
    await page.keyboard.press("Escape")

    await page.getByRole("dialog").waitFor({ state: "detached" })
    await vi.waitFor(async () => expect(await hasFocus(trigger)).toBe(true), { timeout: 15_000 })
  })

  it("shows the exact instant of a time in a table that the pointer rests on", async () => {
    await using view = await open("systems", { viewport: WIDE, timezoneId: "Europe/Berlin" })

    await view.page.locator("tr[data-row] time").nth(3).hover()

    await view.page.getByRole("tooltip", { name: /\d{4}, \d{2}:\d{2}:\d{2} CES?T/ }).waitFor()
  })

  it("shows the exact instant of a time that has the focus", async () => {
    await using view = await open("marks", { viewport: WIDE, timezoneId: "Europe/Berlin" })

    await view.page.locator("main time").first().focus()

    await view.page.getByRole("tooltip", { name: /\d{4}, \d{2}:\d{2}:\d{2} CES?T/ }).waitFor()
  })
})

describe("ProposalCard", () => {
  const card = (page: Page, id: string) => page.locator(`[data-proposal=${id}]`)

  it("is signed with one press, says so and keeps the keyboard", async () => {
    await using view = await open("proposals", { viewport: WIDE })
    const rollback = card(view.page, "p-rollback")

    await rollback.getByRole("button", { name: /^Apply/ }).press("Enter")

    await rollback.getByText("Applied, signed by Ben Okafor").waitFor()
    await vi.waitFor(async () => expect(await hasFocus(rollback)).toBe(true), { timeout: 15_000 })
  })

  it("takes a second press on a button that names what is destroyed, away from the first", async () => {
    await using view = await open("proposals", { viewport: NARROW, hasTouch: true })
    const deletion = card(view.page, "p-delete")
    const first = deletion.getByRole("button", { name: /^Apply/ })
    const below = async (button: Locator) =>
      ((await button.boundingBox())?.y ?? 0) - ((await deletion.boundingBox())?.y ?? 0)
    const place = await below(first)

    await first.press("Enter")
    const second = deletion.getByRole("button", { name: /^Delete the system image-resizer/ })

    expect(await hasFocus(deletion.getByRole("button", { name: "Go back" }))).toBe(true)
    // 44 px is the height of the first on a phone.
    expect(await below(second)).toBeGreaterThan(place + 44)
    await view.page.keyboard.press("Escape")
    await second.waitFor({ state: "detached" })
    await first.click()
    await second.click()
    await deletion.getByText("Applied, signed by Ben Okafor").waitFor()
  })

  it("is declined with a reason from the keyboard alone", async () => {
    await using view = await open("proposals", { viewport: WIDE })
    const { page } = view
    const rollback = card(page, "p-rollback")

    await rollback.getByRole("button", { name: /^Decline/ }).press("Enter")
    await page.keyboard.type("Not before the ledger has caught up.")
    await page.keyboard.press("Control+Enter")

    await rollback.getByRole("blockquote").getByText("Not before the ledger has caught up.").waitFor()
  })

  it("counts down, turns urgent and can then no longer be signed", async () => {
    await using view = await open("proposals", { viewport: WIDE, fakeClock: true })
    const { page } = view
    const rollback = card(page, "p-rollback")
    expect(await rollback.locator("[data-urgent]").count()).toBe(0)

    await page.clock.fastForward("23:50:00")
    await rollback
      .locator("[data-urgent]")
      .getByText(/^\d min( \d+ s)? left/)
      .waitFor()
    await page.clock.fastForward("10:00")

    await rollback.getByText("The time to sign this is over.").waitFor()
    expect(await rollback.getByRole("button", { name: /^Apply/ }).count()).toBe(0)
  })

  it("shows why it could not be signed and can be tried again", async () => {
    await using view = await open("proposals", { viewport: WIDE })
    const fresh = card(view.page, "p-fresh")

    await fresh.getByRole("button", { name: /^Apply/ }).click()

    await fresh
      .getByRole("alert")
      .getByText(/Ben lacks the permission/)
      .waitFor()
    expect(await fresh.getByRole("button", { name: /^Apply/ }).isEnabled()).toBe(true)
  })

  it("tells those who may not sign why, and offers them no button", async () => {
    await using view = await open("proposals", { viewport: WIDE })
    const notMine = card(view.page, "p-not-mine")

    await notMine.getByText("You asked for this yourself.").waitFor()
    expect(await notMine.getByRole("button").count()).toBe(0)
  })

  it("says what moved since the proposal it takes the place of", async () => {
    await using view = await open("proposals", { viewport: WIDE })
    const moved = card(view.page, "p-fresh").getByRole("table", { name: "What moved since the earlier proposal" })

    expect(await moved.getByRole("row").nth(1).textContent()).toContain("Status, stored")
    expect(await moved.locator("del").textContent()).toBe("Investigating")
    expect(await moved.locator("ins").textContent()).toBe("Monitoring")
  })

  it("folds long texts until asked, and lists by their entries", async () => {
    await using view = await open("proposals", { viewport: WIDE })
    const incident = card(view.page, "p-open")
    const rollback = card(view.page, "p-rollback")
    expect(await incident.getByText("14. Drain pool 14").count()).toBe(0)

    await incident.getByRole("button", { name: /^Show [\d,]+ more characters/ }).click()

    await incident.getByText("14. Drain pool 14").waitFor()
    const tags = rollback.getByRole("row", { name: /^Tags/ })
    expect(await tags.locator("del").textContent()).toBe("removed: canary")
    expect(await tags.locator("ins").textContent()).toBe("added: rolled-back")
  })

  it("settles what is not known only with a finding and how one knows", async () => {
    await using view = await open("proposals", { viewport: WIDE })
    const unknown = card(view.page, "p-unknown")
    const settle = unknown.getByRole("button", { name: "Settle" })
    await settle.click()
    await unknown.getByRole("alert").getByText("Say first what you found: did it happen or not?").waitFor()

    await unknown.getByRole("radio", { name: /It happened/ }).check()
    await unknown.getByRole("textbox", { name: "How you know" }).fill("The receiver shows the call.")
    await settle.click()

    await unknown
      .getByRole("alert")
      .getByText(/Ben lacks the permission/)
      .waitFor()
  })
})

describe("Markdown", () => {
  it("loads no image, runs no script and says where links lead", async () => {
    await using view = await open("showing", { viewport: WIDE })
    const { page } = view
    const foreign = page.getByRole("link", { name: /runbook/ })
    await foreign.waitFor()

    expect(await foreign.textContent()).toContain("wiki.example.org")
    expect(await foreign.getAttribute("rel")).toContain("noopener")
    expect(await page.getByText("[image: graph of errors]").isVisible()).toBe(true)
    expect(await page.locator("main img, main script").count()).toBe(0)
    expect(view.requests.filter((url) => !url.startsWith(address) && !url.startsWith("data:"))).toEqual([])
  })

  it("hands links inside the application to it", async () => {
    await using view = await open("incident", { viewport: WIDE })
    const said = view.page.waitForEvent("console", (message) => message.text() === "/catalog/sys-1/releases")

    await view.page.getByRole("link", { name: "2026.46.1" }).click()

    await said
    expect(new URL(view.page.url()).hash).toBe("#incident")
  })
})

describe("AppFrame", () => {
  it("leads from the skip link to the content", async () => {
    await using view = await open("systems", { viewport: WIDE })

    await view.page.keyboard.press("Tab")
    expect(await focusedText(view.page)).toBe("Skip to the content")
    await view.page.keyboard.press("Enter")

    expect(await view.page.evaluate(() => document.activeElement?.id)).toBe("main")
  })

  it("has a bottom bar on small screens, and the rest behind More", async () => {
    await using view = await open("systems", { viewport: NARROW, hasTouch: true })
    const { page } = view
    const bar = page.getByRole("navigation", { name: "Workspaces" })
    expect(await bar.getByRole("link").count()).toBe(4)

    await bar.getByRole("button", { name: "More" }).click()
    await page.getByRole("dialog", { name: "Go to" }).getByRole("link", { name: "Settings" }).click()

    await page.getByRole("heading", { level: 1, name: "Team settings" }).waitFor()
    expect(await page.getByRole("dialog").count()).toBe(0)
  })
})

describe("the assistant's thread", () => {
  it("writes addresses elsewhere out and links to none of them", async () => {
    await using view = await open("assistant", { viewport: WIDE })

    await view.page.getByText("(https://wiki.example.org/payments)").waitFor()
    expect(await view.page.locator('main a[href^="http"]').count()).toBe(0)
  })

  it("gives back what was typed when it could not be sent, and says why", async () => {
    await using view = await open("assistant", { viewport: WIDE })
    const message = view.page.getByRole("textbox", { name: "Message" })

    await message.fill("Is anybody there?")
    await message.press("Shift+Enter")
    await message.pressSequentially("Hello?")
    await message.press("Enter")

    await view.page
      .getByRole("alert")
      .getByText(/cannot be reached/)
      .waitFor()
    expect(await message.inputValue()).toBe("Is anybody there?\nHello?")
  })

  it("opens a call to what it asked and answered, and stays where it was read", async () => {
    await using view = await open("assistant", { viewport: WIDE })
    const call = view.page.getByRole("button", { name: /Looked at "status.example.org"/ })
    await call.scrollIntoViewIfNeeded()
    const place = await call.boundingBox()

    await call.press("Enter")

    await view.page.getByText("did not answer within 10 seconds").waitFor()
    expect(await call.boundingBox()).toEqual(place)
  })

  it("shows an answer with a long address to its last letter, on a phone too", async () => {
    await using view = await open("assistant", { viewport: { width: 360, height: 740 } })
    const option = view.page.getByRole("button", { name: /^As https:/ })
    expect(await option.textContent()).toMatch(/to=elsewhere\.example says$/)
    const cut = await option.evaluate((button) => {
      const words = document.createRange()
      words.selectNodeContents(button)
      const [text, box] = [words.getBoundingClientRect(), button.getBoundingClientRect()]
      return { wide: text.right > box.right, tall: text.bottom > box.bottom, lines: words.getClientRects().length }
    })
    expect(cut).toMatchObject({ wide: false, tall: false })
    expect(cut.lines).toBeGreaterThan(3)
  })

  it("answers a question from the keyboard", async () => {
    await using view = await open("assistant", { viewport: WIDE })
    const options = view.page.getByRole("group", { name: "How severe is it?" }).getByRole("button")
    const said = view.page.waitForEvent("console", (event) => event.text() === "Major: some customers cannot pay")

    await options.first().press("ArrowDown")
    await view.page.keyboard.press("Enter")

    await said
  })
})

type View = {
  page: Page
  /** Errors, warnings and breaches of the policy. */
  problems: string[]
  requests: string[]
  /** Loads the example anew. */
  go: (name: string) => Promise<void>
  /** As a link does it, in one load of the gallery. */
  turnTo: (name: string) => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

async function open(
  name: string,
  { fakeClock, ...options }: BrowserContextOptions & { fakeClock?: boolean } = {},
): Promise<View> {
  const context = await browser.newContext({ viewport: WIDE, ...options })
  const page = await context.newPage()
  const problems: string[] = []
  const requests: string[] = []
  page.on("pageerror", (error) => problems.push(error.message))
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text())
  })
  page.on("request", (request) => requests.push(request.url()))
  if (fakeClock) await page.clock.install()

  let visits = 0
  async function go(place: string) {
    // Another query each time: a change of the hash alone would keep the page and what was opened in it.
    await page.goto(`${address}?${visits++}#${place}`)
    await shown(place)
  }
  async function turnTo(place: string) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, place)
    await shown(place)
  }
  async function shown(place: string) {
    await page.locator(`[data-example="${place}"]`).waitFor({ state: "attached" })
    await page.locator("h1").first().waitFor({ state: "attached" })
    // What is parsed on first use belongs to the page as people see it.
    if (["showing", "incident"].includes(place)) await page.getByRole("link", { name: /runbook/ }).waitFor()
    if (place === "data") {
      await page.locator("canvas").waitFor()
      await page.getByRole("textbox", { name: "Script" }).waitFor()
      await page.getByRole("textbox", { name: "Command" }).waitFor()
    }
    if (place === "assistant") await page.locator("strong", { hasText: "payments-api" }).first().waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => null))
  }
  await go(name)
  return { page, problems, requests, go, turnTo, [Symbol.asyncDispose]: () => context.close() }
}

/** Of all text that is to be seen. */
function textSizes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent && node.textContent?.trim() && parent.checkVisibility()) seen.add(getComputedStyle(parent).fontSize)
    }
    return [...seen].sort()
  })
}

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
}

function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

function focusedText(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent)
}

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
}

async function serve(root: string): Promise<Server> {
  const listening = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname
    const file = join(root, path === "/" ? "index.html" : path)
    response.setHeader("content-security-policy", POLICY)
    try {
      const body = await readFile(file)
      response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream")
      response.end(body)
    } catch {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done))
  return listening
}
