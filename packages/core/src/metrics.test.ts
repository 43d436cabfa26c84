import { describe, expect, it } from "vitest"
import { createMetrics } from "./metrics.ts"

describe("metrics", () => {
  it("count by label, and quote what labels say", async () => {
    const metrics = createMetrics()
    metrics.count("countersign_verbs_total", { verb: "a.b", outcome: "ok" })
    metrics.count("countersign_verbs_total", { verb: "a.b", outcome: "ok" }, 2)
    metrics.count("countersign_verbs_total", { verb: 'odd "\\\n' })

    const lines = (await metrics.render()).split("\n")

    expect(lines).toContain("# TYPE countersign_verbs_total counter")
    expect(lines).toContain('countersign_verbs_total{verb="a.b",outcome="ok"} 3')
    expect(lines).toContain('countersign_verbs_total{verb="odd \\"\\\\\\n"} 1')
  })

  it("sort durations into buckets that add up", async () => {
    const metrics = createMetrics()
    for (const seconds of [0.0005, 0.02, 0.02, 99])
      metrics.observe("countersign_job_duration_seconds", { job: "x" }, seconds)

    const text = await metrics.render()

    expect(text).toContain("# TYPE countersign_job_duration_seconds histogram")
    expect(text).toContain('_bucket{job="x",le="0.001"} 1\n')
    expect(text).toContain('_bucket{job="x",le="0.025"} 3\n')
    expect(text).toContain('_bucket{job="x",le="10"} 3\n')
    expect(text).toContain('_bucket{job="x",le="+Inf"} 4\n')
    expect(text).toContain('_sum{job="x"} 99.0405\n')
    expect(text).toContain('_count{job="x"} 4\n')
  })

  it("take several families of one source, and write numbers as collectors read them", async () => {
    const metrics = createMetrics()
    const family = { type: "gauge", help: "Numbers." } as const
    metrics.source(async () => [
      {
        ...family,
        name: "odd",
        samples: [Infinity, -Infinity, NaN, 1e21].map((value, at) => ({ labels: { at }, value })),
      },
      { ...family, name: "none", samples: [] },
    ])

    expect(await metrics.render()).toBe(
      '# HELP odd Numbers.\n# TYPE odd gauge\nodd{at="0"} +Inf\nodd{at="1"} -Inf\nodd{at="2"} NaN\nodd{at="3"} 1e+21\n',
    )
  })

  it("read gauges when asked, and leave out one that fails", async () => {
    const metrics = createMetrics()
    metrics.gauge("good", "A number.", async () => [{ value: 7 }, { labels: { state: "x" }, value: 1 }])
    metrics.gauge("bad", "Fails.", () => {
      throw new Error("the database is away")
    })

    expect(await metrics.render()).toBe('# HELP good A number.\n# TYPE good gauge\ngood 7\ngood{state="x"} 1\n')
  })
})
