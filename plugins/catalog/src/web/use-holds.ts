import type { AccessRule } from "@countersign/core/contract"
import { useMe } from "@countersign/core/web"
import { environmentAccess, groupAccess, systemAccess } from "../contract.ts"

/** Whether all rules are held through roles. A team's grant on single things does not let one create or import. */
function useHolds(...rules: readonly AccessRule[]): boolean {
  const me = useMe()
  return me.administrator || me.rules.includes("*") || rules.every((rule) => me.rules.includes(rule.id))
}

/** Whether to offer adding and importing. */
export function useCatalogRights(): { mayAdd: boolean; mayImport: boolean } {
  const mayAdd = useHolds(systemAccess.manage)
  const mayImport = useHolds(systemAccess.manage, groupAccess.manage, environmentAccess.manage)
  return { mayAdd, mayImport }
}
