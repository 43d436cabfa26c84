import type { Ctx } from "../../access/ctx.ts"
import type { PreviewThing } from "../../access/points/tool.ts"
import { thingNames, thingVersions } from "../../access/thing-names.ts"
import type { Named } from "../../contract/platform/people.ts"

/** Things of another plugin that something names, as far as the caller sees them. */
export interface ShownThings {
  /** By name. */
  shown: Named[]
  hidden: number
}

/** Of several lists of ids, with one question for all names. `all`: how many each has, where the lists are a part of that. */
export async function shownThings(
  ctx: Ctx,
  type: string,
  lists: readonly (readonly string[])[],
  all: readonly number[] = lists.map(({ length }) => length),
): Promise<ShownThings[]> {
  const ids = lists.flat()
  const names = ids.length > 0 ? await thingNames(ctx, type, ids) : new Map<string, string>()
  return lists.map((list, at) => {
    const shown = list
      .flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : []))
      .sort((a, b) => a.name.localeCompare(b.name))
    return { shown, hidden: all[at]! - shown.length }
  })
}

/** For `things` of a card that names them; `unseen` is said for one out of the caller's sight. */
export async function thingCards(
  ctx: Ctx,
  type: string,
  ids: readonly string[],
  unseen: string,
): Promise<(PreviewThing & { name: string })[]> {
  const names = await thingNames(ctx, type, ids)
  const versions = await thingVersions(ctx, type, ids)
  return ids.map((id) => ({ type, id, name: names.get(id) ?? unseen, state: { version: versions.get(id) ?? 0 } }))
}
