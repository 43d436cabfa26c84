import type { RegisteredPlugin } from "../access/runtime.ts"

/** What a model reads about this server before it uses a tool: what each plugin holds, then how all tools behave. */
export function instructionsOf(plugins: readonly RegisteredPlugin[]): string {
  const holds = plugins.flatMap(({ assistant }) => assistant?.holds ?? [])
  return [`${["Countersign is the workspace of people who run systems.", ...holds].join(" ")}`, HOW].join("\n\n")
}

const HOW = `Tools that only read answer at once. A tool that changes something changes nothing by itself: it proposes. The answer is { status: "awaiting_signature", proposalId, summary, diff, expiresAt, signUrl }, and a person signs or declines at signUrl. Show that person the summary and the link, then go on with something else; do not call the tool again for the same change.

Pass ids that a list or a search gave you, never names. When a tool says that its arguments do not fit, mend what it names and call again. The resources are the product's guide.`
