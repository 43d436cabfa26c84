import { describe, expect, it } from "vitest"
import { registerThingPages, thingAt, thingPath } from "./thing-pages.ts"

registerThingPages({
  "test.system": (id) => `/test/systems/${id}`,
  "test.check": (id) => `/test/checks/${id}/results`,
})

describe("thingAt", () => {
  it("finds the thing of every page that thingPath leads to, and of the pages below it", () => {
    for (const thing of [
      { type: "test.system", id: "7f3c" },
      { type: "test.check", id: "a b/c" },
    ])
      expect(thingAt(thingPath(thing) ?? "")).toEqual(thing)
    expect(thingAt("/test/systems/7f3c/history")).toEqual({ type: "test.system", id: "7f3c" })
  })

  it("finds none on lists, on forms for new ones and elsewhere", () => {
    for (const path of ["/", "/test/systems", "/test/systems/", "/test/systems/new", "/test/checks/1", "/settings"])
      expect(thingAt(path)).toBeUndefined()
  })
})
