import { formatCount } from "@countersign/ui"
import type { Incident } from "../contract.ts"

/** Systems by name in one line; those out of sight are only counted. */
export function SystemNames({ incident }: { incident: Pick<Incident, "systems" | "hiddenSystemCount"> }) {
  return <>{systemNamesLine(incident)}</>
}

function systemNamesLine({ systems, hiddenSystemCount }: Pick<Incident, "systems" | "hiddenSystemCount">): string {
  const names = systems.map(({ name }) => name).join(", ")
  if (hiddenSystemCount === 0) return names || "None"
  return names ? `${names} and ${hiddenSystemCount} more` : `${formatCount(hiddenSystemCount, "system")} you cannot see`
}
