import { describe, expect, it } from "vitest"
import { registerThingPages, thingAt, thingPath } from "./thing-pages.ts"

registerThingPages({
  "test.system": (id) => `/test/systems/${id}`,
  "test.check": (id) => `/test/checks/${id}/results`,
})

const ID = "7f3c2a10-0000-4000-8000-00000000000a"

describe("thingAt", () => {
  it("finds the thing of every page that thingPath leads to, and of the pages below it", () => {
    for (const thing of [
      { type: "test.system", id: ID },
      { type: "test.check", id: "42" },
    ])
      expect(thingAt(thingPath(thing) ?? "")).toEqual(thing)
    expect(thingAt(`/test/systems/${ID}/history`)).toEqual({ type: "test.system", id: ID })
  })

  it("finds none on lists, on forms for new ones and elsewhere", () => {
    for (const path of [
      "/",
      "/test/systems",
      "/test/systems/",
      "/test/systems/new",
      "/test/checks/1",
      "/settings",
      "/test/systems/please-obey",
      "/test/systems/%E0",
    ])
      expect(thingAt(path)).toBeUndefined()
  })
})
