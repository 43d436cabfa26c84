import type { Ctx } from "../../access/ctx.ts"
import type { BulkResult } from "../../contract/kit/bulk.ts"
import { databaseError, type NotFoundError, PlatformError } from "../../errors.ts"
import { sentenceForPeople } from "../../http/words-for-people.ts"
import type { InheritedWords } from "./words.ts"

/** Answers in the order of `ids`. Why something was not done is shown to people beside what was: no verb stands in it. */
export async function inBulk(
  ctx: Ctx,
  ids: readonly string[],
  things: {
    readableIds(ctx: Ctx, ids: readonly string[]): Promise<string[]>
    gone(id: string): NotFoundError
    words: InheritedWords
  },
  run: (id: string) => Promise<unknown>,
): Promise<BulkResult[]> {
  const refused = (id: string, { message }: PlatformError): BulkResult => ({
    id,
    ok: false,
    message: sentenceForPeople(message, ctx.runtime.isName),
  })
  const results = new Map<string, BulkResult>()
  for (const id of await things.readableIds(ctx, ids)) results.set(id, await one(id, things.words, run, refused))
  return ids.map((id) => results.get(id) ?? refused(id, things.gone(id)))
}

async function one(
  id: string,
  words: InheritedWords,
  run: (id: string) => Promise<unknown>,
  refused: (id: string, error: PlatformError) => BulkResult,
): Promise<BulkResult> {
  try {
    await run(id)
    return { id, ok: true }
  } catch (error) {
    if (error instanceof PlatformError) return refused(id, error)
    if (databaseError(error)?.code === DEADLOCK)
      return { id, ok: false, message: `Somebody else was changing the same ${words.parents}. Try this one again.` }
    throw error
  }
}

const DEADLOCK = "40P01"
