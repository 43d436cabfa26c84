import { describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "../access/implement.ts"
import type { RegisteredTool } from "../access/points/tool.ts"
import { Instant } from "../contract/paging.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { modelSchemaOf, parsePayload, parseToolInput, takesVersion } from "./tool-input.ts"

const contract = defineContract("probe", {
  plan: procedure({
    summary: "Plan.",
    effect: "mutate",
    access: "signedIn",
    input: z
      .object({ id: z.string(), version: z.int(), startsAt: Instant.optional(), endsAt: Instant.optional() })
      .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, {
        path: ["endsAt"],
        message: "It ends before it begins.",
      }),
    output: z.object({}),
  }),
})
const verb = implement(contract.plan, async () => ({}))
const tool = { name: "probe.plan", verb } as unknown as RegisteredTool

describe("a tool's input", () => {
  it("is the verb's without the version, which the preview fills in", () => {
    expect(takesVersion(tool)).toBe(true)
    expect(parseToolInput(tool, { id: "a" })).toEqual({ id: "a" })
    expect(modelSchemaOf(tool).safeParse({ id: "a", version: 1 }).success).toBe(false)
  })

  it.each(["2026-07-01T22:00:00", "2026-07-01", "tomorrow"])(
    "refuses the date %s, which has no zone, by its field",
    (at) => {
      expect(() => parseToolInput(tool, { id: "a", startsAt: at })).toThrow(/"startsAt"/)
    },
  )

  it.each(["2026-07-01T22:00:00Z", "2026-07-01T22:00:00+02:00"])("takes %s", (startsAt) => {
    expect(parseToolInput(tool, { id: "a", startsAt })).toEqual({ id: "a", startsAt })
  })

  it("is held to what binds several fields once the payload is whole", () => {
    const payload = { id: "a", version: 1, startsAt: "2026-07-01T22:00:00Z", endsAt: "2026-07-01T21:00:00Z" }
    expect(() => parsePayload(tool, payload)).toThrow("It ends before it begins.")
  })
})
