import { describe, expect, it } from "vitest"
import { add, countOf, encode, type Histogram, mergeEncoded, quantile } from "./histogram.ts"

const bucketOf = (ms: number) => Math.ceil(Math.log(Math.max(ms, 0.01)) / Math.log(1.02))

function histogramOf(durations: readonly number[]): Histogram {
  const histogram: Histogram = new Map()
  for (const ms of durations) add(histogram, bucketOf(ms), 1)
  return histogram
}

describe("a histogram of durations", () => {
  it("survives its encoding, also with durations below a millisecond and very many of one", () => {
    const histogram = histogramOf([0.004, 0.2, 0.999, 1, 1.01, 250, 86_400_000])
    add(histogram, 300, 5_000_000_000)
    const decoded: Histogram = new Map()
    mergeEncoded(decoded, encode(histogram))

    expect([...decoded].sort()).toEqual([...histogram].sort())
    expect(encode(new Map())).toHaveLength(0)
  })

  it("merges to what all durations at once would have given", () => {
    const all = Array.from({ length: 1_000 }, (_, index) => 5 + ((index * 7_919) % 997))
    const merged: Histogram = new Map()
    for (let from = 0; from < all.length; from += 100)
      mergeEncoded(merged, encode(histogramOf(all.slice(from, from + 100))))

    expect([...merged].sort()).toEqual([...histogramOf(all)].sort())
    expect(countOf(merged)).toBe(1_000)
  })

  it("tells quantiles to 1 %, and none of nothing", () => {
    const all = Array.from({ length: 999 }, (_, index) => 1.5 ** (index / 60)).sort((a, b) => a - b)
    for (const share of [0.01, 0.5, 0.95, 0.99, 1]) {
      const exact = all[Math.max(1, Math.ceil(share * all.length)) - 1]!
      expect(Math.abs(quantile(histogramOf(all), share)! / exact - 1)).toBeLessThan(0.01)
    }
    expect(quantile(new Map(), 0.5)).toBeNull()
  })
})
