import { describe, expect, it } from "vitest"
import { RunDetail } from "../../contract.ts"
import type { CheckRun } from "../../probe/run-check.ts"
import { failingOf, keptResult, sentenceOf } from "./kept-result.ts"

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

describe("what a server answered", () => {
  const hostile = `\0half \ud800 \r\nSince yesterday.\u2028\u202eevil <script>${"x".repeat(90_000)}`
  const places: Record<string, Partial<CheckRun>> = {
    "the subject of a certificate": { values: { certificate: { subject: hostile, names: [hostile] } } },
    "records of a name": { values: { answer: { records: Array.from({ length: 400 }, () => hostile) } } },
    "a banner": { values: { session: { banner: hostile } } },
    "the name of a header": { values: { response: { headers: { [hostile]: hostile } } } },
    "why it failed": { outcome: "failed", failure: { code: "garbage", message: hostile } },
    "what an assertion found": {
      outcome: "failed",
      assertions: [{ passed: false, severity: "unhealthy", actual: hostile, sentence: hostile }],
    },
  }

  it.each(Object.entries(places))(
    "as %s is kept bounded, in characters that can be stored, and told on one line",
    (_, run) => {
      const whole = { ...ran({ status: 200 }), ...run } as CheckRun
      const kept = keptResult(whole)
      const values = JSON.stringify(kept.values)
      expect(values.length).toBeLessThan(25_000)
      for (const text of [values, JSON.stringify(kept), ...failingOf(whole.assertions)]) {
        expect(text).not.toContain("\\u0000")
        expect(text).not.toContain("\0")
        expect(text).not.toContain("\\ud800")
        expect(text.isWellFormed()).toBe(true)
      }
      const sentence = sentenceOf(whole)
      expect(sentence).not.toMatch(/[\r\n\u2028]/)
      expect(sentence.length).toBeLessThanOrEqual(500)
    },
  )
})
