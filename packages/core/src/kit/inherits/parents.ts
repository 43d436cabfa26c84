import type { Ctx, ReachOptions } from "../../access/ctx.ts"
import { thingNames } from "../../access/thing-names.ts"
import type { InheritedAccess } from "../../contract/kit/inherited-access.ts"
import type { Named } from "../../contract/platform/people.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ForbiddenError, NotFoundError } from "../../errors.ts"
import { type ShownThings, shownThings, thingCards } from "./named-things.ts"
import type { InheritedWords } from "./words.ts"

/** Which parents the caller may see, name and work on. */
export function parentsSeen(
  access: InheritedAccess,
  { reading, working }: { reading: ReachOptions; working: ReachOptions },
  words: InheritedWords,
) {
  const { parent: type, rules } = access

  async function reachedNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
    return thingNames(ctx, type, await ctx.reachable([...new Set(ids)], reading))
  }

  /** Refuses parents that the caller does not see as if they were gone, and those it may only look at by name. */
  async function demand(ctx: Ctx, ids: readonly string[]): Promise<Named[]> {
    const names = await thingNames(ctx, type, ids)
    const unseen = ids.find((id) => !names.has(id))
    if (unseen !== undefined)
      throw new NotFoundError(
        `The ${words.parent} ${unseen} does not exist, or is not yours to see. Find the right one with ${words.findParents}.`,
      )
    const workable = await ctx.reachable(ids, working)
    const beyond = ids.find((id) => !workable.has(id))
    if (beyond !== undefined)
      throw new ForbiddenError(
        `${ctx.principal.name} may see ${quoteName(names.get(beyond) ?? "")} but not ${words.work}: that takes the permission ` +
          `${rules.manage.id} or, if the ${words.parent} is private, an editor grant on it. An administrator can give either.`,
      )
    return ids.map((id) => ({ id, name: names.get(id) ?? "" }))
  }

  return {
    reachedNames,
    demand,
    /** For a card that names them; one that the thing has already may be out of the caller's sight. */
    cards: (ctx: Ctx, ids: readonly string[]) => thingCards(ctx, type, ids, `A ${words.parent} you cannot see`),
    /** In the order of `found`, with one question for all names. */
    shown: (
      ctx: Ctx,
      found: readonly { inherited: { parentIds: readonly string[]; reachedIds: readonly string[] } }[],
    ): Promise<ShownThings[]> =>
      shownThings(
        ctx,
        type,
        found.map(({ inherited }) => inherited.reachedIds),
        found.map(({ inherited }) => inherited.parentIds.length),
      ),
  }
}
