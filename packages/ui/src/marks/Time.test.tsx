import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { StatusTimeline } from "../tables/StatusTimeline.tsx"
import { formatExact } from "./format.ts"
import { Time } from "./Time.tsx"
import { TimeZoneContext } from "./time-zone.ts"

// Already the next day in Auckland, still the day before in Honolulu.
const instant = "2026-03-10T23:30:00.000Z"

function inZone(timeZone: string | null, element: React.ReactElement): string {
  return renderToStaticMarkup(<TimeZoneContext value={timeZone}>{element}</TimeZoneContext>)
}

describe("Time", () => {
  it("is read in the zone the reader chose", () => {
    expect(inZone("Pacific/Auckland", <Time instant={instant} as="date" />)).toContain("11 Mar 2026")
    expect(inZone("Pacific/Honolulu", <Time instant={instant} as="short" />)).toContain("10 Mar, 13:30")
    expect(inZone("Pacific/Auckland", <Time instant={instant} as="exact" />)).toContain("Wed, 11 Mar 2026, 12:30:00")
  })

  it("is read in the browser's zone without a choice, or with a zone the browser does not know", () => {
    for (const timeZone of [null, "Mars/Olympus"])
      expect(inZone(timeZone, <Time instant={instant} as="exact" />)).toContain(formatExact(instant))
  })

  it("keeps the instant itself for machines", () => {
    expect(inZone("Pacific/Auckland", <Time instant={instant} />)).toContain(`dateTime="${instant}"`)
  })
})

describe("StatusTimeline", () => {
  it("names the ends of its window in the zone the reader chose", () => {
    const window = { from: instant, to: "2026-03-11T23:30:00.000Z" }
    const strip = <StatusTimeline label="payments-api" window={window} segments={[]} />
    expect(inZone("Pacific/Honolulu", strip)).toContain("10 Mar, 13:30")
    expect(inZone("Pacific/Auckland", strip)).toContain("12 Mar, 12:30")
  })
})
