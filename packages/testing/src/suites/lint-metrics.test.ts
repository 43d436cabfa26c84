import { expect, it } from "vitest"
import { lintMetrics } from "./lint-metrics.ts"

const family = (name: string, type: string, ...lines: string[]) =>
  [`# HELP ${name} Words.`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n")

it("finds nothing in what is in order", () => {
  const histogram = family(
    "a_duration_seconds",
    "histogram",
    'a_duration_seconds_bucket{le="+Inf"} 1',
    "a_duration_seconds_sum 0.5",
    "a_duration_seconds_count 1",
  )
  expect(
    lintMetrics(
      `${histogram}${family("other_total", "counter", 'other_total{x="a,b=\\"1\\""} 1e+21', "other_total NaN")}`,
    ),
  ).toEqual([])
})

it.each([
  ["a 1\n", "no help and no type"],
  ["# HELP a Words.\na 1\n", "no type"],
  ["# TYPE a gauge\na 1\n", "no help"],
  [`${family("a", "gauge", "a 1")}# TYPE a gauge\n`, "second TYPE"],
  [family("a", "gauge", 'a{x="1"} 1', 'a{x="1"} 2'), "a second time"],
  [family("a", "gauge", 'a{x="1",y="2"} 1', 'a{y="2",x="1"} 2'), "a second time"],
  [`${family("a", "gauge", "a 1")}${family("b", "gauge", "b 1")}a{x="1"} 1\n`, "do not stand together"],
  [family("a", "gauge", 'a{x="1} 1'), "cannot be read"],
  [family("a", "gauge", "a one"), "cannot be read"],
  [family("a", "counter", "a 1"), "ends in _total"],
  [family("a_total", "gauge", "a_total 1"), "only a counter"],
  [family("a_count", "gauge", "a_count 1"), "histograms and summaries"],
  [family("a_milliseconds", "gauge", "a_milliseconds 1"), "use seconds instead of milliseconds"],
  [family("a_ms", "gauge", "a_ms 1"), "write the unit ms out"],
  [family("aB", "gauge", "aB 1"), "snake case"],
  [family("a", "gauge", 'a{aB="1"} 1'), "snake case"],
  [family("a_gauge", "gauge", "a_gauge 1"), "repeats"],
  [family("a", "gauge", 'a{le="1"} 1'), "histogram's alone"],
  [family("a", "gauge", "a 1").slice(0, -1), "has no end"],
])("finds what is wrong in %j", (text, fault) => {
  expect(lintMetrics(text).join("\n")).toContain(fault)
})
