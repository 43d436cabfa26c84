import { quoteName } from "@countersign/core/contract"
import { type Caller, thingNames } from "@countersign/core/server"
import type { Words } from "../../contract/upkeep.ts"

/**
 * How a reader stands to the systems that a message spoke of: `seen` all of them, `hidden` when one is there that is not theirs to see,
 * `gone` when some were deleted, so that nobody knows any more who could see them.
 */
export async function sightOf(
  service: Caller,
  reader: Caller,
  systems: readonly { id: string }[],
): Promise<"seen" | "hidden" | "gone"> {
  const ids = systems.map(({ id }) => id)
  if (ids.length === 0) return "hidden"
  const seen = await thingNames(reader, "catalog.system", ids)
  if (ids.every((id) => seen.has(id))) return "seen"
  const there = await thingNames(service, "catalog.system", ids)
  return ids.every((id) => seen.has(id) || !there.has(id)) ? "gone" : "hidden"
}

/** An end that says no more than what anybody finds who looks for a thing that is not theirs. */
export function nothingMore(name: string, facts: Words["facts"]): Words {
  return {
    subject: `Nothing more is told of ${quoteName(name)}`,
    lines: ["It was deleted, or is not yours to see any more."],
    link: null,
    facts,
  }
}
