import { expect, it } from "vitest"
import { plugins } from "../apps/web/src/plugins.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { pagesWithoutPlace, placesAfterSignIn, placesBeforeSignIn } from "./places.ts"
import { startWithAdministrator } from "./product.ts"
import { seedPages } from "./seed-pages.ts"
import { tour } from "./tour.ts"

const { url, ana } = await startWithAdministrator()
const things = await seedPages(ana)
const browser = useBrowser()

it("every page of the product is among those that are looked at", () => {
  const paths = plugins.flatMap(({ pages }) => pages).map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(40)
  expect(pagesWithoutPlace(paths, placesAfterSignIn(things)), "Add each to its plugin's testing face.").toEqual([])
})

it("every page before signing in passes axe and fits a desk's screen and a phone's", () =>
  tour(browser, url, placesBeforeSignIn(things)))

it.for([1, 2, 3])(
  "every page after signing in passes axe and fits a desk's screen and a phone's: third %i of them",
  (third) =>
    tour(
      browser,
      url,
      placesAfterSignIn(things).filter((_, at) => at % 3 === third - 1),
      signedInAs(ana, url),
    ),
)
