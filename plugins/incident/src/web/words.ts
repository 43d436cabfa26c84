import type { RevisedField } from "../contract.ts"

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
