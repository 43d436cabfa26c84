import type { Visibility } from "../../contract/kit/timeline.ts"
import { VISIBILITY_WORDS } from "../../contract/kit/visibility.ts"
import { useRegistry } from "../registry.ts"

export type { Visibility }

/** Who may read an update. Where there is no page for everybody, nothing can be shown to them. */
export function useVisibilityChoices(current?: Visibility): { value: Visibility; label: string }[] {
  const offered = useRegistry().hasFeature("publicPages") || current === "public"
  return choicesFrom(VISIBILITY_WORDS).filter(({ value }) => value !== "public" || offered)
}

/** The options of a Select, in the order of the words. */
export function choicesFrom<Value extends string>(
  words: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }))
}
