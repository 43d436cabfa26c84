import { expect, it } from "vitest"
import { hasFeature, registerFeatures } from "./features.ts"
import { defineWebPlugin } from "./web-plugin.ts"

it("a feature is there once a plugin brings it, and not before", () => {
  expect(hasFeature("checks")).toBe(false)
  registerFeatures([])
  expect(hasFeature("checks")).toBe(false)
  defineWebPlugin({ id: "probe", pages: [], brings: ["checks"] })
  expect(hasFeature("checks")).toBe(true)
  expect(hasFeature("automations")).toBe(false)
})
