import { useRegistry } from "@countersign/core/web"
import { type RevisedField, VISIBILITY_WORDS, type Visibility } from "../contract.ts"

export { OVERRIDE_WORDS, STATUS_WORDS } from "../contract.ts"

export const FIELD_WORDS: Record<RevisedField, string> = {
  title: "Title",
  description: "Description",
  severity: "Severity",
  systems: "Systems",
  healthOverride: "Health override",
  suppressNotifications: "Notifications suppressed",
  postmortem: "Post-mortem",
  message: "Text",
  visibility: "Visible to",
}

/** Who may read an update. Where there is no page for everybody, nothing can be shown to them. */
export function useVisibilityChoices(current?: Visibility): { value: Visibility; label: string }[] {
  const { hasFeature } = useRegistry()
  const offered = hasFeature("publicPages") || current === "public"
  return choices(VISIBILITY_WORDS).filter(({ value }) => value !== "public" || offered)
}

/** The choices of a Select, in the order of the words. */
export function choices<Value extends string>(words: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }))
}
