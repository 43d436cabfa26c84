import { type Ctx, InvalidInputError } from "@countersign/core/server"
import type { SQL } from "drizzle-orm"
import { statusChanged } from "../../contract.ts"
import { dropReports, type GivenReport, type MovedSystem, putReports, type Taken } from "./status-store.ts"

/** Takes what was reported and tells those who listen which systems' status became another. */
export async function takeReports(ctx: Ctx, reports: readonly GivenReport[]): Promise<Taken> {
  // Of two in one call the later one counts, as it would in two calls.
  const last = new Map(reports.map((report) => [keyOf(report), report]))
  const at = await ctx.now()
  const taken = await putReports(ctx.tx, [...last.values()], at)
  await tell(ctx, taken.moved, at)
  if (taken.replaced.length > 0)
    ctx.signal(
      "catalog.system",
      taken.replaced.map(({ systemId }) => systemId),
    )
  return taken
}

/** Ends reports (as `r`) whose environment, or whose reporter, is gone. Answers which systems they were about. */
export async function endReports(ctx: Ctx, condition: SQL): Promise<string[]> {
  const at = await ctx.now()
  const { systemIds, moved } = await dropReports(ctx.tx, condition, at)
  await tell(ctx, moved, at)
  if (systemIds.length > 0) ctx.signal("catalog.system", systemIds)
  return systemIds
}

/**
 * The source as it is kept: the plugin whose verb called, or whoever came from outside, and then what they call it. Whose
 * words a report holds is told by its source, so nobody from outside names theirs after a plugin either.
 */
export function ownSource({ calledBy, principal, frame }: Ctx, source: string | undefined): string {
  if (calledBy !== null) return [calledBy, source].filter(Boolean).join(":")
  const [first = ""] = source?.split(":") ?? []
  if (frame.runtime.plugins.some(({ id }) => id === first))
    throw new InvalidInputError(`Reports as "${first}" come from what this product itself knows of.`, [
      { path: "source", message: `Choose another name than "${first}" for where the report comes from.` },
    ])
  return ["api", principal.id, source].filter(Boolean).join(":")
}

async function tell(ctx: Ctx, moved: readonly MovedSystem[], at: Date): Promise<void> {
  for (const { name, ...change } of moved)
    await ctx.emit(statusChanged, { ...change, systemName: name, at: at.toISOString() })
}

function keyOf({ systemId, source, environmentId }: GivenReport): string {
  return `${systemId} ${source} ${environmentId}`
}
