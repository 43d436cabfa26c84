import { describe, expect, it } from "vitest"
import { find, testServer } from "../store/server.fixture.ts"
import type { Box } from "./geometry.ts"
import { nodesIn } from "./marquee.ts"

describe("a frame around things", () => {
  it("selects what lies in it whole, and of that the outermost alone", async () => {
    const server = await testServer(
      "<!doctype html><title>Home</title><section><h1>A</h1><p>B</p></section><ul><li>C</li></ul>",
    )
    const { store } = await server.open("Ana")
    const [section, h1, p, ul, li] = ["section", "h1", "p", "ul", "li"].map((one) => find(store, one))
    const boxes = new Map<string | undefined, Box>([
      [section, { left: 0, top: 0, width: 100, height: 40 }],
      [h1, { left: 0, top: 0, width: 100, height: 20 }],
      [p, { left: 0, top: 20, width: 100, height: 20 }],
      [ul, { left: 0, top: 40, width: 100, height: 20 }],
      [li, { left: 0, top: 40, width: 100, height: 20 }],
    ])
    const selects = (frame: Box) => nodesIn(store.get().document!, frame, (id) => boxes.get(id) ?? null)
    expect(selects({ left: 0, top: 0, width: 100, height: 60 })).toEqual([section, ul])
    expect(selects({ left: 0, top: 15, width: 100, height: 45 })).toEqual([p, ul])
    expect(selects({ left: 50, top: 0, width: 10, height: 60 })).toEqual([])
  })
})
