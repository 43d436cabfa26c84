import type { Ctx, ReachOptions } from "../../access/ctx.ts"
import type { PreviewThing } from "../../access/points/tool.ts"
import { thingNames, thingVersions } from "../../access/thing-names.ts"
import type { InheritedAccess } from "../../contract/kit/inherited-access.ts"
import type { Named } from "../../contract/platform/people.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ForbiddenError, NotFoundError } from "../../errors.ts"
import type { InheritedWords } from "./words.ts"

/** The parents that a thing names, as far as the caller sees them. */
export interface ShownParents {
  /** By name. */
  shown: Named[]
  hidden: number
}

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
    async cards(ctx: Ctx, ids: readonly string[]): Promise<PreviewThing[]> {
      const names = await thingNames(ctx, type, ids)
      const versions = await thingVersions(ctx, type, ids)
      return ids.map((id) => ({
        type,
        id,
        name: names.get(id) ?? `A ${words.parent} you cannot see`,
        state: { version: versions.get(id) ?? 0 },
      }))
    },
    /** In the order of `found`, with one question for all names. */
    async shown(
      ctx: Ctx,
      found: readonly { inherited: { parentIds: readonly string[]; reachedIds: readonly string[] } }[],
    ): Promise<ShownParents[]> {
      const names = await thingNames(
        ctx,
        type,
        found.flatMap(({ inherited }) => inherited.reachedIds),
      )
      return found.map(({ inherited: { parentIds, reachedIds } }) => {
        const shown = reachedIds
          .flatMap((id) => ({ id, name: names.get(id) ?? [] }))
          .filter((one): one is Named => typeof one.name === "string")
          .sort((a, b) => a.name.localeCompare(b.name))
        return { shown, hidden: parentIds.length - shown.length }
      })
    },
  }
}
