import { defineContract, procedure } from "@countersign/core/contract"
import { authorOf, type Caller, ForbiddenError, implement, type TurnNote } from "@countersign/core/server"
import { z } from "zod"
import { documentAccess } from "../../../contract.ts"
import { FACTS, isDocument, SCRIPTS, STYLES } from "../../parts.ts"
import { changedSince, lastByModel, takenBackSince } from "../history/turn-store.ts"

const Made = z.object({ changes: z.int(), parts: z.array(z.string()) })

// A verb that no door offers: only a verb knows what a caller may see.
const { readNews } = defineContract("site", {
  readNews: procedure({
    summary: "Tell what happened to the draft since the caller's latest turn that changed it.",
    effect: "read",
    access: documentAccess.read,
    input: z.object({}),
    output: z.object({ own: Made, others: Made, takenBack: z.object({ turns: z.int(), changes: z.int() }) }).nullable(),
  }),
})

const news = implement(readNews, async (ctx) => {
  const author = authorOf(ctx).id
  const since = await lastByModel(ctx.tx, author)
  if (since === null) return null
  const rows = await changedSince(ctx.tx, since)
  const made = (of: typeof rows) => ({ changes: of.length, parts: [...new Set(of.flatMap(({ parts }) => parts))] })
  return {
    own: made(rows.filter((row) => row.authorId === author)),
    others: made(rows.filter((row) => row.authorId !== author)),
    takenBack: await takenBackSince(ctx.tx, author, since),
  }
})

/**
 * What a model has to know before it goes on: what it read may have moved on. In numbers alone: titles and names would be words of
 * others, and `listChanges` tells them as such.
 */
export async function newsForTurn(caller: Caller): Promise<TurnNote[]> {
  const found = await news(caller, {}).catch((error: unknown) => {
    if (error instanceof ForbiddenError) return null
    throw error
  })
  if (!found) return []
  const { own, others, takenBack } = found
  const sentences = [
    ...(others.changes > 0 ? [`Other people made ${count(others.changes, "change")}, ${placesOf(others.parts)}.`] : []),
    ...(own.changes > 0 ? [`The operator made ${count(own.changes, "change")} by hand, ${placesOf(own.parts)}.`] : []),
    ...(takenBack.turns > 0
      ? [
          `The operator took back ${count(takenBack.turns, "turn")} of yours, ${count(takenBack.changes, "change")} in all: what they did does not stand any more.`,
        ]
      : []),
  ]
  if (sentences.length === 0) return []
  const text = `Since your latest change of the site: ${sentences.join(" ")} What you read before may have moved on; listChanges tells more.`
  return [{ title: "What happened to the site", text }]
}

function placesOf(parts: readonly string[]): string {
  const documents = parts.filter(isDocument).length
  const shared = [
    [STYLES, "styles"],
    [FACTS, "settings and tokens"],
    [SCRIPTS, "scripts"],
  ] as const
  const places = [
    ...(documents > 0 ? [`in ${count(documents, "document")}`] : []),
    ...shared.flatMap(([key, word]) => (parts.includes(key) ? [`in the ${word}`] : [])),
  ]
  return places.join(", ")
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
