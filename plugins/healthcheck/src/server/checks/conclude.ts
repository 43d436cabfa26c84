import type { Ctx } from "@countersign/core/server"
import type { Check } from "../../contract/check.ts"
import { type CheckRecord, checks, type FoundCheck } from "./check-store.ts"
import { presentCheck } from "./present-check.ts"
import { settleTargets } from "./settle-targets.ts"

/** The end of a change: targets follow, the audit log keeps it, and the caller sees what it became. */
export async function conclude(
  ctx: Ctx,
  id: string,
  before: FoundCheck | null,
  { note }: { note?: string } = {},
): Promise<Check> {
  const after = await checks.read(ctx, id)
  await settleTargets(ctx, after)
  ctx.audit({
    thing: { type: checks.type, id, name: after.name },
    ...(before && { before: auditView(before) }),
    after: auditView(after),
    ...(note !== undefined && { note }),
  })
  return presentCheck(ctx, after)
}

/** What the audit log keeps: the record without what the caller is to it. Secrets stand in it as references. */
export function auditView(found: FoundCheck): Partial<CheckRecord> {
  const { inherited, updatedAt, systemIds, ...record } = found
  return record
}
