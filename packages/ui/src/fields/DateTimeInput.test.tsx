import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { TimeZoneContext } from "../marks/time-zone.ts"
import { DateTimeInput } from "./DateTimeInput.tsx"
import { Field } from "./Field.tsx"

const draw = (value: string | null, more: { min?: string; max?: string; zone?: string } = {}) => {
  const { zone = "Europe/Berlin", ...bounds } = more
  return renderToStaticMarkup(
    <TimeZoneContext value={zone}>
      <Field label="Begins" hint="When work starts.">
        <DateTimeInput value={value} onChange={() => {}} {...bounds} />
      </Field>
    </TimeZoneContext>,
  ).replace(/<[^>]*>/g, (tag) => (tag.startsWith("<input") ? tag : " "))
}

describe("DateTimeInput", () => {
  it("shows the instant in the reader's zone, and says which", () => {
    expect(draw("2026-11-17T13:30:00.000Z")).toContain('value="2026-11-17T14:30"')
    expect(draw("2026-11-17T13:30:00.000Z")).toContain("Europe/Berlin, UTC+1")
    expect(draw("2026-11-17T13:30:00.000Z", { zone: "America/New_York" })).toContain("America/New York, UTC−5")
  })

  it("says which of two instants was taken", () => {
    expect(draw("2026-10-25T00:30:00.000Z")).toContain("02:30 comes twice. Taken: the first, GMT+2")
    expect(draw("2026-10-25T01:30:00.000Z")).toContain("02:30 comes twice. Taken: the second, GMT+1")
  })

  it("refuses what lies outside its bounds with a sentence", () => {
    const early = draw("2026-11-17T13:30:00.000Z", { min: "2026-11-17T14:00:00.000Z" })
    expect(early).toContain("Choose a time from Tue, 17 Nov 2026, 15:00:00")
    expect(early).toContain('aria-invalid="true"')
    expect(draw("2026-11-17T13:30:00.000Z", { max: "2026-11-17T13:00:00.000Z" })).toContain("Choose a time until")
  })

  it("is empty without a value, and described by its field as well as by its zone", () => {
    expect(draw(null)).toContain('value=""')
    expect(draw(null)).toMatch(/aria-describedby="\S+-hint \S+"/)
    expect(draw("nonsense")).toContain('value=""')
  })
})
