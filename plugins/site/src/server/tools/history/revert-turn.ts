import {
  authorOf,
  type Ctx,
  ForbiddenError,
  InvalidInputError,
  implement,
  NotFoundError,
} from "@countersign/core/server"
import { siteContract } from "../../../contract.ts"
import type { DocumentRef } from "../../../document.ts"
import { lockSite, sequenceOf } from "../../site-store.ts"
import { loadSite } from "../run/load-site.ts"
import { commit } from "../run/make-verb.ts"
import { revert } from "./revert.ts"
import { authorsOfTurn, backAndForth, changesAfter, changesOfTurn, latestTurn, noteTakenBack } from "./turn-store.ts"

const MOST_CHANGES = 1_000
const MOST_SINCE = 5_000

export const revertTurn = implement(siteContract.revertTurn, async (ctx, input) => {
  await lockSite(ctx.tx)
  const { turn, sequence, reverted } = await planRevert(ctx, input)
  const { data } = await commit(ctx, sequence, () => reverted)
  if (data.reverted > 0) await noteTakenBack(ctx.tx, { turn, sequence: sequence + 1, stayed: data.left.length })
  return data
})

/** Which changes a turn made, and what would be left of them. */
export async function planRevert(ctx: Ctx, input: { turnId?: string | undefined }) {
  const sequence = await sequenceOf(ctx.tx)
  const author = authorOf(ctx).id
  const turn = input.turnId ?? (await latestTurn(ctx.tx, author, ctx.turnId ?? ctx.correlationId))
  const authors = turn === null ? [] : await authorsOfTurn(ctx.tx, turn)
  if (turn === null || authors.length === 0)
    throw new NotFoundError("There is no such turn that changed the site. List the changes to find the right one.")
  if (!authors.includes(author))
    throw new ForbiddenError("That turn is somebody else's. Only your own can be taken back here.")
  const changes = await changesOfTurn(ctx.tx, turn, MOST_CHANGES + 1)
  if (changes.length === 0) throw new InvalidInputError("That turn was taken back already.")
  const later = await changesAfter(ctx.tx, changes[0]!.sequence, MOST_SINCE + 1)
  if (changes.length > MOST_CHANGES || later.length > MOST_SINCE)
    throw new InvalidInputError("Too much has happened since. Restore an earlier version of the documents instead.")
  const refs = new Map<string, DocumentRef>()
  for (const { inverse } of changes)
    for (const command of inverse)
      if ("document" in command) refs.set(`${command.document.type}:${command.document.id}`, command.document)
  const site = await loadSite(ctx, sequence, [...refs.values()])
  const own = await backAndForth(ctx.tx, turn)
  const others = later.filter((change) => !own.has(change.sequence))
  return { turn, sequence, changes, reverted: revert(site, { changes, later: others, byIds: ctx.byModel === true }) }
}
