import type { Effect } from "../contract/effect.ts"
import type { PermissionMode, ToolPolicy } from "../contract/tool.ts"

/** `run`: at once. `apply`: at once, but with a card that shows it. `propose`: a person signs first. `refuse`: not at all. */
export type Disposition = "run" | "apply" | "propose" | "refuse"

export interface Case {
  effect: Effect
  mode: PermissionMode
  /** Text from outside is in the context of whoever decided to call. */
  tainted: boolean
  /** Where an egress tool would go: `named` by a person or the allow-list, `unnamed` by neither; null goes nowhere. */
  destination: "named" | "unnamed" | null
  draft: boolean
  alwaysSign: boolean
  policy: ToolPolicy
}

/** The gate's whole judgement. Pure, so that every door asks the same question and gets the same answer. */
export function dispose({ effect, mode, tainted, destination, draft, alwaysSign, policy }: Case): Disposition {
  if (policy.off) return "refuse"
  if (alwaysSign || destination === "unnamed") return "propose"
  if (effect === "read") return "run"
  if (policy.twoPerson) return "propose"
  if (draft) return "run"
  if (effect === "destructive") return "propose"
  return mode === "auto" && !tainted && !policy.forbidAuto ? "apply" : "propose"
}
