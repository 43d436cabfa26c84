import type { RegisteredTool } from "../access/points/tool.ts"
import { thingOf } from "../access/record-changes.ts"
import type { CardThing } from "../contract/proposal.ts"
import { isId } from "../contract/text/is-id.ts"
import type { StoredProposal } from "./proposal-store.ts"

/** What applying a proposal did to things, as far as its card does not say so already. */
export interface AppliedThings {
  /** A thing that did not exist before, so that the card could not name it. */
  made?: CardThing
  /** The id of one that the card names and that is no more. */
  gone?: string
}

export function appliedThings(
  tool: Pick<RegisteredTool, "procedure" | "effect">,
  { card }: Pick<StoredProposal, "card">,
  output: unknown,
  mask: (text: string) => string,
): AppliedThings {
  if (typeof output !== "object" || output === null) return {}
  const { type, id, name } = thingOf(tool.procedure, { after: output })
  if (!id || !isId(id)) return {}
  const named = ((card?.things ?? []) as CardThing[]).some((one) => one.id === id)
  if (tool.effect === "destructive") return named ? { gone: id } : {}
  return type && name && !named ? { made: { type, id, name: mask(name) } } : {}
}

/** Where a change that was applied leads: the thing that was made or changed. Null where none is left, or none is named. */
export function aboutOf({ status, summary, card }: StoredProposal): CardThing | null {
  if (status !== "applied" || !card) return null
  const { made, gone } = card as AppliedThings
  const things = card.things as CardThing[]
  return made ?? things.find(({ id, name }) => id !== gone && summary?.includes(name)) ?? null
}
