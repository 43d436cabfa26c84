import { authorOf, implement } from "@countersign/core/server"
import { siteContract, type TurnChanges } from "../../../contract.ts"
import { FACTS, isDocument, SCRIPTS, STYLES } from "../../parts.ts"
import { changedByTurns } from "./turn-store.ts"

/** Turns of others, and such as changed nothing, are left out; and so are scripts, which are signed and stay. */
export const describeTurns = implement(siteContract.describeTurns, async (ctx, { turnIds }) => {
  const changed = await changedByTurns(ctx.tx, turnIds, authorOf(ctx).id)
  const undoable = changed.filter(({ parts }) => parts.some(({ key }) => key !== SCRIPTS))
  const turns = [...Map.groupBy(undoable, ({ turn }) => turn)].map(([turnId, rows]): TurnChanges => {
    const standing = rows.filter(({ back }) => !back)
    const told = standing.length > 0 ? standing : rows
    const parts = new Map(told.flatMap((row) => row.parts.map((part) => [part.key, part.title] as const)))
    return {
      turnId,
      changes: standing.length,
      takenBack: rows.length - standing.length,
      stayed: Math.max(...rows.map(({ stayed }) => stayed)),
      documents: [...parts].flatMap(([key, title]) => (isDocument(key) ? [title ?? "a document"] : [])),
      shared: SHARED.flatMap(([key, word]) => (parts.has(key) ? [word] : [])),
    }
  })
  return { turns }
})

const SHARED = [
  [STYLES, "styles"],
  [FACTS, "settings"],
] as const
