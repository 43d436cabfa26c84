import { baseUrl, type Ctx } from "@countersign/core/server"
import type { SampleCheck } from "./sample-checks.ts"

/** A check of the product itself. */
export function sampleOfItself(ctx: Ctx): SampleCheck {
  return {
    name: "Sample: Countersign answers",
    description: "Looks whether this product answers at its own address. This is sample data.",
    strategyId: "http",
    config: { url: `${baseUrl(ctx)}/` },
    collectors: [
      { id: "response", assertions: [{ field: "status", operator: "lessThan", value: 400 }] },
      { id: "timing", assertions: [{ field: "totalMs", operator: "lessThan", value: 1_000, severity: "degraded" }] },
    ],
    intervalSeconds: 60,
  }
}
