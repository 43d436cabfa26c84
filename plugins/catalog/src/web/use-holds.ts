import type { AccessRule } from "@countersign/core/contract"
import { useMe } from "@countersign/core/web"

/** Whether all rules are held through roles. A team's grant on single things does not let one create or import. */
export function useHolds(...rules: readonly AccessRule[]): boolean {
  const me = useMe()
  return me.administrator || me.rules.includes("*") || rules.every((rule) => me.rules.includes(rule.id))
}
