import { cardWords } from "@countersign/core/contract"
import { z } from "zod"

/** How one run of a target ended. `missed`: its time came and nobody ran it; it counts in no uptime. */
export const OUTCOMES = ["ok", "degraded", "failed"] as const
export const Outcome = z.enum(OUTCOMES)
export type Outcome = z.infer<typeof Outcome>

/** What the runs of a target add up to. Null while it never ran; `unknown` when none came for three intervals. */
export const TARGET_STATUSES = ["healthy", "unknown", "degraded", "unhealthy"] as const
export const TargetStatus = z.enum(TARGET_STATUSES)
export type TargetStatus = z.infer<typeof TargetStatus>

const runs = (most: number) => z.int().min(1).max(most)

/** When runs become a status. */
export const StatusRule = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("consecutive"),
    unhealthyAfter: cardWords(runs(20).default(2), { label: "Unhealthy after failed runs in a row" }),
    degradedAfter: cardWords(runs(20).default(2), { label: "Degraded after degraded or failed runs in a row" }),
    healthyAfter: cardWords(runs(20).default(1), { label: "Healthy after good runs in a row" }),
  }),
  z.strictObject({
    kind: z.literal("window"),
    runs: cardWords(z.int().min(2).max(100), { label: "Latest runs looked at" }),
    unhealthyFrom: cardWords(runs(100), { label: "Unhealthy from failed runs among them" }),
    degradedFrom: cardWords(runs(100), { label: "Degraded from degraded or failed runs among them" }),
  }),
])
export type StatusRule = z.infer<typeof StatusRule>

export const USUAL_RULE: StatusRule = { kind: "consecutive", unhealthyAfter: 2, degradedAfter: 2, healthyAfter: 1 }
