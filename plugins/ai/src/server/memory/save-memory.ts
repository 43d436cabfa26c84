import { ConflictError, type Ctx, implement } from "@countersign/core/server"
import { aiContract, type ThingRef } from "../../contract.ts"
import { demandPerson, personBehind } from "../proposals/person-behind.ts"
import { demandThing } from "../proposals/seen-things.ts"
import { auditMemory, readMemory } from "./memory-sight.ts"
import { countMemory, insertMemory, isRemembered } from "./memory-store.ts"
import { storedText } from "./stored-text.ts"

export const LONGEST_TEXT = 2_000
/** More than anybody reads again; a model that saves everything it hears meets an end. */
const MOST_OWN = 500

export const saveMemory = implement(aiContract.saveMemory, async (ctx, input) => {
  const ownerId = demandPerson(ctx, "notes")
  const { text, thing } = await checkMemoryDraft(ctx, input)
  const { alwaysInject } = input
  const draft = { ownerId, text, thing: thing ?? null, alwaysInject, source: sourceOf(ctx) }
  const id = await insertMemory(ctx.tx, draft, await ctx.now())
  const { record, memory } = await readMemory(ctx, id)
  // Who signs for a note has not written what it was made from.
  ctx.audit({ after: auditMemory(record), wordedAfter: ctx.wordedAfter })
  return memory
})

/** What saving refuses, and what it will store. */
export async function checkMemoryDraft(
  ctx: Ctx,
  draft: { text: string; thing?: ThingRef },
): Promise<{ text: string; thing?: ThingRef; thingName: string | null }> {
  const { thing } = draft
  const thingName = thing ? await demandThing(ctx, thing) : null
  const text = storedText(ctx, draft.text, LONGEST_TEXT)
  const personId = personBehind(ctx.principal)
  if (personId !== null) {
    if (await isRemembered(ctx.tx, personId, { text, thing }))
      throw new ConflictError("There is a note that says exactly this already.")
    if ((await countMemory(ctx.tx, personId)) >= MOST_OWN)
      throw new ConflictError(`There are ${MOST_OWN} notes already. Delete some that are no longer true first.`)
  }
  return { text, thing, thingName }
}

/** Whatever came through the gate, signed on a page or not, was worded by a model. */
function sourceOf({ transport, bracket }: Ctx): "person" | "assistant" {
  const fromModel = transport === "chat" || transport === "mcp" || transport === "automation"
  return fromModel || bracket !== undefined ? "assistant" : "person"
}
