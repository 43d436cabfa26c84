import type { Ctx } from "@countersign/core/server"
import { type System, systemEnvironmentsChanged, systemUpdated } from "../../contract.ts"

/** Where a system runs is told apart: whoever follows that alone does nothing when its description is edited. */
export async function announceChange(ctx: Ctx, before: System, after: System): Promise<void> {
  const told = { systemId: after.id, name: after.name }
  await ctx.emit(systemUpdated, told)
  if (environmentsOf(before) !== environmentsOf(after)) await ctx.emit(systemEnvironmentsChanged, told)
}

function environmentsOf({ environments }: System): string {
  return environments
    .map(({ id }) => id)
    .sort()
    .join()
}
