import { openSession, type Session } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { openEditor, pagesFor, shows } from "./editor.ts"
import { inspect, PHONE } from "./inspect.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()
const { emptyPage, pageWith } = pagesFor(ana)

describe("the editor of the site", () => {
  it("builds a page from nothing by hand, takes all of it back and does it again", async () => {
    const key = await emptyPage()
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/site/documents/${key}`)
    await page.getByRole("link", { name: "Edit" }).click()
    await page.waitForURL(`${url}/site/edit/${key}`)
    const hands = await openEditor(page, url, key)
    await shows(hands, "")

    await hands.insert("Opening")
    await shows(
      hands,
      '<section class="hero"><h1>What you offer</h1><p>For whom, and why it is good.</p><a href="/">Begin</a></section>',
    )
    await hands.typeInto("h1", "Checkout")
    await expect.poll(() => hands.html()).toContain("<h1>Checkout</h1>")
    await hands.drag(hands.shown.locator("section > a")).onto(hands.shown.locator("h1"), "before")
    await expect.poll(() => hands.html()).toContain('<section class="hero"><a href="/">Begin</a><h1>')
    await hands.drag(hands.layer(/^Paragraph/)).onto(hands.layer(/^Heading 1/), "before")
    const built =
      '<section class="hero"><a href="/">Begin</a><p>For whom, and why it is good.</p><h1>Checkout</h1></section>'
    await shows(hands, built)
    await hands.saved()

    for (const _ of [1, 2, 3, 4]) await hands.undo()
    await shows(hands, "")
    for (const _ of [1, 2, 3, 4]) await hands.redo()
    await shows(hands, built)
    await hands.saved()
    await page.reload()
    await expect.poll(() => hands.shown.locator("h1").count()).toBe(1)
    await shows(hands, built)
  })

  it("edits words where they stand: Enter, Backspace, a line break, strong words, and letters that are composed", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith("<h1>Hello</h1><p>One two</p>"))
    await hands.edit("p")
    await page.keyboard.press("End")
    for (const _ of "two") await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Enter")
    await shows(hands, "<h1>Hello</h1><p>One </p><p>two</p>")
    await page.keyboard.type("and ")
    await shows(hands, "<h1>Hello</h1><p>One </p><p>and two</p>")
    await page.keyboard.press("Home")
    await page.keyboard.press("Backspace")
    await shows(hands, "<h1>Hello</h1><p>One and two</p>")
    await page.keyboard.press("Shift+ArrowRight")
    for (const _ of "nd") await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Control+b")
    await shows(hands, "<h1>Hello</h1><p>One <strong>and</strong> two</p>")
    await page.keyboard.press("Home")
    for (const _ of "One") await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Control+Alt+k")
    await shows(hands, '<h1>Hello</h1><p><a href="/">One</a> <strong>and</strong> two</p>')
    await page.keyboard.press("Control+z")
    await shows(hands, "<h1>Hello</h1><p>One <strong>and</strong> two</p>")

    const typing = await page.context().newCDPSession(page)
    await page.keyboard.press("End")
    await typing.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 })
    await typing.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 })
    expect(await changes(hands.key)).not.toContain("に")
    await typing.send("Input.insertText", { text: "日本" })
    await shows(hands, "<h1>Hello</h1><p>One <strong>and</strong> two日本</p>")
    await page.keyboard.press("Escape")
    await hands.edit("h1")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await page.keyboard.type("After it")
    await shows(hands, "<h1>Hello</h1><p>After it</p><p>One <strong>and</strong> two日本</p>")
    await page.keyboard.press("Escape")
    await hands.saved()
    expect(await changes(hands.key)).toContain("日本")
    for (const _ of [1, 2, 3, 4, 5, 6, 7]) await hands.undo()
    await shows(hands, "<h1>Hello</h1><p>One two</p>")
  })

  it("keeps the letters of two who write one sentence, and takes back only one's own", async () => {
    const ben = await joinedAs("Ben")
    const key = await pageWith("<p>Fast</p>")
    const [anas, bens] = await Promise.all([
      browser.visit(signedInAs(ana, url)).then(({ page }) => openEditor(page, url, key)),
      browser.visit(signedInAs(ben, url)).then(({ page }) => openEditor(page, url, key)),
    ])
    await anas.edit("p")
    await anas.page.keyboard.press("End")
    await anas.page.keyboard.type(" and safe")
    await shows(bens, "<p>Fast and safe</p>")
    await bens.edit("p")
    await bens.page.keyboard.press("Home")
    await bens.page.keyboard.type("Very ")
    await shows(anas, "<p>Very Fast and safe</p>")
    await anas.page.keyboard.press("Escape")
    await anas.edit("p")
    await anas.page.keyboard.press("End")
    await anas.page.keyboard.type("!")
    await shows(bens, "<p>Very Fast and safe!</p>")
    await expect.poll(() => anas.page.locator("[data-mark=other]:visible").allTextContents()).toEqual(["Ben"])

    await anas.page.keyboard.press("Escape")
    await anas.page.keyboard.press("Escape")
    await expect.poll(() => anas.layer(/^Paragraph/).getAttribute("aria-selected")).toBe("false")
    await anas.page.getByRole("button", { name: "Ben is editing too" }).click()
    await expect.poll(() => anas.layers.locator("[aria-selected=true]").count()).toBe(1)
    await anas.undo()
    await anas.undo()
    await shows(bens, "<p>Very Fast</p>")
    await anas.redo()
    await shows(bens, "<p>Very Fast and safe</p>")

    await bens.page.keyboard.press("Escape")
    await bens.page.context().setOffline(true)
    await bens.typeInto("p", "Alone")
    await bens.page.locator("[data-connection=offline]").waitFor()
    expect(await bens.page.locator("[data-connection=offline]").textContent()).toMatch(
      /^Offline, \d+ changes not sent$/,
    )
    await bens.page.context().setOffline(false)
    await bens.saved()
    await shows(anas, "<p>Alone</p>")
  })

  it("stays open while nothing can be loaded, and sends what was done once it can", async () => {
    const { page, context } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith("<p>Words</p>"))
    await page.evaluate(() => Object.assign(window, { isTheSame: true }))
    await hands.insert("Line")
    await hands.saved()
    await context.setOffline(true)

    await hands.insert("Heading")
    await shows(hands, "<p>Words</p><hr><h2>Heading</h2>")
    const asked = page.waitForEvent("requestfailed", (request) => /\/assets\/.*\.js$/.test(request.url()))
    await page.getByRole("link", { name: "Media", exact: true }).hover()
    await asked
    await page.keyboard.press("?")
    await page.getByText("It could not be loaded", { exact: true }).waitFor()

    await context.setOffline(false)
    await hands.saved()
    expect(await page.evaluate(() => "isTheSame" in window)).toBe(true)
    expect(await changes(hands.key)).toContain("h2")
    await page.getByRole("button", { name: "Reload the page" }).click()
    await page.waitForFunction(() => !("isTheSame" in window))
    await shows(hands, "<p>Words</p><hr><h2>Heading</h2>")
    await page.keyboard.press("?")
    await page.getByRole("dialog").getByRole("heading").first().waitFor()
  })

  it("keeps what somebody wrote whose permission ends meanwhile, and says that it is not saved", async () => {
    const dora = await join({ url, ana }, "Dora", "operator")
    const session = openSession(url)
    await expectOk(session.call("platform.signIn", { email: dora.email, password: dora.password }))
    const { page } = await browser.visit(signedInAs(session, url))
    const hands = await openEditor(page, url, await pageWith("<p>One</p>"))
    await hands.edit("p")
    await page.keyboard.press("End")
    const { version } = await expectOk(ana.call<{ version: number }>("platform.getPerson", { id: dora.id }))
    await expectOk(ana.call("platform.updatePerson", { id: dora.id, version, roles: ["viewer"] }))
    await page.keyboard.type(" and two")
    await page.locator("[data-connection=stopped]").waitFor()
    expect(await page.locator("[data-connection=stopped]").textContent()).toMatch(/not sent: .+/)
    await shows(hands, "<p>One and two</p>")
  })

  it("says to whoever may only look what they can do, and offers nothing else", async () => {
    const nadia = await join({ url, ana }, "Nadia", "viewer")
    const session = openSession(url)
    await expectOk(session.call("platform.signIn", { email: nadia.email, password: nadia.password }))
    const { page } = await browser.visit(signedInAs(session, url))
    await openEditor(page, url, await pageWith("<p>One</p>"))
    await page.getByText("Select something on the canvas or in the layers to look at it.").waitFor()
    expect(await page.getByRole("heading", { name: "Page", exact: true }).count()).toBe(0)
    expect(await page.locator("main").textContent()).not.toContain("edits words")
  })

  it("says why something may not land, and lets it stay where it is", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith("<h1>Hello</h1><ul><li>One</li></ul><p>Words</p>"))
    expect(await hands.drag(hands.layer(/^Heading 1/)).over(hands.layer(/^Paragraph/), "into")).toBe("refused")
    expect(await hands.drag(hands.layer(/^Heading 1/)).over(hands.layer(/^Paragraph/), "behind")).toBe("allowed")

    await hands.drag(hands.layer(/^Heading 1/)).onto(hands.layer(/^Paragraph/), "into")

    await page.getByText("would end the paragraph around it").waitFor()
    await shows(hands, "<h1>Hello</h1><ul><li>One</li></ul><p>Words</p>")
    await page.getByRole("button", { name: "Dismiss" }).click()
    await page.getByRole("tab", { name: "Insert" }).click()
    await hands.drag(hands.palette("Heading")).onto(hands.shown.locator("p"), "behind")
    await shows(hands, "<h1>Hello</h1><ul><li>One</li></ul><p>Words</p><h2>Heading</h2>")
  })

  it("selects what a frame is drawn around, and with Shift more of it", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith("<h1>Hello</h1><p>One</p><ul><li>Two</li></ul>"))
    const selected = () =>
      hands.layers.locator("[aria-selected=true]").evaluateAll((rows) => rows.map((row) => row.ariaLabel))
    const canvas = (await page.getByRole("group", { name: /^Canvas of/ }).boundingBox())!
    const list = (await hands.shown.locator("ul").boundingBox())!
    const words = (await hands.shown.locator("p").boundingBox())!
    await page.mouse.move(canvas.x + canvas.width - 2, list.y + list.height + 30)
    await page.mouse.down()
    await page.mouse.move(canvas.x + 100, words.y - 2, { steps: 4 })
    await page.mouse.move(canvas.x + 1, words.y - 2)
    await page.locator("[data-mark=marquee]:visible").waitFor()
    await page.mouse.up()
    await expect.poll(selected).toEqual(["Paragraph: One", "List"])
    expect(await page.locator("[data-mark=marquee]:visible").count()).toBe(0)
    await page.keyboard.down("Shift")
    await page.mouse.move(canvas.x + 1, canvas.y + 1)
    await page.mouse.down()
    await page.mouse.move(canvas.x + canvas.width - 2, words.y - 1, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.up("Shift")
    await expect.poll(selected).toEqual(["Heading 1: Hello", "Paragraph: One", "List"])
    await page.keyboard.press("Delete")
    await shows(hands, "")
    await hands.undo()
    await shows(hands, "<h1>Hello</h1><p>One</p><ul><li>Two</li></ul>")
  })

  it("is used by the keyboard alone", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith("<h1>Hello</h1><p>One</p><p>Two</p>"))
    const said = page.locator("[data-announcement]")
    await page.getByRole("group", { name: /^Canvas of/ }).focus()
    await page.keyboard.press("ArrowRight")
    await expect.poll(() => said.textContent()).toBe("Heading 1: Hello, 1 of 3 in Page.")
    await page.keyboard.press("Alt+ArrowDown")
    await shows(hands, "<p>One</p><h1>Hello</h1><p>Two</p>")
    await page.keyboard.press("Control+d")
    await shows(hands, "<p>One</p><h1>Hello</h1><h1>Hello</h1><p>Two</p>")
    await page.keyboard.press("Delete")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Control+g")
    await shows(hands, "<p>One</p><div><h1>Hello</h1></div><p>Two</p>")
    await page.keyboard.press("Control+Shift+g")
    await shows(hands, "<p>One</p><h1>Hello</h1><p>Two</p>")
    await page.keyboard.press("F2")
    await page.getByRole("dialog").getByLabel("Name").fill("Title")
    await page.keyboard.press("Enter")
    // The dialog gives the keyboard back once it is gone.
    await page.locator('[aria-label^="Canvas of"]:focus').waitFor()
    await page.keyboard.press("Control+Shift+l")
    await expect.poll(() => said.textContent()).toBe("Title, Heading 1, 2 of 3 in Page, locked.")
    await page.keyboard.press("Delete")
    await page.getByText("It is locked. Unlock it before you delete it.").waitFor()
    await page.keyboard.press("Control+Shift+h")
    await shows(hands, "<p>One</p><p>Two</p>")
    expect(await hands.layer("Title, Heading 1, hidden, locked").getAttribute("aria-posinset")).toBe("2")

    await hands.layer(/^Title/).focus()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await expect.poll(() => hands.shown.locator("[contenteditable]").count()).toBe(1)
    await page.keyboard.type("!")
    await page.keyboard.press("Escape")
    await shows(hands, "<p>One!</p><p>Two</p>")
    await page.keyboard.press("Control+x")
    await shows(hands, "<p>Two</p>")
    await page.keyboard.press("Control+v")
    // Behind what is selected now, the hidden title.
    await shows(hands, "<p>One!</p><p>Two</p>")
    expect(await hands.layers.getByRole("treeitem").evaluateAll((rows) => rows.map((row) => row.ariaLabel))).toEqual([
      "Page",
      "Title, Heading 1, hidden, locked",
      "Paragraph: One!",
      "Paragraph: Two",
    ])
  })

  it("moves to anywhere, wraps in a link and makes a component, by the keyboard", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const key = await pageWith("<h1>Hello</h1><section><p>One</p></section><h2>Two</h2>")
    const hands = await openEditor(page, url, key)
    const canvas = page.getByRole("group", { name: /^Canvas of/ })
    await canvas.focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Control+Shift+m")
    const dialog = page.getByRole("dialog", { name: "Move to" })
    await dialog.getByLabel("To which element").fill("One")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await dialog.getByText("Into it").click()
    await dialog.getByText("would end the paragraph around it").waitFor()
    expect(await dialog.getByRole("button", { name: "Move" }).isDisabled()).toBe(true)
    await dialog.getByText("Before it").click()
    await dialog.getByRole("button", { name: "Move" }).press("Enter")
    await shows(hands, "<section><h1>Hello</h1><p>One</p></section><h2>Two</h2>")

    await canvas.focus()
    await page.keyboard.press("Control+Alt+k")
    await shows(hands, '<section><a href="/"><h1>Hello</h1></a><p>One</p></section><h2>Two</h2>')
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Control+Alt+g")
    await page.getByRole("dialog", { name: "Make a component" }).getByLabel("Name").fill("Card")
    await page.keyboard.press("Enter")
    const inside = '<section><a href="/"><h1>Hello</h1></a><p>One</p></section>'
    const used = new RegExp(`^<cs-component data-component="\\w+">${inside}</cs-component><h2>Two</h2>$`)
    await expect.poll(() => hands.html()).toMatch(used)
    await hands.saved()
    await page.reload()
    await expect.poll(() => hands.html()).toMatch(used)

    // Whoever points into it points at the component; what it shows is changed in one place.
    await hands.select("p")
    expect(await hands.layer("Card, Component").getAttribute("aria-selected")).toBe("true")
    const address = await page.getByRole("link", { name: "the component" }).getAttribute("href")
    const other = await browser.visit(signedInAs(ana, url))
    const component = await openEditor(other.page, url, address!.slice("/site/edit/".length))
    await component.typeInto("p", "Another")
    await expect.poll(() => hands.html()).toContain("<p>Another</p>")
  })

  it("takes pictures of this machine: chosen, dropped onto the page, and in place of another", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith("<h1>Hello</h1><p>Words</p>"))
    const pictures = () =>
      hands.shown
        .locator("body")
        .evaluate((body) => [...body.children].map((one) => (one as HTMLImageElement).naturalWidth ?? one.localName))
    await hands.select("h1")
    await page.getByRole("tab", { name: "Insert" }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Upload a picture or file" }).click(),
    ])
    await chooser.setFiles({ name: "one.svg", mimeType: "image/svg+xml", buffer: drawing(40) })
    await expect.poll(pictures).toEqual(["h1", 40, "p"])

    const file = await page.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], "two.svg", { type: "image/svg+xml" }))
      return data
    }, drawing(50).toString())
    const { x, y } = (await hands.shown.locator("h1").boundingBox())!
    const there = { dataTransfer: file, clientX: x + 3, clientY: y + 2 }
    const canvas = page.getByRole("group", { name: /^Canvas of/ })
    await canvas.dispatchEvent("dragover", there)
    await page.locator("[data-drop-line=allowed]:visible").waitFor()
    await canvas.dispatchEvent("drop", there)
    await expect.poll(pictures).toEqual([50, "h1", 40, "p"])
    expect(await page.locator("[data-drop-line]:visible").count()).toBe(0)

    const [another] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Upload another picture" }).click(),
    ])
    await another.setFiles({ name: "three.svg", mimeType: "image/svg+xml", buffer: drawing(60) })
    await expect.poll(pictures).toEqual([60, "h1", 40, "p"])

    await canvas.evaluate((element, data) => {
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
    }, file)
    await expect.poll(pictures).toEqual([60, 50, "h1", 40, "p"])
    for (const _ of [1, 2, 3, 4]) await hands.undo()
    await shows(hands, "<h1>Hello</h1><p>Words</p>")
    await hands.saved()
  })

  it("changes attributes, classes and styles, for all widths and for one", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith('<a href="/old">Buy</a>'))
    const link = hands.shown.locator("a")
    const look = (property: string) =>
      link.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    await hands.select("a")
    await page.getByLabel("href", { exact: true }).fill("/buy")
    await page.keyboard.press("Enter")
    await page.getByLabel("Name of a class").fill("cta")
    await page.keyboard.press("Enter")
    await shows(hands, '<a href="/buy" class="cta">Buy</a>')

    await page.getByRole("tab", { name: "Style" }).click()
    await page.getByLabel("Inside", { exact: true }).fill("12px")
    await page.keyboard.press("Enter")
    await expect.poll(() => look("padding-top")).toBe("12px")
    await page.getByRole("radiogroup", { name: "Width of the window" }).getByText("Phone").click()
    await page.getByLabel("Inside", { exact: true }).fill("4px")
    await page.keyboard.press("Enter")
    await expect.poll(() => look("padding-top")).toBe("4px")
    await page.getByLabel("Name of a property").fill("letter-spacing")
    await page.getByLabel("Value of the property").fill("2px")
    await page.keyboard.press("Enter")
    await expect.poll(() => look("letter-spacing")).toBe("2px")
    await page.getByRole("radiogroup", { name: "Width of the window" }).getByText("Desktop").click()
    await expect.poll(() => look("padding-top")).toBe("12px")
    expect(await look("letter-spacing")).toBe("normal")
    await page.getByLabel("The rule of .cta as text").fill("padding: 1px;\ncolor: rgb(1, 2, 3);")
    await page.getByRole("button", { name: "Apply the text" }).click()
    await expect.poll(() => look("color")).toBe("rgb(1, 2, 3)")
    await hands.undo()
    await expect.poll(() => look("padding-top")).toBe("12px")
    await hands.saved()
  })

  it("shows a state while its style is changed, and where each value comes from", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(
      page,
      url,
      await pageWith('<div class="card"><a class="more" href="/">More</a></div>'),
    )
    const link = hands.shown.locator("a")
    const color = () => link.evaluate((element) => getComputedStyle(element).color)
    const listed = page.getByRole("region", { name: "Where it comes from" }).getByRole("listitem")
    await hands.select("a")
    await page.getByRole("tab", { name: "Style" }).click()
    await page.getByLabel("Words", { exact: true }).fill("rgb(1, 2, 3)")
    await page.keyboard.press("Enter")
    await expect.poll(color).toBe("rgb(1, 2, 3)")
    await page.getByLabel("When").selectOption("While the pointer is on it")
    await expect.poll(() => page.getByLabel("Words", { exact: true }).getAttribute("placeholder")).toBe("rgb(1, 2, 3)")
    await page.getByLabel("Words", { exact: true }).fill("rgb(4, 5, 6)")
    await page.keyboard.press("Enter")
    await expect.poll(color).toBe("rgb(4, 5, 6)")
    await page.getByLabel("When").selectOption("As it is")
    await expect.poll(color).toBe("rgb(1, 2, 3)")
    await page.getByText("Now and then also: .more:hover").waitFor()

    await page.getByLabel("Change the style of").selectOption("This element alone")
    await page.getByLabel("Words", { exact: true }).fill("rgb(7, 8, 9)")
    await page.keyboard.press("Enter")
    await expect
      .poll(() => listed.filter({ hasText: "color:" }).allTextContents())
      .toEqual(["color: rgb(7, 8, 9)This element alone", "color: rgb(1, 2, 3) (overridden).more, styles.css"])
  })

  it("gives colours and sizes names that the page follows, and finds what has a class", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(
      page,
      url,
      await pageWith('<p class="lead">One</p><p class="lead">Two</p><p>Three</p>'),
    )
    const look = (property: string) =>
      hands.shown
        .locator(".lead")
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    await page.getByRole("tab", { name: "Tokens" }).click()
    const colors = page.getByRole("region", { name: "Colours" })
    await colors.getByLabel("Name", { exact: true }).fill("Sea Side")
    await colors.getByLabel("Colour", { exact: true }).fill("rgb(1, 2, 3)")
    await colors.getByRole("button", { name: "Add the colour" }).click()
    // What the name may not be is said, and what was typed stays.
    await page.getByRole("alert").filter({ hasText: "Sea Side" }).waitFor()
    expect(await colors.getByLabel("Colour", { exact: true }).inputValue()).toBe("rgb(1, 2, 3)")
    await colors.getByLabel("Name", { exact: true }).fill("sea")
    await page.keyboard.press("Enter")
    await colors.getByText("--color-sea").waitFor()
    await page.getByRole("button", { name: "Add text sizes" }).click()

    await page.getByRole("tab", { name: "Classes" }).click()
    await page.getByRole("button", { name: ".lead 2 elements, no rule" }).click()
    await page.getByText("2 elements are selected.").first().waitFor()
    await hands.select(".lead")
    await page.getByRole("tab", { name: "Style" }).click()
    await page.getByLabel("Words", { exact: true }).fill("var(--color-sea)")
    await page.keyboard.press("Enter")
    await page.getByLabel("Size", { exact: true }).fill("var(--text-xl)")
    await page.keyboard.press("Enter")
    await expect.poll(() => look("color")).toBe("rgb(1, 2, 3)")

    await page.getByRole("tab", { name: "Tokens" }).click()
    await colors.getByText("used once").waitFor()
    await colors.getByLabel("sea on light").fill("rgb(4, 5, 6)")
    await page.keyboard.press("Enter")
    await expect.poll(() => look("color")).toBe("rgb(4, 5, 6)")
    const before = Number.parseFloat(await look("font-size"))
    const wide = page.getByRole("group", { name: "On a wide window" })
    await wide.getByLabel("Ratio").fill("2")
    await page.keyboard.press("Enter")
    await expect.poll(async () => Number.parseFloat(await look("font-size"))).toBeGreaterThan(before)
    await hands.undo()
    await hands.undo()
    await expect.poll(() => look("color")).toBe("rgb(1, 2, 3)")
    await colors.getByRole("button", { name: "Remove the colour sea" }).click()
    await colors.getByText("No colour has a name yet.").waitFor()
    await hands.undo()
    await colors.getByText("--color-sea").waitFor()
    await hands.saved()
  })

  it("shows a loop with its rows, and the part for no rows only to who selects it", async () => {
    const key = await pageWith(
      '<cs-loop data-source="systems" data-order-by="name"><ul><cs-each><li class="state {currentEntry.status}"><h3>{currentEntry.name}</h3><div data-cs-if="currentEntry.heading">{currentEntry.heading}</div></li></cs-each></ul><cs-empty><p>Nothing is shown.</p></cs-empty></cs-loop>',
    )
    const { page } = await browser.visit(signedInAs(ana, url))
    let hands = await openEditor(page, url, key)
    await hands.shown.getByText("Nothing is shown.").waitFor()
    // Before its rows are known it shows all that it holds.
    await expect.poll(() => hands.shown.locator("li").isVisible()).toBe(false)

    for (const name of ["Harbour", "Lighthouse", "Pier"]) {
      const { id } = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: `${name} internal` }))
      await expectOk(ana.call("site.setPublicName", { systemId: id, name, ...(name === "Pier" && { heading: "Sea" }) }))
    }
    hands = await openEditor(page, url, key)
    await expect.poll(() => hands.shown.locator("li h3").allTextContents()).toEqual(["Harbour", "Lighthouse", "Pier"])
    expect(await hands.shown.locator("li").first().getAttribute("class")).toBe("state unknown")
    expect(await hands.shown.locator("li div:visible").allTextContents()).toEqual(["Sea"])
    expect(await hands.shown.getByText("Nothing is shown.").isVisible()).toBe(false)

    // One of the rows is the page's own, the others follow it.
    await hands.edit("li:first-child h3")
    expect(await hands.shown.locator("li h3").first().textContent()).toBe("{currentEntry.name}")
    await page.keyboard.press("End")
    await page.keyboard.type("!")
    await page.keyboard.press("Escape")
    await expect
      .poll(() => hands.shown.locator("li h3").allTextContents())
      .toEqual(["Harbour!", "Lighthouse!", "Pier!"])
    await hands.saved()
    const [type, id] = key.split(":")
    const { html } = await expectOk(ana.call<{ html: string }>("site.readDocument", { document: { type, id } }))
    expect(html).toContain("{currentEntry.name}!</h3>")
    expect(html).not.toContain("Lighthouse")

    await hands.layer(/^Paragraph/).click()
    await hands.shown.getByText("Nothing is shown.").waitFor()
    await hands.undo()
    await expect.poll(() => hands.shown.locator("li h3").allTextContents()).toEqual(["Harbour", "Lighthouse", "Pier"])
  })

  it("shows what visitors read in place of a value, and how it is written while somebody edits it", async () => {
    await expectOk(ana.call("site.changeSettings", { name: "Harbour Lights" }))
    const { page } = await browser.visit(signedInAs(ana, url))
    const key = await pageWith('<h1 title="{page.title}">{site.name}</h1><p>{currentEntry.title} at {site.url}</p>')
    const hands = await openEditor(page, url, key)
    const title = await page.getByRole("heading", { level: 1 }).textContent()
    await shows(hands, `<h1 title="${title}">Harbour Lights</h1><p>{currentEntry.title} at ${siteUrl}</p>`)
    await hands.edit("h1")
    await shows(hands, `<h1 title="${title}">{site.name}</h1><p>{currentEntry.title} at ${siteUrl}</p>`)
    await page.keyboard.press("End")
    await page.keyboard.type("!")
    await page.keyboard.press("Escape")
    await shows(hands, `<h1 title="${title}">Harbour Lights!</h1><p>{currentEntry.title} at ${siteUrl}</p>`)
    await hands.saved()
    expect(await changes(key)).not.toContain("Harbour Lights!")
    await expectOk(ana.call("site.changeSettings", { name: "Beacon" }))
    await expect.poll(() => hands.html()).toContain(">Beacon!</h1>")
  })

  it("shows the page larger and smaller, by the bar, by keys and by a wheel", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith("<h1>Hello</h1><p>Words</p>"))
    const canvas = page.getByRole("group", { name: /^Canvas of/ })
    const zoom = page.getByLabel("Zoom")
    const widthOfPage = async () => (await canvas.boundingBox())!.width
    const fits = await widthOfPage()
    await zoom.selectOption("200 %")
    await expect.poll(widthOfPage).toBe(2_560)
    await hands.select("p")
    expect(await hands.layer(/^Paragraph/).getAttribute("aria-selected")).toBe("true")
    await canvas.focus()
    await page.keyboard.press("-")
    await expect.poll(widthOfPage).toBe(1_920)
    expect(await zoom.inputValue()).toBe("1.5")
    await page.keyboard.press("1")
    await expect.poll(widthOfPage).toBe(1_280)
    await page.keyboard.press("+")
    await expect.poll(widthOfPage).toBe(1_600)
    await page.keyboard.press("0")
    await expect.poll(widthOfPage).toBe(fits)
    await page.keyboard.down("Control")
    await page.mouse.wheel(0, -100)
    await page.keyboard.up("Control")
    await expect.poll(widthOfPage).toBe(960)
  })

  it("shows the page in a frame that runs nothing and that only our own pages may have", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const [answer] = await Promise.all([
      page.waitForResponse(/\/site\/canvas/),
      openEditor(page, url, await pageWith("<p>Words</p>")),
    ])
    const headers = await answer.allHeaders()
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'none';/)
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'self'")
    expect(headers["content-security-policy"]).not.toContain("script-src 'self'")
    expect(await page.locator('iframe[title^="How "]').getAttribute("sandbox")).toBe("allow-same-origin")
  })

  it("is a viewer with words and attributes on a phone", async () => {
    const { page } = await browser.visit({ ...signedInAs(ana, url), ...PHONE })
    const hands = await openEditor(page, url, await pageWith('<p>Words</p><img src="/_media/none.png" alt="None">'))
    const bar = page.getByRole("button", { name: "Inspector" }).locator("..")
    expect((await bar.boundingBox())!.height, "one line").toBeLessThan(56)
    await page.getByRole("button", { name: "Preview, publish and actions" }).click()
    expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Preview", "Publish"])
    await page.keyboard.press("Escape")
    const { x, y } = (await hands.shown.locator("p").boundingBox())!
    await page.touchscreen.tap(x + 5, y + 3)
    await page.getByRole("button", { name: "Inspector" }).click()
    await page.getByRole("dialog").getByLabel("Words").fill("Other words")
    await page.getByRole("dialog").getByLabel("id", { exact: true }).fill("first")
    await page.keyboard.press("Enter")
    await expect.poll(() => hands.html()).toContain('<p id="first">Other words</p>')
    await inspect("site-editor-phone", [page])
    await page.getByRole("dialog").getByRole("tab", { name: "Style" }).click()
    await page.getByRole("region", { name: "Where it comes from" }).waitFor()
    await inspect("site-editor-style-phone", [page])
  })
})

function drawing(width: number): Buffer {
  const size = `width="${width}" height="20"`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="teal"/></svg>`)
}

/** All that happened to a document, as the server keeps it. */
async function changes(key: string): Promise<string> {
  const [type, id] = key.split(":")
  return JSON.stringify(await expectOk(ana.call("site.readSince", { document: { type, id }, after: 0 })))
}

async function joinedAs(name: string): Promise<Session> {
  const { email, password } = await join({ url, ana }, name, "administrator")
  const session = openSession(url)
  await expectOk(session.call("platform.signIn", { email, password }))
  return session
}
