import type { Effect } from "../contract/effect.ts"
import type { ReadClass } from "../contract/proposal.ts"
import type { PermissionMode, ToolPolicy } from "../contract/tool.ts"
import type { DestinationKind } from "./destination.ts"

/** `run`: at once. `apply`: at once, but with a card that shows it. `propose`: a person signs first. `refuse`: not at all. */
export type Disposition = "run" | "apply" | "propose" | "refuse"

export interface Case {
  effect: Effect
  mode: PermissionMode
  /** The worst that is in the context of whoever decided to call. What is trusted counts as their own. */
  read: ReadClass
  /** Where an egress tool would go, and who pointed there. */
  destination: DestinationKind
  draft: boolean
  alwaysSign: boolean
  policy: ToolPolicy
}

/** The gate's whole judgement. Pure, so that every door asks the same question and gets the same answer. */
export function dispose({ effect, mode, read, destination, draft, alwaysSign, policy }: Case): Disposition {
  if (policy.off) return "refuse"
  if (alwaysSign || !mayGoTo(destination, read)) return "propose"
  if (effect === "read") return "run"
  if (policy.twoPerson) return "propose"
  if (draft) return "run"
  if (effect === "destructive") return "propose"
  return mode === "auto" && read === "own" && !policy.forbidAuto ? "apply" : "propose"
}

/** After words from outside, path and query may carry what the model knows: then those have been agreed to as well. */
export function mayGoTo(destination: DestinationKind, read: ReadClass): boolean {
  if (destination === "unnamed") return false
  return read !== "outside" || destination === "none" || destination === "written" || destination === "allowedAnyPath"
}
