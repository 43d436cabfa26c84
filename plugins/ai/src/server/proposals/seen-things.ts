import { type Ctx, InvalidInputError, NotFoundError, type ThingKind } from "@countersign/core/server"
import type { ThingRef } from "../../contract.ts"

// What a listing verb takes in one call.
const MOST_PER_CALL = 200

/** Names of those things that the caller may see, by `keyOf`; the others are not in the map. */
export async function seenThings(ctx: Ctx, things: readonly ThingRef[]): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const [type, refs] of Map.groupBy(things, (thing) => thing.type)) {
    const kind = kindsOf(ctx).find((one) => one.type === type)
    // Nobody can say who may see a thing whose plugin is gone, so nobody does.
    if (!kind) continue
    const ids = [...new Set(refs.map(({ id }) => id))]
    for (let from = 0; from < ids.length; from += MOST_PER_CALL) {
      const names = await kind.namesOf(ctx, ids.slice(from, from + MOST_PER_CALL))
      for (const [id, name] of names) seen.set(keyOf({ type, id }), name)
    }
  }
  return seen
}

/** The thing's name. Refuses one that is of no known kind, gone or out of sight. */
export async function demandThing(ctx: Ctx, thing: ThingRef): Promise<string> {
  const kinds = kindsOf(ctx)
  if (!kinds.some(({ type }) => type === thing.type)) {
    const known = kinds.map(({ type }) => type).join(", ")
    throw new InvalidInputError(
      `Nothing here is of the type "${thing.type}". ${known ? `A note can be about: ${known}.` : "Leave it out."}`,
      [{ path: "thing.type", message: "No such type." }],
    )
  }
  const name = (await seenThings(ctx, [thing])).get(keyOf(thing))
  if (name === undefined)
    throw new NotFoundError(`The ${nounOf(thing.type)} ${thing.id} does not exist, or is not yours to see.`)
  return name
}

export function keyOf({ type, id }: ThingRef): string {
  return `${type}:${id}`
}

function kindsOf({ runtime }: Ctx): ThingKind[] {
  return runtime.plugins.flatMap((plugin) => plugin.things ?? [])
}

function nounOf(type: string): string {
  return type.split(".").at(-1) ?? "thing"
}
