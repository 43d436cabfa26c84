import { Instant, Named } from "@countersign/core/contract"
import { z } from "zod"
import { Json } from "./json.ts"
import { Outcome } from "./status-rule.ts"

export const AssertionOutcome = z.object({
  passed: z.boolean(),
  severity: z.enum(["unhealthy", "degraded"]),
  actual: z.string(),
  sentence: z.string(),
})

/** One run as tables and charts have it. */
export const Run = z.object({
  targetId: z.int(),
  checkId: z.uuid(),
  system: Named,
  environment: Named.nullable(),
  /** When it was due: with the target it names the run. */
  at: Instant,
  outcome: z.enum([...Outcome.options, "missed"]),
  durationMs: z.number().nullable(),
  tries: z.int(),
  inMaintenance: z.boolean(),
  /** Empty for a good run. */
  sentence: z.string(),
  /** Whether `getRun` has what it brought back. */
  kept: z.boolean(),
})
export type Run = z.infer<typeof Run>

/** What a run brought back, masked and bounded. Kept of failed, changed and the newest good runs. */
export const RunDetail = Run.extend({
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  values: z.record(z.string(), z.record(z.string(), Json)),
  assertions: z.array(AssertionOutcome),
})
export type RunDetail = z.infer<typeof RunDetail>

/** One period of a chart. */
export const StatsPoint = z.object({
  from: Instant,
  to: Instant,
  ok: z.int(),
  degraded: z.int(),
  failed: z.int(),
  missed: z.int(),
  /** Of those that were not missed; in no uptime. */
  inMaintenance: z.int(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  max: z.number().nullable(),
})
export type StatsPoint = z.infer<typeof StatsPoint>

export const Stats = z.object({
  from: Instant,
  to: Instant,
  /** What the points were made of: single runs, hours or days. */
  tier: z.enum(["raw", "hourly", "daily"]),
  /** In runs, maintenance and missed runs taken out; null without any. */
  uptime: z.number().nullable(),
  points: z.array(StatsPoint),
  /** Null: durations are those of all targets. Otherwise of some, evenly chosen among very many; counts are always of all. */
  durationsOf: z.object({ targets: z.int(), of: z.int() }).nullable(),
  /** Of one check; none where durations are not of all. */
  assertions: z.array(z.object({ index: z.int(), passed: z.int(), failed: z.int() })),
})
export type Stats = z.infer<typeof Stats>
