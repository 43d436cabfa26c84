import { describe, expect, it } from "vitest"
import { cover } from "./StatusTimeline.tsx"

describe("cover", () => {
  it("calls the time nobody reported on unreported", () => {
    const pieces = cover([{ from: 20, to: 40, status: "healthy" }], 0, 100)

    expect(pieces).toEqual([
      { from: 0, to: 20, status: "unreported" },
      { from: 20, to: 40, status: "healthy" },
      { from: 40, to: 100, status: "unreported" },
    ])
  })

  it("clips to the window and lets the earlier of two overlapping reports stand", () => {
    const pieces = cover(
      [
        { from: 50, to: 400, status: "unhealthy" },
        { from: -10, to: 60, status: "healthy" },
      ],
      0,
      100,
    )

    expect(pieces).toEqual([
      { from: 0, to: 60, status: "healthy" },
      { from: 60, to: 100, status: "unhealthy" },
    ])
  })
})
