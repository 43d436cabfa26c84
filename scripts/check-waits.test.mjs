import { expect, it } from "vitest"
import { checkWaits, waitsIn } from "./check-waits.mjs"
import { root } from "./processes.mjs"

it("names every way to wait by time, with its line", () => {
  const source = [
    "await new Promise((resolve) => setTimeout(resolve, 100))",
    'import { setTimeout as sleep } from "node:timers/promises"',
    "await page.waitForTimeout(50)",
    'await page.goto(url, { waitUntil: "networkidle" })',
    'await pool.query("SELECT pg_sleep(1)")',
    "setInterval(look, 10)",
  ]
  expect(waitsIn(source.join("\n")).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6])
})

it("leaves alone what waits for an event, bounds it, or speaks of time in a comment", () => {
  const source = [
    "await vi.waitFor(() => expect(ran).toBe(true), { timeout: 15_000 })",
    "context.setDefaultTimeout(25_000)",
    "// setTimeout would be too early here.",
  ]
  expect(waitsIn(source.join("\n"))).toEqual([])
})

it("takes a reason in the line before, and nothing less", () => {
  expect(waitsIn("// A wait by time: the pause is what is tested.\nsetTimeout(go, 5)")).toEqual([])
  expect(waitsIn("// A wait by time:\nsetTimeout(go, 5)")).toHaveLength(1)
  expect(waitsIn("// Wait a little.\nsetTimeout(go, 5)")).toHaveLength(1)
})

it("finds the tests of this repository, and none of them waits by time", () => {
  const { files, waits } = checkWaits({ folder: root })
  expect(files).toBeGreaterThan(200)
  expect(waits).toEqual([])
})
