import { describe, expect, it } from "vitest"
import { reportLines, toReport } from "./eval-report.ts"

describe("the report of an evaluation", () => {
  it("counts by conversation and in all, and shows what differs", () => {
    const base = { messageId: "m", model: "then", stored: [{ name: "incident.list", arguments: "{}" }] }
    const lines = reportLines(
      toReport({ connection: "Anthropic", model: "claude-new" }, [
        {
          conversation: { id: "one", ownerId: "ana", title: "Checkout is down" },
          replay: {
            steps: [
              { ...base, step: 1, verdict: "same", now: base.stored },
              { ...base, step: 2, verdict: "missing", now: [] },
            ],
            notReached: 2,
            tokens: 1_234,
            costUsd: 0.5,
          },
        },
        {
          conversation: { id: "two", ownerId: "eve", title: null },
          replay: {
            steps: [],
            notReached: 0,
            tokens: 0,
            costUsd: null,
            problem: "Its owner is no longer active here.",
          },
        },
      ]),
    ).map((line) => line.trim())

    expect(lines).toContain("1        0        1      0          0   Checkout is down  one")
    expect(lines).toContain("step 2: missing call")
    expect(lines).toContain("then incident.list({})")
    expect(lines).toContain("now  answered")
    expect(lines).toContain("Its owner is no longer active here.")
    expect(lines).toContain("2 further decisions stand behind a changed one and were not asked for.")
    expect(lines).toContain("It took 1234 tokens, 0.5000 USD.")
  })
})
