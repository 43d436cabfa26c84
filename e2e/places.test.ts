import { describe, expect, it } from "vitest"
import { pagesWithoutPlace } from "./places.ts"

const at = (...paths: string[]) => paths.map((path) => ({ name: path, path }))

describe("a page that no place leads to", () => {
  it("is named, also where a neighbour's address would fit it", () => {
    const paths = ["/things", "/things/new", "/things/$thingId", "/talks/{-$talkId}", "/help/$"]

    expect(
      pagesWithoutPlace(paths, at("/things?sort=name", "/things/new", "/things/7", "/talks", "/help/a/b")),
    ).toEqual([])
    expect(pagesWithoutPlace(paths, at("/things", "/things/new", "/talks/7"))).toEqual(["/things/$thingId", "/help/$"])
    expect(pagesWithoutPlace(paths, at("/things/7", "/talks", "/help/a"))).toEqual(["/things", "/things/new"])
  })
})
