import { describe, expect, it } from "vitest"
import { RunDetail } from "../../contract.ts"
import type { CheckRun } from "../../probe/run-check.ts"
import { keptResult } from "./kept-result.ts"

const certificate = { days: 30, validTo: "2027-01-01T00:00:00.000Z", names: ["example.test"] }

const ran = (response: Record<string, unknown>): CheckRun => ({
  outcome: "ok",
  failure: null,
  values: { response, certificate } as CheckRun["values"],
  assertions: [],
  durationMs: 1,
  tries: 1,
})

describe("what is kept of a run", () => {
  const long = Array.from({ length: 60 }, (_, at) => [`key ${at}`, "x".repeat(3_000)])

  it.each([
    ["a long document", Object.fromEntries(long)],
    ["a list", long.map(([, text]) => text)],
    ["keys that are long themselves", Object.fromEntries(long.map(([key], at) => ["k".repeat(3_000) + at, key]))],
    ["a deep one", JSON.parse("[".repeat(5_000) + "]".repeat(5_000))],
  ])("has every collector and its short fields, however long the answer was: %s", (_, json) => {
    const { values } = keptResult(ran({ status: 200, json, body: "y".repeat(300_000), contentType: "text/html" }))

    expect(RunDetail.shape.values.parse(values)).toEqual(values)
    expect(values.response).toMatchObject({ status: 200, contentType: "text/html" })
    expect(values.certificate).toMatchObject({ days: 30, validTo: certificate.validTo })
    expect(JSON.stringify(values).length).toBeLessThan(20_000)
  })
})
