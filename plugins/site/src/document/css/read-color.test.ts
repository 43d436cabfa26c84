/** Colours are what Chromium makes of them. */
import { chromium } from "playwright-core"
import { expect, it } from "vitest"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { contrastOf, readColor } from "./read-color.ts"

const COLORS =
  "red|tan|rebeccapurple|#1f4b99|#abc|#abcd|#12345678|rgb(1 2 3)|rgb(10% 20% 30% / 50%)|rgba(1, 2, 3, 0.5)|hsl(210 50% 40%)|hsl(0.5turn, 10%, 90%)|hsla(-30deg 100% 50% / 1)|oklch(0.7 0.1 200)|oklch(70% 25% 40deg)|oklab(0.5 0.1 -0.1)|transparent|ALICEBLUE".split(
    "|",
  )

it("is read as Chromium reads it, to a 255th", async () => {
  const browser = await chromium.launch(findChromium())
  const page = await browser.newPage()
  const seen = await page.evaluate((colors) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!
    return colors.map((color) => {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    })
  }, COLORS)
  await browser.close()
  const unlike = COLORS.filter((color, at) => {
    const { red, green, blue, alpha } = readColor(color)!
    // What is see-through is kept multiplied, and loses by it.
    const most = alpha === 1 ? 1.01 : 1.01 / Math.max(alpha, 0.01)
    return [red, green, blue, alpha].some((part, index) => Math.abs(part * 255 - seen[at]![index]!) > most && alpha > 0)
  })
  expect(unlike).toEqual([])
})

it("is nothing where it depends on something else", () => {
  for (const text of [
    "currentcolor",
    "color-mix(in oklab, red, blue)",
    "url(x)",
    "#12345",
    "rgb(1 2)",
    "rgb(a b c)",
    "linear-gradient(red, blue)",
    "",
  ])
    expect(readColor(text), text).toBeNull()
})

it("contrasts as WCAG says", () => {
  const ratio = (text: string, ground: string) => contrastOf(readColor(text)!, readColor(ground)!)
  expect(ratio("black", "white")).toBeCloseTo(21)
  expect(ratio("#777", "white")).toBeCloseTo(4.48, 2)
  expect(ratio("white", "#777")).toBeCloseTo(4.48, 2)
  expect(ratio("rgb(0 0 0 / 0)", "white")).toBeCloseTo(1)
})
