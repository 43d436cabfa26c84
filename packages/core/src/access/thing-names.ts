import { canonicalId } from "../contract/access.ts"
import type { Caller } from "./ctx.ts"
import type { ThingKind } from "./runtime.ts"

// What a listing verb takes in one call.
const MOST_PER_CALL = 200

/** What those of the things are called that the caller may see; the others are not in the map, nor is what no plugin knows. */
export function thingNames(caller: Caller, type: string, ids: Iterable<string>): Promise<Map<string, string>> {
  return asked(ids, (some) => kindOf(caller, type)?.namesOf(caller, some))
}

/** The versions of the same, of kinds that have one. */
export function thingVersions(caller: Caller, type: string, ids: Iterable<string>): Promise<Map<string, number>> {
  return asked(ids, (some) => kindOf(caller, type)?.versionsOf?.(caller, some))
}

async function asked<Value>(
  ids: Iterable<string>,
  ask: (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>> | undefined,
): Promise<Map<string, Value>> {
  const wanted = [...new Set([...ids].map(canonicalId))]
  const found = new Map<string, Value>()
  for (let from = 0; from < wanted.length; from += MOST_PER_CALL)
    for (const [id, value] of (await ask(wanted.slice(from, from + MOST_PER_CALL))) ?? []) found.set(id, value)
  return found
}

function kindOf({ runtime }: Caller, type: string): ThingKind | undefined {
  return runtime.plugins.flatMap(({ things = [] }) => things).find((kind) => kind.type === type)
}
