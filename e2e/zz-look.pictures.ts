import { inject, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { DESK, findingsOn, PHONE } from "./inspect.ts"
import { startWithAdministrator, expectOk } from "./product.ts"
import { visitAll } from "./tour.ts"
import { testing } from "../plugins/site/src/testing.ts"
import { testing as catalogTesting } from "../plugins/catalog/src/testing.ts"

const { url, ana } = await startWithAdministrator()
const call = <T = { id: string }>(verb: string, input: object = {}) => expectOk(ana.call<T>(verb, input))
let things = await catalogTesting.seed!(call, {})
things = { ...things, ...(await testing.seed!(call, things)) }
const browser = useBrowser()
const only = process.env.ONLY
it("looks", async () => {
  const forms = Object.entries(testing.forms!(things)).map(([name, way]) => ({ name: `form-${name}`, path: way.at, ...(way.open && { prepare: way.open }) }))
  const places = [...testing.pages!(things), ...testing.dialogs!(things), ...forms, { name: "home", path: "/" }, { name: "system", path: `/catalog/systems/${things.systemId}` }].filter(({ name }) => !only || new RegExp(only).test(name))
  for (const screen of [DESK, PHONE]) {
    const { page } = await browser.visit({ ...signedInAs(ana, url), ...screen })
    page.on("console", (m) => m.type() === "error" && console.log("CONSOLE", m.text().slice(0, 300)))
    page.on("pageerror", (e) => console.log("PAGEERROR", e.message))
    for (const place of places) {
      try { await visitAll(url, page, [place], async ({ name, prepare }) => void (await findingsOn(name, page, { axe: false, fullPage: prepare === undefined }))) }
      catch (e) { console.log("FAILED", place.name, String(e).slice(0, 400)) }
    }
  }
}, 400_000)
