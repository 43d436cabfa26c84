import { type Ctx, databaseError, PlatformError } from "@countersign/core/server"
import type { BulkResult } from "../contract.ts"
import { goneIncident, incidentReach } from "./incident-reach.ts"
import { readableIncidentIds } from "./incident-store.ts"

/**
 * Runs a verb on each incident behind a savepoint of its own: what one of them refuses leaves the others done.
 * Answers in the order of `ids`.
 */
export async function inBulk(
  ctx: Ctx,
  ids: readonly string[],
  run: (id: string) => Promise<unknown>,
): Promise<BulkResult[]> {
  const results = new Map<string, BulkResult>()
  for (const id of await readableIncidentIds(ctx.tx, ids, incidentReach(ctx))) results.set(id, await one(id, run))
  return ids.map((id) => results.get(id) ?? { id, ok: false, message: goneIncident(id).message })
}

async function one(id: string, run: (id: string) => Promise<unknown>): Promise<BulkResult> {
  try {
    await run(id)
    return { id, ok: true }
  } catch (error) {
    if (error instanceof PlatformError) return { id, ok: false, message: error.message }
    if (databaseError(error)?.code === DEADLOCK)
      return { id, ok: false, message: "Somebody else was changing the same systems. Try this one again." }
    throw error
  }
}

const DEADLOCK = "40P01"
