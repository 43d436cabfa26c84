import { it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { placesAfterSignIn, placesBeforeSignIn } from "./places.ts"
import { startWithAdministrator } from "./product.ts"
import { seedPages } from "./seed-pages.ts"
import { tour } from "./tour.ts"

const { url, ana } = await startWithAdministrator()
const things = await seedPages(ana)
const browser = useBrowser()

it("every page before signing in passes axe and fits a desk's screen and a phone's", () =>
  tour(browser, url, placesBeforeSignIn(things)))

it("every page after signing in passes axe and fits a desk's screen and a phone's", () =>
  tour(browser, url, placesAfterSignIn(things), signedInAs(ana, url)))
