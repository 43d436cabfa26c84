import { describe, expect, it } from "vitest"
import { z } from "zod"
import { Instant } from "../contract/paging.ts"
import { InvalidInputError } from "../errors.ts"
import { demandOffsets } from "./dates.ts"

interface Node {
  at?: string | undefined
  next?: Node | undefined
}
const Chain: z.ZodType<Node> = z.lazy(() => z.object({ at: Instant.optional(), next: Chain.optional() }))
const schema = z.object({
  at: Instant.optional(),
  local: z.iso.datetime({ local: true }).nullable().default(null),
  coerced: z.coerce.date().optional(),
  windows: z.array(z.strictObject({ from: Instant, to: Instant })).optional(),
  byName: z.record(z.string(), Instant).optional(),
  when: z.union([Instant, z.literal("now"), z.string().max(5)]).optional(),
  day: z.iso.date().optional(),
  chain: Chain.optional(),
  note: z.string().optional(),
})
const demand = (input: unknown) => demandOffsets("probe.plan", schema, input)
const issuesOf = (input: unknown) => {
  try {
    demand(input)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError)
    return (error as InvalidInputError).issues!.map(({ path }) => path)
  }
}

describe("demandOffsets", () => {
  it("names the field and what it wants", () => {
    expect(() => demand({ at: "2026-07-01T22:00:00" })).toThrow(
      'The input of probe.plan does not fit. "at": Pass an RFC 3339 date-time with an explicit offset, such as 2026-07-01T22:00:00+02:00 or 2026-07-01T20:00:00Z; "2026-07-01T22:00:00" has none.',
    )
  })

  it.each([
    ["a day", { at: "2026-07-01" }, ["at"]],
    ["words", { at: "tomorrow" }, ["at"]],
    ["what the schema itself would let pass", { local: "2026-07-01T22:00:00" }, ["local"]],
    ["what would be read in the server's zone", { coerced: "2026-07-01T22:00" }, ["coerced"]],
    ["one in a list", { windows: [{ from: "2026-07-01T22:00:00Z", to: "2026-07-01T23:00:00" }] }, ["windows.0.to"]],
    ["one under a name of its own", { byName: { a: "2026-07-01 22:00" } }, ["byName.a"]],
    ["one beside other texts", { when: "2026-07-01T22:00:00" }, ["when"]],
    ["one deep inside", { chain: { next: { next: { at: "2026-07-01" } } } }, ["chain.next.next.at"]],
  ])("refuses %s", (_what, input, paths) => {
    expect(issuesOf(input)).toEqual(paths)
  })

  it.each([
    {},
    { at: "2026-07-01T22:00:00Z", local: "2026-07-01T22:00:00+02:00", coerced: "2026-07-01T22:00:00.123-03:30" },
    { when: "now", day: "2026-07-01", note: "2026-07-01T22:00:00", local: null },
    { at: 7, windows: "none", chain: [] },
    "no object",
    null,
  ])("has nothing to say about %j", (input) => {
    expect(issuesOf(input)).toEqual([])
  })
})
