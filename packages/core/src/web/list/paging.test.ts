import { describe, expect, it } from "vitest"
import type { UrlState } from "../use-url-state.ts"
import { pagingProps } from "./paging.ts"

function answer(count: number, cursors: { next?: string; previous?: string }) {
  const items = Array.from({ length: count }, (_, index) => index)
  return { items, nextCursor: cursors.next ?? null, previousCursor: cursors.previous ?? null }
}

describe("paging through a list", () => {
  it("is not offered where everything stands on one page", () => {
    expect(pagingProps(answer(3, {}), "incidents", {}, () => {})).toBeNull()
  })

  it("goes on after the last row shown, and back to the page before", () => {
    const patches: UrlState[] = []
    const state = { from: "51", after: "c1" }
    const paging = pagingProps(answer(50, { next: "c2", previous: "c0" }), "incidents", state, (patch) => {
      patches.push(patch)
    })

    paging?.onNext?.()
    paging?.onPrevious?.()

    expect(paging).toMatchObject({ from: 51, to: 100 })
    expect(patches).toEqual([
      { after: "c2", before: undefined, from: "101" },
      { before: "c0", after: undefined, from: "1" },
    ])
  })
})
