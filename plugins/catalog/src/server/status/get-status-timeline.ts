import { InvalidInputError, implement } from "@countersign/core/server"
import { catalogContract } from "../../contract.ts"
import { systemNotFound } from "../refusals.ts"
import { readChanges } from "./status-store.ts"
import { toTimeline } from "./timeline.ts"

const MAX_DAYS = 400

export const getStatusTimeline = implement(catalogContract.getStatusTimeline, async (ctx, input) => {
  const { systemId, from, to, maxSegments } = input
  const end = Math.min(Date.parse(to), (await ctx.now()).getTime())
  const window = { from: new Date(from).toISOString(), to: new Date(end).toISOString() }
  if (Date.parse(from) >= Date.parse(to))
    throw new InvalidInputError('"from" must be before "to".', [{ path: "from", message: "Must be before the end." }])
  if (Date.parse(to) - Date.parse(from) > MAX_DAYS * 86_400_000)
    throw new InvalidInputError(`A timeline spans at most ${MAX_DAYS} days. Ask for a shorter one.`, [
      { path: "from", message: `At most ${MAX_DAYS} days before the end.` },
    ])
  const changes = await readChanges(ctx.tx, systemId, window)
  if (!changes) throw systemNotFound(systemId)
  return toTimeline(systemId, window, changes, maxSegments)
})
