import { type SQL, sql } from "drizzle-orm"

/**
 * Durations counted by logarithmic buckets: bucket i holds what is above 1.02^(i-1) ms and at most 1.02^i ms, so a quantile
 * is off by 1 % at most, also of histograms that were merged. Stored as pairs of varints, of buckets that hold something:
 * 167 bytes for an hour of a check at 20 s (`npm run bench roll-up`).
 */
export type Histogram = Map<number, number>

const GAMMA = 1.02
// What took less is counted as this much: nothing that crosses a network does.
const LEAST_MS = 0.01

/** The bucket of a column of milliseconds. Only Postgres counts, so that there are no two opinions of a bound. */
export function bucketOf(ms: SQL): SQL {
  return sql`ceil(ln(greatest(${ms}::double precision, ${sql.raw(String(LEAST_MS))})) / ${sql.raw(String(Math.log(GAMMA)))})::integer`
}

export function add(into: Histogram, bucket: number, count: number): void {
  into.set(bucket, (into.get(bucket) ?? 0) + count)
}

/** The duration that this share of runs did not exceed; null without any. */
export function quantile(histogram: Histogram, share: number): number | null {
  let left = Math.max(1, Math.ceil(share * countOf(histogram)))
  for (const [bucket, count] of sorted(histogram)) {
    left -= count
    if (left <= 0) return (2 * GAMMA ** bucket) / (1 + GAMMA)
  }
  return null
}

export function countOf(histogram: Histogram): number {
  let count = 0
  for (const one of histogram.values()) count += one
  return count
}

export function encode(histogram: Histogram): Buffer {
  const bytes: number[] = []
  let last = 0
  for (const [bucket, count] of sorted(histogram)) {
    // The first one may be below zero; those after it only rise.
    writeVarint(bytes, bytes.length === 0 ? zigzag(bucket) : bucket - last)
    writeVarint(bytes, count)
    last = bucket
  }
  return Buffer.from(bytes)
}

/** Adds what was encoded to a histogram. */
export function mergeEncoded(into: Histogram, bytes: Uint8Array): void {
  let at = 0
  let bucket = 0
  while (at < bytes.length) {
    const isFirst = at === 0
    const step = readVarint()
    bucket = isFirst ? unzigzag(step) : bucket + step
    add(into, bucket, readVarint())
  }

  function readVarint(): number {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++]!
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
}

/** The same for many in a row, each after its length in four bytes. */
export function mergeAllEncoded(into: Histogram, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const start = at + 4
    at = start + bytes.readInt32BE(at)
    mergeEncoded(into, bytes.subarray(start, at))
  }
}

function writeVarint(bytes: number[], value: number): void {
  let left = value
  while (left >= 128) {
    bytes.push((left % 128) | 128)
    left = Math.floor(left / 128)
  }
  bytes.push(left)
}

const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
const unzigzag = (value: number) => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

function sorted(histogram: Histogram): [number, number][] {
  return [...histogram].sort(([a], [b]) => a - b)
}
