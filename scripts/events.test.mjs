import { describe, expect, it } from "vitest"
import { z } from "zod"
import { schemasOf } from "../packages/core/src/events/event-schemas.ts"
import { judge } from "./events.mjs"

const Payload = {
  id: z.string(),
  tone: z.enum(["soft", "loud"]),
  by: z.object({ name: z.string().nullable() }).optional(),
}
const event = (payload, more = {}) => ({
  id: "bell.rung",
  summary: "A bell was rung.",
  about: { type: "bell.bell", path: "id" },
  access: { id: "bell.bell.read" },
  payload: z.object(payload),
  ...more,
})
const written = `${JSON.stringify(schemasOf([event(Payload)]), null, 2)}\n`
const judged = (...events) => judge(written, events, "bell/generated/events.json")

describe("the check of events", () => {
  it("finds nothing where nothing changed, and no file where there are no events", () => {
    expect(judged(event(Payload))).toBeNull()
    expect(judge(null, [], "horn/generated/events.json")).toBeNull()
  })

  it.each([
    ["a field", event({ ...Payload, times: z.int() })],
    [
      "a field of a field",
      event({ ...Payload, by: z.object({ name: z.string().nullable(), age: z.int() }).optional() }),
    ],
    ["a value", event({ ...Payload, tone: z.enum(["soft", "loud", "deafening"]) })],
    ["that it is always there", event({ ...Payload, by: z.object({ name: z.string().nullable() }) })],
    ["other words", event(Payload, { summary: "Somebody rang." })],
  ])("asks to write down %s more, and refuses nothing", (_, grown) => {
    expect(judged(grown)).toBe(
      "bell/generated/events.json: the events have grown, but this file has not. Run: npm run events",
    )
  })

  it.each([
    ["lost", { tone: Payload.tone, by: Payload.by, id: undefined }, "bell.rung.id is gone, but others may read it."],
    ["retyped", { ...Payload, id: z.number() }, "bell.rung.id has become something else."],
    ["bounded otherwise", { ...Payload, id: z.string().max(3) }, "bell.rung.id has become something else."],
    ["made optional", { ...Payload, id: z.string().optional() }, "bell.rung.id can be missing now."],
    ["made nullable", { ...Payload, id: z.string().nullable() }, "bell.rung.id has become something else."],
    ["robbed of a value", { ...Payload, tone: z.enum(["soft"]) }, 'bell.rung.tone can no longer be "loud".'],
    ["freed of its values", { ...Payload, tone: z.string() }, 'bell.rung.tone can no longer be "soft".'],
    [
      "changed below",
      { ...Payload, by: z.object({ name: z.string() }).optional() },
      "bell.rung.by.name has become something else.",
    ],
  ])("refuses a field that was %s", (_, payload, sentence) => {
    const fields = Object.fromEntries(Object.entries(payload).filter(([, field]) => field !== undefined))
    expect(judged(event(fields))).toBe(
      "bell/generated/events.json: events may only grow, because others read what they know of them. " +
        `Keep what was there, and add beside it.\n  ${sentence}${_ === "freed of its values" ? '\n  bell.rung.tone can no longer be "loud".' : ""}`,
    )
  })

  it("refuses an event that is gone, or about something else", () => {
    expect(judged()).toContain("The event bell.rung is gone, but others may wait for it.")
    expect(judged(event(Payload, { about: { type: "bell.tower", path: "id" } }))).toContain(
      "The event bell.rung was about bell.bell at id and is now about bell.tower at id.",
    )
  })
})
